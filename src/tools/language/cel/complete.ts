import type { Environment } from "../../../cel/check/environment.js";
import type { Overload } from "../../../cel/libraries/row.js";
import type { CelType } from "../../../cel/type.js";
import { optionalValue } from "../../../cel/type.js";
import { startOfLine } from "../../../crd/source/split-documents.js";
import { descriptionOf } from "./descriptions.js";
import { costOf, fitsReceiver, macrosFor, shownType, signatureOf } from "./functions.js";
import type { ExpressionScope } from "./reading.js";
import { environmentAt, operandBefore, typeAlone } from "./scope.js";
import type { CelSpot } from "./spot.js";
import type { CelToken } from "./tokens.js";
import { dotBefore, tokensOf } from "./tokens.js";

/** A name that may be written in an expression. */
export interface CelProposal {
  readonly label: string;
  readonly insert: string;
  /** In the file. */
  readonly from: number;
  readonly to: number;
  readonly kind: "field" | "variable" | "function" | "keyword";
  /** A type or a signature; plain text. */
  readonly detail: string;
  /** Untrusted text. */
  readonly documentation?: string;
}

type Draft = Omit<CelProposal, "from" | "to" | "insert">;

/** Returns what may be written at a place of an expression, the best first. */
export function completeExpression(spot: CelSpot): readonly CelProposal[] {
  const { text, offset, scope, toFile } = spot;
  if (scope === undefined) return [];
  const tokens = tokensOf(text);
  const at = tokens.findIndex(({ start, end }) => start < offset && offset <= end);
  const word = tokens[at];
  const isWord = word !== undefined && /^[\w]/.test(text.charAt(word.start));
  if (isClosed(text, tokens, word, offset)) return [];
  // Where a word is being written it is replaced; else something is put in behind the token.
  const index = isWord ? at : tokens.filter(({ end }) => end <= offset).length;
  const [from, to] = isWord ? [word.start, word.end] : [offset, offset];
  return draftsAt(scope, text, tokens, index).map((draft) => ({
    ...draft,
    insert: draft.kind === "function" && text.charAt(to) !== "(" ? `${draft.label}(` : draft.label,
    from: toFile(from),
    to: toFile(to),
  }));
}

/** Tells whether a place is within a text, a number or a comment, where no name can be. */
function isClosed(
  text: string,
  tokens: readonly CelToken[],
  word: CelToken | undefined,
  offset: number,
): boolean {
  const last = tokens.findLast(({ end }) => end <= offset);
  if (text.slice(last?.end ?? 0, offset).includes("//")) return true;
  // A quote that nothing ends is followed by tokens that are none.
  const line = text.slice(startOfLine(text, offset), offset);
  const isOpen = tokens.some(
    ({ kind, start, end }) =>
      kind === "error" && start < offset && /["']/.test(text.slice(start, end)),
  );
  if (isOpen && /["']/.test(line)) return true;
  if (word === undefined) return false;
  const { kind } = word;
  return kind === "STRING" || kind === "BYTES" || kind.startsWith("NUM_");
}

function draftsAt(
  scope: ExpressionScope,
  text: string,
  tokens: readonly CelToken[],
  index: number,
): readonly Draft[] {
  const environment = environmentAt(scope.environment, text, tokens, index);
  const dot = dotBefore(tokens, index);
  if (dot === undefined) return globals(environment);
  const receiver = operandBefore(text, tokens, dot - 1);
  if (receiver === undefined) return [];
  const type = typeAlone(environment, receiver);
  const own = type === undefined ? [] : members(environment, type, scope);
  const isOptional = tokens[dot + 1]?.kind === "?";
  return isOptional
    ? own.filter(({ kind }) => kind === "field")
    : [...own, ...qualified(environment, receiver)];
}

function members(
  environment: Environment,
  type: CelType,
  { schema }: ExpressionScope,
): readonly Draft[] {
  const functions = [...environment.functions].flatMap(([name, overloads]) =>
    functionDrafts(
      name,
      overloads.filter((one) => fitsReceiver(one, type)),
    ),
  );
  return [...fields(type, schema), ...macros(environment, type), ...functions];
}

function fields(type: CelType, schema: ExpressionScope["schema"]): readonly Draft[] {
  const holder = optionalValue(type) ?? type;
  if (holder.kind !== "object" || holder.fieldNames === undefined) return [];
  return Array.from(holder.fieldNames, (name): Draft => {
    const own = holder.field?.(name);
    const documentation = descriptionOf(schema, holder.name, name);
    return {
      label: name,
      kind: "field",
      detail: own === undefined ? "" : shownType(own),
      ...(documentation !== undefined && { documentation }),
    };
  });
}

function macros(environment: Environment, receiver: CelType | undefined): readonly Draft[] {
  const byName = new Map<string, Draft>();
  for (const { name, form, meaning } of macrosFor(environment, receiver)) {
    const known = byName.get(name);
    const detail = known === undefined ? form : `${known.detail}\n${form}`;
    byName.set(name, { label: name, kind: "function", documentation: meaning, ...known, detail });
  }
  return [...byName.values()];
}

function globals(environment: Environment): readonly Draft[] {
  const variables = Array.from(environment.variables, ([label, type]): Draft => ({
    label,
    kind: "variable",
    detail: shownType(type),
  }));
  const functions = [...environment.functions].flatMap(([name, overloads]) =>
    functionDrafts(
      name,
      overloads.filter(({ style }) => style === "global"),
    ),
  );
  const spaces = [...environment.qualifiers].filter(isNamed);
  return [
    ...variables,
    ...macros(environment, undefined),
    ...functions,
    ...spaces.map((label): Draft => ({ label, kind: "keyword", detail: "functions" })),
    ...["true", "false", "null"].map((label): Draft => ({ label, kind: "keyword", detail: "" })),
  ];
}

/** The functions behind a name that is no value: `sets.contains`. */
function qualified(environment: Environment, receiver: string): readonly Draft[] {
  const prefix = `${receiver}.`;
  if (!environment.qualifiers.has(receiver)) return [];
  return [...environment.functions].flatMap(([name, overloads]) =>
    name.startsWith(prefix) ? functionDrafts(name.slice(prefix.length), overloads) : [],
  );
}

/** A function with those of its signatures that fit; none where none does. */
function functionDrafts(label: string, fitting: readonly Overload[]): readonly Draft[] {
  const [first] = fitting;
  if (first === undefined || !isNamed(label)) return [];
  const detail = fitting.map(signatureOf).join("\n");
  return [{ label, kind: "function", detail, documentation: costOf(first) }];
}

/** Operators have names that nobody can write. */
function isNamed(name: string): boolean {
  return /^[A-Za-z]\w*$/.test(name);
}
