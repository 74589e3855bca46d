import { floatKey } from "../../crd/source/scalars/resolve-scalar.js";
import { formatJsonFloat } from "../../runtime/v1/values/go/float.js";
import { goJsonString } from "../../runtime/v1/values/go/json.js";
import { goSyntax } from "../../runtime/v1/values/go/render-tree.js";
import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import { isInt64 } from "../../runtime/v1/values/json/json.js";
import { YamlFault } from "./cursor.js";

/** A scalar as Go's decoder reads it: integers are `bigint`, floats `number`. */
export type YamlScalar = string | boolean | null | bigint | number;

/** A document as Go's decoder reads it (`go.yaml.in/yaml/v2`, `decode.go`). */
export type YamlValue = YamlScalar | YamlValue[] | YamlMap;

/** A map of Go, whose keys may be of several types: `1` is not `"1"`. */
export class YamlMap {
  readonly #entries = new Map<string, readonly [key: YamlScalar, value: YamlValue]>();

  has(key: YamlScalar): boolean {
    // Not a number is no number's equal.
    return !Number.isNaN(key) && this.#entries.has(idOf(key));
  }

  set(key: YamlScalar, value: YamlValue): void {
    this.#entries.set(idOf(key), [key, value]);
  }

  entries(): Iterable<readonly [key: YamlScalar, value: YamlValue]> {
    return this.#entries.values();
  }
}

function idOf(key: YamlScalar): string {
  return `${typeof key} ${String(key)}`;
}

/**
 * The JSON that `sigs.k8s.io/yaml` makes of a value: keys are texts, and sorted.
 *
 * @throws YamlFault for what JSON cannot hold
 */
export function toJson(value: YamlValue): string {
  return write(jsonable(value));
}

/** A value whose maps have texts for keys. */
type JsonableValue = YamlScalar | JsonableValue[] | Map<string, JsonableValue>;

/** Keys are looked at before any number is. */
function jsonable(value: YamlValue): JsonableValue {
  if (Array.isArray(value)) return value.map(jsonable);
  if (!(value instanceof YamlMap)) return value;
  const object = new Map<string, JsonableValue>();
  for (const [key, member] of value.entries()) {
    const name = keyText(key);
    if (name === undefined) throw unsupportedKey(key, member);
    object.set(name, jsonable(member));
  }
  return object;
}

function write(value: JsonableValue): string {
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (value instanceof Map) {
    const members = [...value].sort(([a], [b]) => compareUtf8(a, b));
    return `{${members.map(([key, member]) => `${goJsonString(key)}:${write(member)}`).join()}}`;
  }
  if (typeof value === "string") return goJsonString(value);
  if (typeof value !== "number") return String(value);
  if (Number.isFinite(value)) return formatJsonFloat(value);
  throw new YamlFault(`json: unsupported value: ${infinityText(value)}`);
}

function infinityText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "+Inf" : "-Inf";
}

function keyText(key: YamlScalar): string | undefined {
  if (key === null) return undefined;
  if (typeof key === "number") return floatKey(key);
  return typeof key !== "bigint" || isInt64(key) ? String(key) : undefined;
}

function unsupportedKey(key: YamlScalar, member: YamlValue): YamlFault {
  const type = key === null ? "%!s(<nil>)" : "uint64";
  const shown = `key: ${yamlGoSyntax(key)}, value: ${yamlGoSyntax(member)}`;
  return new YamlFault(`unsupported map key of type: ${type}, ${shown}`);
}

/** A value as Go prints it with `%#v`. */
export function yamlGoSyntax(value: YamlValue, isInside = false): string {
  if (value === null) return isInside ? "interface {}(nil)" : "<nil>";
  if (typeof value === "bigint") return isInt64(value) ? String(value) : `0x${value.toString(16)}`;
  if (Array.isArray(value)) {
    return `[]interface {}{${value.map((item) => yamlGoSyntax(item, true)).join(", ")}}`;
  }
  if (!(value instanceof YamlMap)) return goSyntax(value);
  const members = [...value.entries()].sort(([a], [b]) => compareKeys(a, b));
  const texts = members.map(
    ([key, member]) => `${yamlGoSyntax(key, true)}:${yamlGoSyntax(member, true)}`,
  );
  return `map[interface {}]interface {}{${texts.join(", ")}}`;
}

/** The order in which Go prints keys: by types, then by values. */
function compareKeys(a: YamlScalar, b: YamlScalar): number {
  const order = keyTypes.indexOf(typeof a) - keyTypes.indexOf(typeof b);
  if (order !== 0) return order;
  if (typeof a === "string" && typeof b === "string") return compareUtf8(a, b);
  return Number(a) - Number(b);
}

const keyTypes = ["object", "bigint", "string", "boolean", "number"];
