import type { FieldError } from "../values/field-error.js";
import { fieldErrorText } from "../values/field-error.js";
import { jsonKind, stringifyJson } from "../values/go/json.js";
import type { ParsedJson } from "../values/go/parse-json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import { trimmed } from "../values/strings.js";
import { badRequest, Refusal } from "./admission-status.js";
import type { AdmitOptions, BodyFault, ResourceAdmission, YamlSource } from "./admission.js";
import { duplicateText, strictErrors, strictFault } from "./strict-errors.js";

/** A body as the server works with it. */
export interface DecodedBody {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

/**
 * Decodes the body of a write: metadata as its type has it, unknown fields removed, nulls handled,
 * embedded resources coerced, defaults filled in (apiextensions
 * `apiserver/customresource_handler.go`, apiserver `endpoints/handlers`).
 *
 * @throws TypeError for a value that is not JSON
 */
export function decodeBody(
  resource: ResourceAdmission,
  input: unknown,
  { fieldValidation = "Warn", yaml }: Pick<AdmitOptions, "fieldValidation" | "yaml">,
): DecodedBody | Refusal {
  const body = readBody(resource, input, fieldValidation !== "Ignore", yaml);
  if (body instanceof Refusal) return body;
  const { object, kind } = body;
  const decoding = decodeObject(resource, object, kind);
  if (decoding instanceof DecodeFault) {
    return unhandled(object, kind, resource.kind, unreadable(decoding.message));
  }
  const unknown = decoding.map((path) => `unknown field "${path}"`);
  const repeats = yaml?.repeats ?? body.duplicates.map(duplicateText);
  if (fieldValidation === "Strict" && repeats.length + unknown.length > 0) {
    const items = [...(yaml && repeats.length > 0 ? [yaml.strictFault] : repeats), ...unknown];
    return notStrict(object, items, strictErrors(body.duplicates, decoding));
  }
  const warnings = fieldValidation === "Ignore" ? [] : [...repeats, ...unknown];
  // A group version without a group is printed without the slash.
  const apiVersion = textOf(object, "apiVersion").replace(/^\//, "");
  const expected = apiVersionOf(resource);
  if (apiVersion !== expected) {
    const message = `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
    return new Refusal(badRequest(message), [], warnings);
  }
  return { object, warnings };
}

/** A body of which no more is known than that it is an object, of some kind if it says so. */
export interface RawBody {
  readonly object: JsonObject;
  readonly kind: string;
  readonly duplicates: readonly string[];
}

/** The facts about the resource that the errors of decoding mention. */
export type BodyKind = Pick<ResourceAdmission, "group" | "version" | "kind">;

/**
 * Reads as much as the server does to learn the kind. A strict reader looks for that later than
 * others do.
 */
function readBody(
  resource: BodyKind,
  input: unknown,
  isStrict: boolean,
  yaml: YamlSource | undefined,
): RawBody | Refusal {
  const body = readRawBody(resource, input, yaml);
  if (body instanceof Refusal || body.kind !== "") return body;
  if (isStrict) {
    const text = yaml?.text ?? textOfInput(input);
    return unrecognized(resource, missingKind(text), text);
  }
  // The blanks around the object are skipped before it is read.
  const text = trimmed(textOfInput(input), " \t\r\n");
  return notOfKind(resource, body.object, missingKind(text));
}

function textOfInput(input: unknown): string {
  return typeof input === "string" ? input : stringifyJson(copyJson(input));
}

/** Reads a body before anything is known of its kind; null stands for an empty object. */
export function readRawBody(
  resource: BodyKind,
  input: unknown,
  yaml?: YamlSource,
  hasTypes = false,
  bytes?: Uint8Array,
): RawBody | Refusal {
  const parsed = typeof input === "string" ? parseJson(input) : parsedOf(copyJson(input));
  const fault = parsed instanceof JsonFault ? parsed.message : typeMetaFault(parsed);
  const text = (): string | Uint8Array => bytes ?? yaml?.text ?? textOfInput(input);
  if (fault !== undefined || parsed instanceof JsonFault) {
    const message = `couldn't get version/kind; json parse error: ${fault ?? ""}`;
    return unrecognized(resource, message, text());
  }
  const { value, duplicates, typeMeta, badNumber } = parsed;
  const object = isObject(value) ? value : {};
  const apiVersion = givenApiVersion(typeMeta);
  if (apiVersion.split("/").length > 2) {
    return unrecognized(resource, `unexpected GroupVersion string: ${apiVersion}`, text());
  }
  const kind = textOf(object, "kind");
  // What has types passes over the numbers of unknown fields.
  if (badNumber !== undefined && !hasTypes) return notOfKind(resource, object, badNumber);
  return { object, kind, duplicates };
}

class DecodeFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Brings an object into the form that the server works with; the paths of unknown fields, metadata
 * first.
 */
function decodeObject(
  resource: ResourceAdmission,
  object: JsonObject,
  kind: string,
): readonly string[] | DecodeFault {
  if (object["apiVersion"] === null) {
    return new DecodeFault(
      ".apiVersion accessor error: <nil> is of the type <nil>, expected string",
    );
  }
  const meta = decodeObjectMeta(object["metadata"] ?? null);
  if (meta instanceof MetaFault) return new DecodeFault(meta.message);
  const unknown = [meta.unknownFields.map((path) => `metadata.${path}`)];
  const { group, version } = groupVersionOf(object);
  const { coerceEmbedded, schema } = resource;
  if (group === resource.group && kind === resource.kind) {
    const { apiVersion } = object;
    unknown.push(pruneByVersion(resource, object, version));
    if (version === resource.version) {
      const coerced = coerceEmbedded?.(schema(), object) ?? [];
      if ("reason" in coerced) {
        const fault = resource.dialect?.words?.ofMetadata(coerced) ?? coerced;
        return new DecodeFault(fieldErrorText(fault));
      }
      unknown.push([...coerced]);
      resource.fill(object);
    }
    if (apiVersion !== undefined) object["apiVersion"] = apiVersion;
    object["kind"] = kind;
  }
  object["metadata"] = meta.metadata;
  return unknown.flat();
}

/**
 * Of a version that the CRD does not have every field is unknown; the others have their own code.
 */
function pruneByVersion(
  resource: ResourceAdmission,
  object: JsonObject,
  version: string,
): string[] {
  if (resource.preserveUnknownFields === true) return [];
  if (version === resource.version) return resource.prune(object);
  if (resource.otherVersions.includes(version)) return [];
  const unknown = Object.keys(object).filter((key) => !metaKeys.has(key));
  for (const key of unknown) delete object[key];
  return unknown.sort();
}

const metaKeys: ReadonlySet<string> = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata"]);

function missingKind(body: string): string {
  return `Object 'Kind' is missing in '${body}'`;
}

function parsedOf(value: Json): ParsedJson {
  const members = isObject(value) ? Object.entries(value) : [];
  const typeMeta = members.filter(([key]) => key === "apiVersion" || key === "kind");
  return { value, duplicates: [], repeats: [], typeMeta, badNumber: undefined };
}

/** Null overwrites nothing. */
function givenApiVersion(typeMeta: ParsedJson["typeMeta"]): string {
  const texts = typeMeta.flatMap(([key, value]) =>
    key === "apiVersion" && typeof value === "string" ? [value] : [],
  );
  return texts.at(-1) ?? "";
}

/**
 * Go's text where apiVersion or kind is no string, be it overwritten later, or the whole no object.
 */
export function typeMetaFault({ value, typeMeta }: ParsedJson): string | undefined {
  if (!isObject(value)) {
    if (value === null) return undefined;
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `json: cannot unmarshal ${jsonKind(value)} into Go value of type ${target}`;
  }
  for (const [key, member] of typeMeta) {
    if (member !== null && typeof member !== "string") {
      return `json: cannot unmarshal ${jsonKind(member)} into Go struct field .${key} of type string`;
    }
  }
  return undefined;
}

function unrecognized({ kind }: BodyKind, fault: string, body: string | Uint8Array): Refusal {
  return new Refusal(badRequest(unrecognizedText(kind, fault, body)), [], [], unreadable(fault));
}

/** Returns the server's text about a body that it does not recognize. */
export function unrecognizedText(kind: string, fault: string, body: string | Uint8Array): string {
  return `the object provided is unrecognized (must be of type ${kind}): ${fault} (${summary(body)})`;
}

const openBrace = 0x7b;

/** How many bytes of a body are shown. */
const shownBytes = 30;

/** The beginning of a body; what is no JSON object is shown in hexadecimal. */
function summary(body: string | Uint8Array): string {
  if (body.length === 0) return "<empty>";
  const begin = body.slice(0, shownBytes + 1);
  const bytes = typeof begin === "string" ? new TextEncoder().encode(begin) : begin;
  const shown = bytes.slice(0, shownBytes);
  const text =
    bytes[0] === openBrace
      ? cutText(shown)
      : Array.from(shown, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return bytes.length > shownBytes ? `${text} ...` : text;
}

/** Of a character that was cut in two, Go shows each byte as a U+FFFD of its own. */
function cutText(bytes: Uint8Array): string {
  const whole = new TextDecoder().decode(bytes, { stream: true });
  return whole + "\uFFFD".repeat(bytes.length - new TextEncoder().encode(whole).length);
}

/**
 * Of an object that was not read to its end: what it does not say of its type is that of the
 * resource.
 */
function notOfKind(resource: BodyKind, object: JsonObject, fault: string): Refusal {
  const { group, version } = groupVersionOf(object);
  const isDefault = version === "" && (group === "" || group === resource.group);
  const apiVersion = isDefault ? resource.version : textOf(object, "apiVersion");
  const kind = textOf(object, "kind");
  const given = kind === "" ? resource.kind : kind;
  return unhandled({ apiVersion }, given, resource.kind, unreadable(fault));
}

/**
 * Of an object that was read, but not strictly: it is called by its own kind, and must say of which
 * version.
 */
function notStrict(
  object: JsonObject,
  items: readonly string[],
  errors: readonly FieldError[],
): Refusal {
  const kind = textOf(object, "kind");
  if (groupVersionOf(object).version !== "") {
    return unhandled(object, kind, kind, { kind: "odd", items }, errors);
  }
  const message = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
  return new Refusal(badRequest(message), errors);
}

/** A fault that is told as it is. */
export function unreadable(fault: string): BodyFault & { readonly kind: "unreadable" } {
  return { kind: "unreadable", fault };
}

/** 400 for a body that was read, but is none of the kind that is wanted. */
export function unhandled(
  object: JsonObject,
  kind: string,
  wanted: string,
  cause: Exclude<BodyFault, { readonly kind: "noScale" }>,
  errors: readonly FieldError[] = [],
): Refusal {
  const version = quote(groupVersionOf(object).version);
  const fault = cause.kind === "odd" ? strictFault(cause.items) : cause.fault;
  const message = `${kind} in version ${version} cannot be handled as a ${wanted}: ${fault}`;
  return new Refusal(badRequest(message), errors, [], cause);
}

function groupVersionOf(object: JsonObject): { readonly group: string; readonly version: string } {
  const [version = "", group = ""] = textOf(object, "apiVersion").split("/").reverse();
  return { group, version };
}
