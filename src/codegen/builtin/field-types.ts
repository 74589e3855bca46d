import type { RuntimeType } from "../../runtime/contract.js";
import type { FieldRow, FieldType, ScalarType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Flavour } from "../backends/types/flavours.js";
import type { Imported } from "../emit/code.js";
import * as make from "../emit/nodes/make.js";
import type { TypeNode } from "../emit/types/type-expression.js";
import {
  arrayOf,
  intersection,
  keyword,
  mapOf,
  field as memberOf,
  objectType,
  reference,
  union,
} from "../emit/types/type-expression.js";
import type { ComponentSet } from "./component-set.js";
import { isOfRuntime, keysOf, structIn } from "./component-set.js";

/** Where the types of fields get the names from that they refer to. */
export interface TypeNames {
  readonly components: ComponentSet;
  /** A component in a flavour. */
  component(struct: string, flavour: Flavour): string | Imported;
  /** An enum, by the name of its type in Go; undefined for types that are none. */
  enumType(name: string): string | Imported | undefined;
  runtimeType(name: RuntimeType): Imported;
}

/** The type of a field's value: null is not among it. */
export function fieldType(row: FieldRow, flavour: Flavour, names: TypeNames): TypeNode {
  const isWhole = flavour === "apply" && !names.components.isMerged(row);
  return typeOf(row.type, row, isWhole ? "input" : flavour, names);
}

function typeOf(type: FieldType, row: FieldRow, flavour: Flavour, names: TypeNames): TypeNode {
  switch (type.kind) {
    case "pointer":
      return typeOf(type.of, row, flavour, names);
    case "list":
      return arrayOf(withKeys(typeOf(type.of, row, flavour, names), type.of, row, flavour, names));
    case "map":
      return mapOf(typeOf(type.of, row, flavour, names));
    case "struct":
      return structType(type.struct, flavour, names);
    case "scalar":
      return scalarType(type, flavour, names);
  }
}

const metaTypes = {
  read: "EmbeddedObjectMeta",
  input: "ObjectMetaInput",
  apply: "EmbeddedObjectMeta",
} as const;

function structType(struct: string, flavour: Flavour, names: TypeNames): TypeNode {
  if (isOfRuntime(struct)) return reference(names.runtimeType(metaTypes[flavour]));
  const name = names.component(struct, flavour);
  const isOpen = flavour !== "read" && names.components.hasEnum(struct);
  return isOpen ? reference(name, reference(textParameter)) : reference(name);
}

const textParameter = "Text";

/**
 * The type parameters of a type that holds enums, as it is sent: what its enums take beside their
 * values. Calls infer it; elsewhere it is any string.
 */
export const textParameters: readonly string[] = [`${textParameter} extends string = string & {}`];

/** What is applied says which item of a list is meant, unless its type demands that anyway. */
function withKeys(
  item: TypeNode,
  type: FieldType,
  row: FieldRow,
  flavour: Flavour,
  { components }: TypeNames,
): TypeNode {
  const struct = structIn(type);
  if (flavour !== "apply" || struct === undefined) return item;
  const demanded = components.appliedUse(struct)?.keys ?? [];
  const fields = components.of(struct).struct.fields;
  const keys = keysOf(row).filter((key) => !demanded.includes(key));
  const members = fields
    .filter(({ name, default: fallback }) => keys.includes(name) && fallback === undefined)
    .map(({ name, type: keyType }) =>
      memberOf(name, keyword(isNumber(keyType) ? "number" : "string")),
    );
  return members.length === 0 ? item : intersection(item, objectType(members));
}

function isNumber(type: FieldType): boolean {
  if (type.kind === "pointer") return isNumber(type.of);
  return type.kind === "scalar" && /^(?:u?int|float)/.test(type.scalar);
}

const scalars: { readonly [type in ScalarType]?: "number" | "boolean" | "unknown" } = {
  bool: "boolean",
  uint8: "number",
  int32: "number",
  int64: "number",
  float64: "number",
  RawExtension: "unknown",
  JSON: "unknown",
  JSONSchemaPropsOrArray: "unknown",
  JSONSchemaPropsOrBool: "unknown",
  JSONSchemaPropsOrStringArray: "unknown",
};

/**
 * Quantities are read as texts, and may be sent as numbers; bytes are read as base64, and may be
 * sent as lists of numbers. Texts of an enum may be others: newer servers have more of them. What
 * is sent takes those that are known at run time only, and no other literals.
 */
function scalarType(
  { scalar, name }: Extract<FieldType, { kind: "scalar" }>,
  flavour: Flavour,
  names: TypeNames,
): TypeNode {
  const isSent = flavour !== "read";
  switch (scalar) {
    case "IntOrString":
      return reference(names.runtimeType("IntOrString"));
    case "Quantity":
      return isSent ? union([keyword("string"), keyword("number")]) : keyword("string");
    case "bytes":
      return isSent ? union([keyword("string"), arrayOf(keyword("number"))]) : keyword("string");
    case "FieldsV1":
      return mapOf(keyword("unknown"));
    case "string": {
      const values = name === undefined ? undefined : names.enumType(name);
      if (values === undefined) return keyword("string");
      const others = isSent
        ? reference(names.runtimeType("OtherText"), reference(textParameter))
        : anyText;
      return union([reference(values), others]);
    }
    default:
      return keyword(scalars[scalar] ?? "string");
  }
}

/** `string & {}`, with which editors still propose the literals beside it. */
const anyText: TypeNode = make.typeWord("(string & {})");

/** Whether a field is there, and whether it may be null. */
export interface Presence {
  readonly isRequired: boolean;
  readonly takesNull: boolean;
}

/**
 * What Go writes of a field: structs, times and numbers that may be texts are always there; other
 * fields if they have no `omitempty`. Lists, maps and times that are empty are then null, unless
 * the server refuses such an object.
 */
export function presenceWhenRead(row: FieldRow): Presence {
  const isNeverEmpty = row.isRequired && !row.mayBeAbsent;
  const { type, isPrinted } = row;
  switch (type.kind) {
    case "pointer":
    case "list":
    case "map":
      return { isRequired: isPrinted || isNeverEmpty, takesNull: isPrinted && !isNeverEmpty };
    case "struct":
      return { isRequired: true, takesNull: false };
    case "scalar": {
      const isTime = type.scalar === "Time" || type.scalar === "MicroTime";
      const isPrintedAnyway =
        isTime || ["IntOrString", "Quantity", "Duration"].includes(type.scalar);
      const isNull = isTime || (type.scalar === "bytes" && isPrinted);
      return {
        isRequired: isPrinted || isPrintedAnyway || isNeverEmpty,
        takesNull: isNull && !isNeverEmpty,
      };
    }
  }
}

/** What a server demands of a field that is sent; null is as good as absent. */
export function presenceWhenSent(row: FieldRow): Presence {
  const isRequired = row.isRequired && row.default === undefined && !row.mayBeAbsent;
  return { isRequired, takesNull: !isRequired };
}
