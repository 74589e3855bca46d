import { trimmed } from "../values/strings.js";
import { notAcceptable, unsupportedMediaType } from "./failure.js";

/** How an answer is to be written. */
export interface OutputForm {
  readonly format: "json" | "yaml";
  /** In place of the objects themselves. */
  readonly as: "Table" | "PartialObjectMetadata" | "PartialObjectMetadataList" | undefined;
  /** Of the group `meta.k8s.io`. */
  readonly version: "v1" | "v1beta1";
  readonly isPretty: boolean;
}

/** The media types that the server reads and writes. */
const served = ["application/json", "application/yaml"];

export const protobuf = "application/vnd.kubernetes.protobuf";
/**
 * The media types that the server says it takes: Protocol Buffers are for built-in resources alone.
 */
const takenTypes = [...served, protobuf];
const streamed = ["application/json;stream=watch", `${protobuf};stream=watch`];

/**
 * Chooses the form of an answer as the server does: by the order of the clauses, those of higher
 * quality first (apiserver `endpoints/handlers/negotiation`, munnerz/goautoneg).
 */
export function negotiateOutput(
  accept: string,
  isPretty: boolean,
  isWatch: boolean,
  takesTransforms = true,
  hasTables = true,
): OutputForm {
  if (accept === "") return { format: "json", as: undefined, version: "v1", isPretty };
  for (const clause of parseAccept(accept)) {
    const form = formOfClause(clause, isPretty, takesTransforms, hasTables);
    if (form !== undefined) return isWatch ? checkStream(form) : form;
  }
  throw notAcceptable(takenTypes);
}

/** The form that a clause asks for; undefined if it is none of ours. */
export function formOfClause(
  { type, parameters }: Pick<AcceptClause, "type" | "parameters">,
  isPretty: boolean,
  takesTransforms = true,
  hasTables = true,
): OutputForm | undefined {
  for (const candidate of served) {
    if (type !== candidate && type !== "*/*" && type !== "application/*") continue;
    const form = outputForm(candidate, parameters, isPretty, takesTransforms);
    if (form !== undefined && (form.as !== "Table" || hasTables)) return form;
  }
  return undefined;
}

/** YAML has no frames. @throws Failure 406 */
export function checkStream(form: OutputForm): OutputForm {
  if (form.format === "yaml") throw notAcceptable(streamed);
  return form;
}

function outputForm(
  type: string,
  parameters: ReadonlyMap<string, string>,
  isPretty: boolean,
  takesTransforms: boolean,
): OutputForm | undefined {
  const stream = parameters.get("stream") ?? "";
  if (stream !== "" && (stream !== "watch" || type !== "application/json")) return undefined;
  if ((parameters.get("sv") ?? "") !== "") return undefined;
  const form = {
    format: type === "application/json" ? "json" : "yaml",
    isPretty: isPretty || parameters.get("pretty") === "1",
  } as const;
  const [as, group, version] = ["as", "g", "v"].map((name) => parameters.get(name));
  if (as === undefined && group === undefined && version === undefined) {
    return { ...form, as: undefined, version: "v1" };
  }
  if (!takesTransforms || group !== "meta.k8s.io") return undefined;
  if (version !== "v1" && version !== "v1beta1") return undefined;
  if (as === "Table" || as === "PartialObjectMetadata" || as === "PartialObjectMetadataList") {
    return { ...form, as, version };
  }
  return undefined;
}

/**
 * The format in which a client takes discovery in one document, in whatever place of the header it
 * says so; undefined if it does not (apiserver `endpoints/discovery/aggregated/wrapper.go`).
 */
export function aggregatedFormat(accept: string): OutputForm["format"] | undefined {
  const clause = parseAccept(accept).find(({ parameters: given }) => {
    const wanted = ["g", "v", "as", "sv"].map((name) => given.get(name) ?? "").join(" ");
    return wanted === "apidiscovery.k8s.io v2 APIGroupDiscoveryList ";
  });
  switch (clause?.type) {
    case "application/json":
    case "application/*":
    case "*/*":
      return "json";
    case "application/yaml":
      return "yaml";
    default:
      return undefined;
  }
}

