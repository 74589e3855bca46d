import { quote } from "../values/go/quote.js";
import { trimmed } from "../values/strings.js";
import { badRequestFailure } from "./failure.js";

/** The subject of a request, as the server reads it from method and path. */
export interface RequestInfo {
  /** `get`, `list`, `watch`, `create`, …; `""` for a method that is none of resources. */
  readonly verb: string;
  /** Decoded. */
  readonly path: string;
  readonly group: string;
  readonly version: string;
  /** `""` outside of namespaces. */
  readonly namespace: string;
  /** The plural; undefined if the path leads to no resource. */
  readonly resource: string | undefined;
  /** `""` for the collection. */
  readonly name: string;
  /** `""` for the object itself. */
  readonly subresource: string;
}

const verbs: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

const namespaceSubresources = ["status", "finalize"];

/**
 * Reads method and path (apiserver `endpoints/request/requestinfo.go`). A `get` without a name is a
 * `list` or, if the query says so, a `watch`; so is whatever is below `watch`, which is deprecated.
 *
 * @param path percent-encoded
 */
export function requestInfo(method: string, path: string, isWatch: boolean): RequestInfo {
  const decoded = decodePath(path);
  const parts = trimmed(decoded, "/").split("/");
  const none = { path: decoded, namespace: "", name: "", subresource: "" };
  const [prefix, ...rest] = parts;
  const isCore = prefix === "api";
  const [group = "", version = "", ...below] = isCore ? ["", ...rest] : rest;
  const isBelowWatch = below[0] === "watch" && below.length > 1;
  const target = isBelowWatch ? below.slice(1) : below;
  if ((!isCore && prefix !== "apis") || target.length === 0) {
    const verb = method.toLowerCase();
    return { ...none, verb, group, version, resource: undefined };
  }
  let namespace = "";
  let [resource = "", name = "", subresource = ""] = target;
  if (resource === "namespaces" && target.length > 1) {
    namespace = name;
    if (target.length > 2 && !namespaceSubresources.includes(subresource)) {
      [, , resource = "", name = "", subresource = ""] = target;
    }
  }
  const verb = isBelowWatch ? "watch" : collectionVerb(verbs[method] ?? "", name, isWatch);
  return { path: decoded, verb, group, version, namespace, resource, name, subresource };
}

function collectionVerb(verb: string, name: string, isWatch: boolean): string {
  if (name !== "") return verb;
  if (verb === "get") return isWatch ? "watch" : "list";
  return verb === "delete" ? "deletecollection" : verb;
}

/** Tells whether a path asks for what has no time limit (apiserver `filters/longrunning.go`). */
export function isLongPart(path: string): boolean {
  return longPart.test(path);
}

const longPart =
  /^\/api(?:s\/[^/]+)?\/[^/]+\/(?:namespaces\/[^/]+\/)?[^/]+\/[^/]+\/(?:attach|exec|log|portforward|proxy)(?:\/|$)/;

function decodePath(path: string): string {
  const decoded = decodePercents(path);
  if (decoded === undefined) throw badRequestFailure("400 Bad Request");
  return decoded;
}

/** The values of a query by their names. */
export type QueryValues = ReadonlyMap<string, readonly string[]>;

/** Reads a query as Go does: what cannot be read is left out (`net/url`, ParseQuery). */
export function parseQuery(text: string | undefined): Map<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const pair of (text ?? "").split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const [name, value] = decodePair(pair);
    if (name === undefined || value === undefined) continue;
    const others = values.get(name);
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  return values;
}

function decodePair(pair: string): readonly (string | undefined)[] {
  const index = pair.indexOf("=");
  const [name, value] = index < 0 ? [pair, ""] : [pair.slice(0, index), pair.slice(index + 1)];
  return [decodePlus(name), decodePlus(value)];
}

function decodePlus(text: string): string | undefined {
  return decodePercents(text.replaceAll("+", " "));
}

/**
 * Decodes the bytes behind percent signs: Go takes any bytes, and those that are no text are shown
 * as such. Undefined where no two digits follow one.
 */
export function decodePercents(text: string): string | undefined {
  if (!text.includes("%")) return text;
  if (/%(?![\da-f]{2})/i.test(text)) return undefined;
  return text.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    const bytes = escapes.split("%").slice(1);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (byte) => parseInt(byte, 16)),
    );
  });
}

interface OptionKinds {
  readonly text: string;
  readonly flag: boolean;
  readonly integer: number;
  readonly texts: readonly string[];
}

type RequestOption = readonly [kind: keyof OptionKinds, goType: string, absent?: unknown];

/**
 * The options of requests: what their values are, in Go too, and what stands for one that is left
 * out (apimachinery `apis/meta/v1/types.go`).
 */
export const requestOptions = {
  allowWatchBookmarks: ["flag", "bool", false],
  continue: ["text", "string", ""],
  dryRun: ["texts", "[]string", []],
  export: ["flag", "bool", false],
  fieldManager: ["text", "string", ""],
  fieldSelector: ["text", "string", ""],
  fieldValidation: ["text", "string", ""],
  force: ["flag", "bool"],
  gracePeriodSeconds: ["integer", "int64"],
  hash: ["text", "string", ""],
  ignoreStoreReadErrorWithClusterBreakingPotential: ["flag", "bool"],
  includeObject: ["text", "v1.IncludeObjectPolicy", ""],
  labelSelector: ["text", "string", ""],
  limit: ["integer", "int64", 0],
  orphanDependents: ["flag", "bool"],
  pretty: ["text", "string", ""],
  propagationPolicy: ["text", "v1.DeletionPropagation"],
  resourceVersion: ["text", "string", ""],
  resourceVersionMatch: ["text", "v1.ResourceVersionMatch", ""],
  sendInitialEvents: ["flag", "bool"],
  timeout: ["text", "time.Duration", ""],
  timeoutSeconds: ["integer", "int64"],
  uid: ["text", "types.UID", ""],
  watch: ["flag", "bool", false],
} as const;

/** The name of an option of requests. */
export type OptionName = keyof typeof requestOptions;

type OptionValue<Name extends OptionName> = (typeof requestOptions)[Name] extends readonly [
  infer Kind extends keyof OptionKinds,
  string,
  unknown,
]
  ? OptionKinds[Kind]
  : OptionKinds[(typeof requestOptions)[Name][0]] | undefined;

/** The value of an option of a request. @throws Failure 400 for no int64 where one is asked for */
export function optionIn<Name extends OptionName>(
  query: QueryValues,
  name: Name,
): OptionValue<Name> {
  const [kind, , absent]: RequestOption = requestOptions[name];
  const texts = query.get(name) ?? [];
  const [text] = texts;
  const value = text === undefined ? absent : valueOf(kind, text, texts);
  return value as OptionValue<Name>; // as the table has it
}

function valueOf(
  kind: keyof OptionKinds,
  text: string,
  texts: readonly string[],
): OptionKinds[keyof OptionKinds] {
  switch (kind) {
    case "text":
      return text;
    case "texts":
      return texts;
    case "flag":
      // Everything but these two is true (apimachinery `runtime/conversion.go`).
      return !/^(false|0)$/i.test(text);
    case "integer": {
      const fault = integerFault(text);
      if (fault === undefined) return Number(text);
      throw badRequestFailure(`strconv.ParseInt: parsing ${quote(text)}: ${fault}`);
    }
  }
}

/** Returns the fault that `strconv.ParseInt` finds in a text that is no int64. */
export function integerFault(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return "invalid syntax";
  const value = BigInt(text.replace(/^\+/, ""));
  return BigInt.asIntN(64, value) === value ? undefined : "value out of range";
}
