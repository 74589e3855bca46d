import type { DecodedValue, StructWatch } from "../../../runtime/v1/built-in/go-types/decode-as.js";
import { GoTypeDecoder } from "../../../runtime/v1/built-in/go-types/decode-as.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { Path } from "../../source/source-file.js";
import type { CrdDocument } from "../find-crds.js";
import { crdTypes, schemaType } from "./crd-types.js";

/** The findings of the API server's JSON decoder about a CRD. */
export interface DecodedCrd extends DecodedValue {
  /**
   * Schemas that have, at or below them, a keyword beyond those that nearly all schemas are made
   * of, or one with an unusual value.
   */
  readonly odd: WeakSet<object>;
  /** Paths of schemas nested deeper than `maxSchemaDepth`, which were not read. */
  readonly tooDeep: readonly Path[];
}

/** Schemas may nest this deep; real ones stay below 60. What walks schemas may recurse. */
export const maxSchemaDepth = 500;

/**
 * Walks a CRD along its Go types, as the server does for a request with `fieldValidation=Warn`
 * (`decodeAs`).
 */
export function decodeCrd(crd: CrdDocument, minor: KubernetesMinor): DecodedCrd {
  const watch = new SchemaWatch();
  const decoder = new GoTypeDecoder(crd.path, minor, watch);
  decoder.visit(crdTypes[crd.apiVersion], crd.value);
  const { faults, unknownFields, strictTexts } = decoder;
  return { faults, unknownFields, strictTexts, odd: watch.odd, tooDeep: watch.tooDeep };
}

/** Notes which schemas are odd, and keeps from those that nest too deep. */
class SchemaWatch implements StructWatch {
  readonly type = schemaType;
  readonly tooDeep: Path[] = [];
  readonly odd = new WeakSet<object>();
  /**
   * Schemas of which there is nothing to say, and how deep they stood. What a document repeats is
   * one object.
   */
  readonly #plain = new Map<JsonObject, number>();
  #depth = 0;
  #oddities = 0;

  enter(value: JsonObject, decoder: GoTypeDecoder, visit: () => void): void {
    if (this.#depth === maxSchemaDepth) {
      this.tooDeep.push(decoder.path);
      return;
    }
    if ((this.#plain.get(value) ?? -1) >= this.#depth) return;
    const [oddities, remarks] = [this.#oddities, this.#remarksOf(decoder)];
    this.#depth++;
    visit();
    this.#depth--;
    if (this.#oddities !== oddities) this.odd.add(value);
    else if (this.#remarksOf(decoder) === remarks && value["properties"] !== undefined) {
      this.#plain.set(value, this.#depth);
    }
  }

  sees(key: string, child: Json, value: JsonObject): void {
    if (!isUsual(key, child, value)) this.#oddities++;
  }

  /** How often anything else was found. */
  #remarksOf(decoder: GoTypeDecoder): number {
    return decoder.remarks + this.tooDeep.length;
  }
}

/**
 * Tells whether a keyword can be judged by the hash-consed `Schema` of its node alone, so that a
 * node that equals a faultless one is faultless too. Everything rare or wrong is not.
 */
function isUsual(key: string, value: Json, schema: JsonObject): boolean {
  if (value === null) return false;
  if (plainKeywords.has(key)) return true;
  switch (key) {
    case "type":
      return types.has(value);
    case "items":
      return isObject(value);
    case "additionalProperties":
    case "x-kubernetes-preserve-unknown-fields":
      return value !== false;
    case "x-kubernetes-list-type":
      return listTypes.has(value) && schema["type"] === "array";
    case "x-kubernetes-list-map-keys":
      return schema["x-kubernetes-list-type"] === "map" && isList(value, isText);
    case "x-kubernetes-map-type":
      return mapTypes.has(value) && schema["type"] === "object";
    case "anyOf":
      return isList(value, isBareScalar);
    case "x-kubernetes-validations":
      return isList(value, isUsualRule);
    default:
      return false;
  }
}

const plainKeywords: ReadonlySet<string> = new Set([
  "description", "title", "example", "externalDocs", "format", "nullable", "default", "properties", "required", "enum",
  "pattern", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum",
  "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "x-kubernetes-int-or-string",
]); // prettier-ignore

const types: ReadonlySet<Json> = new Set([
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
]);
const listTypes: ReadonlySet<Json> = new Set(["atomic", "set", "map"]);
const mapTypes: ReadonlySet<Json> = new Set(["atomic", "granular"]);

function isList(value: Json, isItem: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: Json): boolean {
  return typeof value === "string";
}

/** `type: integer` and nothing else, as in the two branches of int-or-string. */
function isBareScalar(branch: Json): boolean {
  if (!isObject(branch) || (branch["type"] !== "integer" && branch["type"] !== "string")) {
    return false;
  }
  return Object.keys(branch).length === 1;
}

const ruleKeywords: ReadonlySet<string> = new Set([
  "rule",
  "message",
  "messageExpression",
  "reason",
]);

function isUsualRule(rule: Json): boolean {
  if (!isObject(rule)) return false;
  return Object.keys(rule).every((key) => ruleKeywords.has(key) && isText(rule[key] ?? null));
}