/** One of the forms that a client accepts. */
export interface AcceptClause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The clauses of an `Accept` header, the best first (munnerz/goautoneg `autoneg.go`). */
export function parseAccept(header: string): readonly AcceptClause[] {
  const all = header.split(",").flatMap((text) => parseClause(text) ?? []);
  if (all.length > fewClauses) return all.sort(compareClauses);
  const clauses: AcceptClause[] = [];
  for (const clause of all) {
    // Which of two comes first depends on the pair: the order of the comparisons is Go's.
    let at = clauses.length;
    for (let before = clauses[at - 1]; before && isBetter(clause, before);)
      before = clauses[--at - 1];
    clauses.splice(at, 0, clause);
  }
  return clauses;
}

/** So many are sorted by insertion, as in Go; more would take too long. */
const fewClauses = 12;

function compareClauses(one: AcceptClause, other: AcceptClause): number {
  return Number(isBetter(other, one)) - Number(isBetter(one, other));
}

function parseClause(text: string): AcceptClause | undefined {
  const [whole = "", ...rest] = trimBlanks(text).split(";");
  const [type = "", subtype = "", ...more] = whole.split("/").map(trimBlanks);
  if (more.length > 0 || (subtype === "" && type !== "*")) return undefined;
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const part of rest) {
    const [name = "", value = "", ...others] = part.split("=");
    if (value === "" || others.some((other) => other !== "")) continue;
    if (trimBlanks(name) === "q") quality = qualityOf(value);
    else parameters.set(trimBlanks(name), trimBlanks(value));
  }
  return { type: subtype === "" ? "*/*" : `${type}/${subtype}`, quality, parameters };
}

function trimBlanks(text: string): string {
  return trimmed(text, " ");
}

/** Zero for what is no number. */
function qualityOf(text: string): number {
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : 0;
}

/** Wildcards come last, whatever their quality is. */
function isBetter(one: AcceptClause, other: AcceptClause): boolean {
  if (one.quality > other.quality) return true;
  if (!one.type.startsWith("*/") && other.type.startsWith("*/")) return true;
  return !one.type.endsWith("/*") && other.type.endsWith("/*");
}

/** Of a media type (RFC 2045), the type before them included. */
const parameters = /^[^;]*(;\s*([\w!#$%&'*+.^`|~-]+=([\w!#$%&'*+.^`|~-]+|"([^"\\]|\\.)*")\s*)?)*$/;

/** The format of a body, by its `Content-Type`; none stands for the first that `accepted` has. */
export function negotiateInput(
  contentType: string | undefined,
  accepted: readonly string[] = takenTypes,
): string {
  if (contentType === undefined || contentType === "") return accepted[0] ?? "";
  const type = parameters.test(contentType)
    ? contentType.split(";")[0]?.trim().toLowerCase()
    : undefined;
  if (type !== undefined && accepted.includes(type)) return type;
  throw unsupportedMediaType(accepted);
}

/**
 * Why a body that is sent as Protocol Buffers is none (apimachinery
 * `runtime/serializer/protobuf/protobuf.go`).
 *
 * @throws Failure 415 for one that is: custom resources have none
 */
export function protobufFault(body: string | Uint8Array): string {
  if (body.length === 0) return "empty data";
  const begin =
    typeof body === "string" ? body.slice(0, 4) : String.fromCharCode(...body.slice(0, 4));
  if (begin === protobufMagic) throw unsupportedMediaType(takenTypes);
  const bytes = Array.from(protobufMagic, (character) => character.charCodeAt(0)).join(" ");
  return `provided data does not appear to be a protobuf message, expected prefix [${bytes}]`;
}

const protobufMagic = "k8s\0";
