import type { KubernetesMinor } from "../../values/kubernetes-version.js";

/**
 * The Go types into which the API server decodes a CRD or an object of a built-in kind, as far as
 * its answers show them: the JSON that each accepts, the names in its error texts, and the layout
 * in which it prints values.
 */
export type GoType = GoScalar | GoPointer | GoSlice | GoMap | GoStruct | GoAnyJson | GoSchemaUnion;

/**
 * `bytes` is base64 text or a list of `uint8`, `time` RFC 3339 text, `microTime` the same with six
 * digits behind the second, `quantity` a text or a number, `intOrString` a text or an `int32`.
 */
export interface GoScalar {
  readonly kind:
    | "string"
    | "bool"
    | "uint8"
    | "int32"
    | "int64"
    | "float64"
    | "bytes"
    | "time"
    | "microTime"
    | "quantity"
    | "intOrString";
  /** Own name of a named type (`ResourceScope`), with its package if that differs (`types.UID`). */
  readonly name?: string;
}

interface GoPointer {
  readonly kind: "pointer";
  readonly to: GoType;
}

/** A list; `name` as in `GoScalar`. */
export interface GoSlice {
  readonly kind: "slice";
  readonly of: GoType;
  readonly name?: string;
}

/** A map with texts for keys; `name` as in `GoScalar`. */
export interface GoMap {
  readonly kind: "map";
  readonly of: GoType;
  readonly name?: string;
}

/** A struct; `name` is without its package, which `typeName` adds. */
export interface GoStruct {
  readonly kind: "struct";
  readonly name: string;
  /** Its package, where that follows from nothing else. */
  readonly pkg?: string;
  /** In the order of the internal type. Made on first use, since schemas hold schemas. */
  readonly fields: () => ReadonlyMap<string, GoField>;
}

/** Any JSON (`apiextensions.JSON`): kept as it is. */
interface GoAnyJson {
  readonly kind: "json";
}

/**
 * The three types that read themselves (`v1/marshal.go`): a schema, or a boolean, a list of
 * schemas, a list of strings.
 */
export interface GoSchemaUnion {
  readonly kind: "schemaOrBool" | "schemaOrArray" | "schemaOrStrings";
  /** The type of a schema. */
  readonly schema: () => GoStruct;
}

/** A field of a struct; its name in JSON is the key that it is kept under. */
export interface GoField {
  /** The name in Go. */
  readonly name: string;
  readonly type: GoType;
  /** First server that knows the field, where not all do. */
  readonly since?: KubernetesMinor;
  /** It has no `omitempty`: it is printed even if it is empty. */
  readonly isAlwaysPrinted?: true;
  /** The name of the struct that is embedded here, and has the field. */
  readonly embedded?: string;
}

/** Any text; null is the empty one. */
export const goString: GoScalar = { kind: "string" };
/** `true` and `false`, no texts of these. */
export const goBool: GoScalar = { kind: "bool" };
/** 0 to 255; the items of `[]byte` where it is written as a list. */
export const goUint8: GoScalar = { kind: "uint8" };
/** Whole numbers of 32 bits; `priority` of printer columns and `port` of webhooks. */
export const goInt32: GoScalar = { kind: "int32" };
/** Whole numbers of 64 bits, without point and exponent. */
export const goInt64: GoScalar = { kind: "int64" };
/** Any number of JSON. */
export const goFloat64: GoScalar = { kind: "float64" };
/** `metav1.Time`: RFC 3339 text; null is the zero time. */
export const goTime: GoScalar = { kind: "time" };
/** `metav1.MicroTime`: RFC 3339 text with microseconds; null is the zero time. */
export const goMicroTime: GoScalar = { kind: "microTime" };
/** `resource.Quantity`: a text such as `500m`, or a number; null is zero. */
export const goQuantity: GoScalar = { kind: "quantity" };
/** `intstr.IntOrString`: a number of 32 bits, or a text. */
export const goIntOrString: GoScalar = { kind: "intOrString" };
/** `apiextensions.JSON`: any value, kept as it is. */
export const goAnyJson: GoAnyJson = { kind: "json" };

/** Null and absence are nil, which is printed otherwise than the zero value. */
export function pointerTo(to: GoType): GoPointer {
  return { kind: "pointer", to };
}

/** A list; `name` is that of a named type, such as `ValidationRules`. Null and absence are nil. */
export function sliceOf(of: GoType, name?: string): GoSlice {
  return name === undefined ? { kind: "slice", of } : { kind: "slice", of, name };
}

/**
 * A map with texts for keys; `name` is that of a named type, such as `JSONSchemaDefinitions`. Null
 * and absence are nil.
 */
export function goMapOf(of: GoType, name?: string): GoMap {
  return name === undefined ? { kind: "map", of } : { kind: "map", of, name };
}

/** A string type with a name of its own. */
export function namedString(name: string): GoScalar {
  return { kind: "string", name };
}

/** A struct; `fields` maps each JSON key to its Go field. */
export function structOf(
  name: string,
  fields: () => Readonly<Record<string, GoField>>,
  pkg?: string,
): GoStruct {
  let made: ReadonlyMap<string, GoField> | undefined;
  const struct = {
    kind: "struct",
    name,
    fields: () => (made ??= new Map(Object.entries(fields()))),
  } as const;
  return pkg === undefined ? struct : { ...struct, pkg };
}

/** A field by its Go name and type. */
export function field(name: string, type: GoType, since?: KubernetesMinor): GoField {
  return since === undefined ? { name, type } : { name, type, since };
}

/** A field that is printed even if it is empty, by its Go name and type. */
export function printedField(name: string, type: GoType): GoField {
  return { name, type, isAlwaysPrinted: true };
}

const unionNames: Readonly<Record<GoSchemaUnion["kind"], string>> = {
  schemaOrBool: "JSONSchemaPropsOrBool",
  schemaOrArray: "JSONSchemaPropsOrArray",
  schemaOrStrings: "JSONSchemaPropsOrStringArray",
};

/**
 * A type as Go's reflection prints it, its own types qualified with `pkg`: `[]v1.JSON`,
 * `*apiextensions.JSONSchemaProps`.
 */
export function typeName(type: GoType, pkg: string): string {
  switch (type.kind) {
    case "pointer":
      return `*${typeName(type.to, pkg)}`;
    case "slice":
      return type.name === undefined ? `[]${typeName(type.of, pkg)}` : qualified(type.name, pkg);
    case "map":
      return type.name === undefined
        ? `map[string]${typeName(type.of, pkg)}`
        : qualified(type.name, pkg);
    case "struct":
      return qualified(type.name, type.pkg ?? pkg);
    case "json":
      return `${pkg}.JSON`;
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings":
      return `${pkg}.${unionNames[type.kind]}`;
    case "bytes":
      return "[]uint8";
    case "time":
      return "v1.Time";
    case "microTime":
      return "v1.MicroTime";
    case "quantity":
      return "resource.Quantity";
    case "intOrString":
      return "intstr.IntOrString";
    default:
      return type.name === undefined ? type.kind : qualified(type.name, pkg);
  }
}

/** A name of a type with its package. */
function qualified(name: string, pkg: string): string {
  return name.includes(".") ? name : `${metaPackages.get(name) ?? pkg}.${name}`;
}

/** Where types of apimachinery stand. */
const metaPackages: ReadonlyMap<string, string> = new Map([
  ["ObjectMeta", "v1"],
  ["OwnerReference", "v1"],
  ["ManagedFieldsEntry", "v1"],
  ["ManagedFieldsOperationType", "v1"],
  ["FieldsV1", "v1"],
  ["UID", "types"],
]);
