/**
 * The types of CEL (cel-go `common/types/types.go`). Two object types are one type when their names
 * are equal; the primitive types below are singletons, so that `type === boolType` holds for every
 * bool.
 */
export type CelType =
  | PrimitiveType
  | WrapperType
  | ListType
  | MapType
  | OpaqueType
  | TypeType
  | TypeParameter
  | ObjectType;

/**
 * Types without parameters. `error` is the type of what did not check; no messages follow from it.
 * `nil` is what 1.28 has in the place of some of these; it fits nowhere.
 */
export interface PrimitiveType {
  readonly kind:
    | "dyn"
    | "error"
    | "nil"
    | "any"
    | "null"
    | "bool"
    | "int"
    | "uint"
    | "double"
    | "string"
    | "bytes"
    | "timestamp"
    | "duration";
}

/**
 * A primitive or null: what the well-known protobuf wrappers (`google.protobuf.Int64Value` …) are.
 */
export interface WrapperType {
  readonly kind: "wrapper";
  readonly wrapped: PrimitiveType;
}

/** `list(element)`; of an empty literal the element is a type variable until its use tells more. */
export interface ListType {
  readonly kind: "list";
  readonly element: CelType;
}

/** `map(key, value)`; of those that schemas declare the key is `string`. */
export interface MapType {
  readonly kind: "map";
  readonly key: CelType;
  readonly value: CelType;
}

/** A type known by name, with parameters: `optional_type(T)`, `net.IP`, `net.CIDR`. */
export interface OpaqueType {
  readonly kind: "opaque";
  readonly name: string;
  readonly parameters: readonly CelType[];
}

/** The type of types; `type(int)` for the identifier `int`. */
export interface TypeType {
  readonly kind: "type";
  readonly parameter: CelType | undefined;
}

/** A type parameter of a signature, or a type variable of the checker. */
export interface TypeParameter {
  readonly kind: "param";
  readonly name: string;
}

/** An object with named fields, or a type of a library (`kubernetes.Quantity`), which has none. */
export interface ObjectType {
  readonly kind: "object";
  readonly name: string;
  /**
   * The type of a field, or `undefined` when there is no such field. Fields may be made on first
   * use. A library's type has none to ask for.
   */
  readonly field: ((name: string) => CelType | undefined) | undefined;
  /** The names of its fields, for those who offer them; a library's type has none. */
  readonly fieldNames?: Iterable<string> | undefined;
}

/** Unknown until run time; fits everywhere, and everything fits it. */
export const dynType: PrimitiveType = { kind: "dyn" };
/**
 * The type of an expression that did not check and was reported; fits everywhere, so that nothing
 * is reported twice.
 */
export const errorType: PrimitiveType = { kind: "error" };
/**
 * Go's nil in the place of a type, as 1.28 has it for undeclared methods and messages; fits
 * nowhere.
 */
export const nilType: PrimitiveType = { kind: "nil" };
/** `google.protobuf.Any`, which the checker treats as `dyn`. */
export const anyType: PrimitiveType = { kind: "any" };
/**
 * The type of `null`, which also fits wrappers, messages, opaque types, timestamps and durations.
 */
export const nullType: PrimitiveType = { kind: "null" };
/** `true` and `false`. */
export const boolType: PrimitiveType = { kind: "bool" };
/**
 * Signed, 64 bits; what `type: integer` is, and every number literal without point, exponent and
 * `u`.
 */
export const intType: PrimitiveType = { kind: "int" };
/** Unsigned, 64 bits; no schema declares it, literals end in `u`. */
export const uintType: PrimitiveType = { kind: "uint" };
/** 64 bits, IEEE 754; what `type: number` is. */
export const doubleType: PrimitiveType = { kind: "double" };
/** Unicode text, measured in code points. */
export const stringType: PrimitiveType = { kind: "string" };
/** Bytes, measured one by one; what strings of `format: byte` are, decoded. */
export const bytesType: PrimitiveType = { kind: "bytes" };
/** `google.protobuf.Timestamp`; what strings of `format: date` and `date-time` are. */
export const timestampType: PrimitiveType = { kind: "timestamp" };
/** `google.protobuf.Duration`; what strings of `format: duration` are. */
export const durationType: PrimitiveType = { kind: "duration" };

/** `list(element)`. */
export function listType(element: CelType): ListType {
  return { kind: "list", element };
}

/** `map(key, value)`. */
export function mapType(key: CelType, value: CelType): MapType {
  return { kind: "map", key, value };
}

/** `optional_type(value)`. */
export function optionalType(value: CelType): OpaqueType {
  return { kind: "opaque", name: "optional_type", parameters: [value] };
}

/** A type known by name alone. */
export function opaqueType(name: string, parameters: readonly CelType[] = []): OpaqueType {
  return { kind: "opaque", name, parameters };
}

