import type { AcceptClause } from "../../runtime/v1/testing/media-types.js";
import { formOfClause, parseAccept } from "../../runtime/v1/testing/media-types.js";
import { protobufType } from "./envelope.js";

/** The target of a path, as far as it decides on the forms of answers. */
export type Target = "built-in" | "custom" | "discovery" | "asked";

/** In which form a client wants an answer. */
export interface AcceptedForm {
  /**
   * The header for who answers in JSON, if the answer is wanted as Protocol Buffers; undefined if
   * it is not.
   */
  readonly asJson: string | undefined;
  /** A failure is wanted as Protocol Buffers. */
  readonly isFailureBinary: boolean;
}

/**
 * Chooses between Protocol Buffers and all else, by the order of the clauses. Custom resources have
 * them for their metadata alone, and for failures; tables are never written so.
 */
export function acceptedForm(accept: string, target: Target): AcceptedForm {
  const clauses = parseAccept(accept);
  const chosen = clauses.find((clause) => isAccepted(clause, target));
  const failure = clauses.find(
    (clause) => isPlain(clause) && (isBinary(clause) || isText(clause, target)),
  );
  return {
    asJson: chosen !== undefined && isBinary(chosen) ? jsonClause(chosen) : undefined,
    isFailureBinary: failure !== undefined && isBinary(failure),
  };
}

function isAccepted(clause: AcceptClause, target: Target): boolean {
  if (!isBinary(clause)) return isText(clause, target);
  if (isPlain(clause)) return target !== "custom";
  const as = clause.parameters.get("as");
  if (target === "discovery" || as === "Table") return false;
  const inJson = { ...clause, type: "application/json", parameters: transformOf(clause) };
  return isText(inJson, target);
}

function isBinary({ type, parameters }: AcceptClause): boolean {
  const stream = parameters.get("stream") ?? "";
  return type === protobufType && ["", "watch"].includes(stream) && !parameters.has("sv");
}

function isPlain({ parameters }: AcceptClause): boolean {
  return transformOf({ parameters }).size === 0;
}

function transformOf({ parameters }: Pick<AcceptClause, "parameters">): Map<string, string> {
  return new Map([...parameters].filter(([name]) => ["as", "g", "v"].includes(name)));
}

/**
 * Tells whether the server that writes JSON and YAML takes a clause; discovery has one shape, and
 * what is asked has no tables.
 */
function isText(clause: AcceptClause, target: Target): boolean {
  return formOfClause(clause, false, target !== "discovery", target !== "asked") !== undefined;
}

function jsonClause(clause: AcceptClause): string {
  return clauseText({ ...clause, type: "application/json", parameters: transformOf(clause) });
}

function clauseText({ type, parameters }: AcceptClause): string {
  return [type, ...[...parameters].map(([name, value]) => `${name}=${value}`)].join(";");
}
