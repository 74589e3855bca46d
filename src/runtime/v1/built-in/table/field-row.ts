/** A field of a struct of Go, with what OpenAPI says of it. */
export interface FieldRow {
  /** In JSON. */
  readonly name: string;
  readonly type: FieldType;
  /** In Protocol Buffers; 0 for `kind` and `apiVersion`, which the envelope has. */
  readonly number: number;
  /** It has no `omitempty`: it is printed even if it is empty, a list or map as null. */
  readonly isPrinted: boolean;
  /** OpenAPI says so. */
  readonly isRequired: boolean;
  /** Servers take objects without it, even though OpenAPI says that it is required. */
  readonly mayBeAbsent: boolean;
  /** The struct that is inlined here, which is a message of its own in Protocol Buffers. */
  readonly within?: { readonly name: string; readonly number: number };
  /** The items have owners of their own, by these keys, or by their values. */
  readonly list?: readonly string[] | "set";
  /** It has one owner as a whole (`x-kubernetes-map-type`). */
  readonly isAtomic: boolean;
  /** Its fields have owners of their own, and OpenAPI says so. */
  readonly isGranular?: boolean;
  /** How a strategic merge patch treats it: `merge`, `replace`, `retainKeys`, or several. */
  readonly patch?: string;
  /** By which items of lists are merged by such a patch; without it they are scalars. */
  readonly mergeKey?: string;
  /** What is filled in, as OpenAPI has it; zero values of Go are none. */
  readonly default?: string | number | boolean;
  /** OpenAPI states Go's zero value as its default, though Go does not always print it. */
  readonly hasZeroDefault?: boolean;
  /** Of the documents that it was read from. */
  readonly description?: string;
}

/** The type of a field, as Go has it. */
export type FieldType =
  | {
      readonly kind: "scalar";
      readonly scalar: ScalarType;
      /** The type's own name, where it has one: `core/v1.Protocol`, `types.UID`. */
      readonly name?: string;
    }
  | { readonly kind: "struct"; readonly struct: string }
  | { readonly kind: "pointer"; readonly of: FieldType }
  | { readonly kind: "list" | "map"; readonly of: FieldType; readonly name?: string };

/** A type whose values are no structs: of Go itself, or one that reads and writes itself. */
export type ScalarType = (typeof scalarTypes)[number];

const scalarTypes = [
  "string",
  "bool",
  "uint8",
  "int32",
  "int64",
  "float64",
  "bytes",
  "Time",
  "MicroTime",
  "Duration",
  "Quantity",
  "IntOrString",
  "RawExtension",
  "FieldsV1",
  "JSON",
  "JSONSchemaPropsOrArray",
  "JSONSchemaPropsOrBool",
  "JSONSchemaPropsOrStringArray",
] as const;

/**
 * Reads a row: name, type and number, then what else there is to say, with spaces between:
 * `ports []core/v1.ServicePort 1 list=port,protocol patch=merge key=port`.
 */
export function readFieldRow(text: string): FieldRow {
  const [name = "", type = "", number = "0", ...words] = text.split(" ");
  const facts = new Map(words.map(factOf));
  const [list, patch, mergeKey] = [facts.get("list"), facts.get("patch"), facts.get("key")];
  const [within, fallback] = [facts.get("within"), facts.get("default")];
  return {
    name,
    type: readType(type),
    number: Number(number),
    isPrinted: facts.has("printed"),
    isRequired: facts.has("required"),
    mayBeAbsent: facts.has("absent"),
    isAtomic: facts.has("atomic"),
    ...(facts.has("zero") && { hasZeroDefault: true }),
    ...(facts.has("granular") && { isGranular: true }),
    ...(within !== undefined && { within: inlined(within) }),
    ...(facts.has("set") && { list: "set" as const }),
    ...(list !== undefined && { list: list.split(",") }),
    ...(patch !== undefined && { patch }),
    ...(mergeKey !== undefined && { mergeKey }),
    ...(fallback !== undefined && { default: JSON.parse(fallback) as string | number | boolean }), // of our own table
  };
}

/** A word of a row: `printed`, or `list=name`. */
export function factOf(word: string): [name: string, value: string] {
  const at = word.indexOf("=");
  return at === -1 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}

function inlined(text: string): { readonly name: string; readonly number: number } {
  const [name = "", number = "0"] = text.split(":");
  return { name, number: Number(number) };
}

/** `*T`, `[]T`, `map[string]T`, a scalar, a struct; `T~name` is a type with a name of its own. */
function readType(text: string): FieldType {
  if (text.startsWith("*")) return { kind: "pointer", of: readType(text.slice(1)) };
  if (text.startsWith("[]")) return { kind: "list", of: readType(text.slice(2)) };
  if (text.startsWith(mapPrefix))
    return { kind: "map", of: readType(text.slice(mapPrefix.length)) };
  const [, inner, innerName] = /^\((.*)\)~(.*?)$/.exec(text) ?? [];
  if (inner !== undefined && innerName !== undefined) {
    const type = readType(inner);
    return type.kind === "list" || type.kind === "map" ? { ...type, name: innerName } : type;
  }
  const [type = "", name] = text.split("~");
  const scalar = scalarTypes.find((one) => one === type);
  if (scalar === undefined) return { kind: "struct", struct: type };
  return { kind: "scalar", scalar, ...(name !== undefined && { name }) };
}

const mapPrefix = "map[string]";