/** `type(parameter)`. */
export function typeType(parameter: CelType | undefined): TypeType {
  return { kind: "type", parameter };
}

/** A parameter of a signature. */
export function typeParameter(name: string): TypeParameter {
  return { kind: "param", name };
}

/** A primitive or null. */
export function wrapperType(wrapped: PrimitiveType): WrapperType {
  return { kind: "wrapper", wrapped };
}

/**
 * An object type whose fields come from `field`; without it, the type of a library. `fieldNames`
 * can be walked several times.
 */
export function objectType(
  name: string,
  field?: (name: string) => CelType | undefined,
  fieldNames?: Iterable<string>,
): ObjectType {
  return { kind: "object", name, field, fieldNames };
}

/**
 * The types that a type is made of: a list's element, a map's key and value (cel-go
 * `common/types/types.go`, Parameters).
 */
export function parametersOf(type: CelType): readonly CelType[] {
  switch (type.kind) {
    case "list":
      return [type.element];
    case "map":
      return [type.key, type.value];
    case "opaque":
      return type.parameters;
    case "type":
      return type.parameter === undefined ? [] : [type.parameter];
    default:
      return [];
  }
}

/** The value type of an `optional_type(T)`; `undefined` for every other type. */
export function optionalValue(type: CelType): CelType | undefined {
  return type.kind === "opaque" && type.name === "optional_type" ? type.parameters[0] : undefined;
}

/**
 * The name of the type of optional values in messages: `optional` up to 1.30 (cel-go 0.17), where
 * expressions have no name for it; later both call it `optional_type`.
 */
export type OptionalName = "optional" | "optional_type";

/** A type as the checker's messages print it (cel-go `checker/format.go`). */
export function formatType(type: CelType, optionalName: OptionalName = "optional_type"): string {
  const format = (part: CelType): string => formatType(part, optionalName);
  switch (type.kind) {
    case "error":
      return "!error!";
    case "nil":
      return "<nil>";
    case "wrapper":
      return `wrapper(${type.wrapped.kind})`;
    case "list":
      return `list(${format(type.element)})`;
    case "map":
      return `map(${format(type.key)}, ${format(type.value)})`;
    case "opaque": {
      const name = type.name === "optional_type" ? optionalName : type.name;
      if (type.parameters.length === 0) return name;
      return `${name}(${type.parameters.map(format).join(", ")})`;
    }
    case "type":
      return type.parameter === undefined ? "type" : `type(${format(type.parameter)})`;
    case "param":
    case "object":
      return type.name;
    default:
      return type.kind;
  }
}

/**
 * A type as the text of its protobuf message, which is what 1.28 prints where fields are selected
 * of a scalar.
 */
export function formatAsMessage(type: CelType): string {
  switch (type.kind) {
    case "int":
    case "uint":
      return `primitive:${type.kind.toUpperCase()}64`;
    case "bool":
    case "double":
    case "string":
    case "bytes":
      return `primitive:${type.kind.toUpperCase()}`;
    case "timestamp":
    case "duration":
      return `well_known:${type.kind.toUpperCase()}`;
    case "null":
      return "null:NULL_VALUE";
    case "wrapper":
      return formatAsMessage(type.wrapped).replace("primitive:", "wrapper:");
    case "list":
      return `list_type:{elem_type:{${formatAsMessage(type.element)}}}`;
    default:
      return formatType(type);
  }
}

/**
 * Tells whether two types are the same, names of type parameters included; a wrapper is the same as
 * what it wraps.
 */
export function isExactType(left: CelType, right: CelType): boolean {
  if (left === right) return true;
  if (right.kind === "wrapper") return isExactType(left, right.wrapped);
  switch (left.kind) {
    case "list":
      return right.kind === "list" && isExactType(left.element, right.element);
    case "map":
      return (
        right.kind === "map" &&
        isExactType(left.key, right.key) &&
        isExactType(left.value, right.value)
      );
    case "opaque":
      return (
        right.kind === "opaque" &&
        left.name === right.name &&
        areExactTypes(left.parameters, right.parameters)
      );
    case "type":
      return right.kind === "type" && isExactOrAbsent(left.parameter, right.parameter);
    case "param":
      return right.kind === "param" && left.name === right.name;
    case "object":
      return right.kind === "object" && left.name === right.name;
    case "wrapper":
      return isExactType(left.wrapped, right);
    default:
      return left.kind === right.kind;
  }
}

function isExactOrAbsent(left: CelType | undefined, right: CelType | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return isExactType(left, right);
}

function areExactTypes(left: readonly CelType[], right: readonly CelType[]): boolean {
  if (left.length !== right.length) return false;
  return left.every((type, index) => {
    const other = right[index];
    return other !== undefined && isExactType(type, other);
  });
}
