import type { Schema } from "../../../crd/ir/schema.js";
import { readsOptionalsAsData } from "../../../crd/rules/compile-rules.js";
import { declaresResource, isMadeOtherwise, textReader } from "../../../crd/rules/declared-type.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import { escapeProperty } from "../../../runtime/v1/cel/data/data.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../../runtime/versions/changes.js";
import type { Expr } from "../../emit/code.js";
import { expr, keyOf } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";

/** The services that readers need from the file that holds them. */
export interface ReaderHome {
  readonly kubernetes: KubernetesMinor;
  runtime(name: LibraryValue): Expr;
  /** A constant for a value, made once per key. */
  constant(key: string, base: string, value: () => Expr): Expr;
  constantName(schema: Schema, purpose: string): string;
  /** A number that no other schema has in the file. */
  numberOf(schema: Schema): number;
}

/** The name of the runtime's reader of a schema without structure; `undefined` for the others. */
export function scalarReader(
  schema: Schema,
  kubernetes: KubernetesMinor,
): LibraryValue | undefined {
  if (schema.intOrString) return "readIntOrString";
  if (!has(kubernetes, "emptyObjects") && isBareObject(schema)) return "readBareObject";
  switch (schema.type) {
    case "string":
      return textReader(schema.validation.format);
    case "integer":
      return "readInt";
    case "number":
      return "readDouble";
    case "boolean":
      return "readBool";
    case "":
      return "readUnknown";
    default:
      return undefined;
  }
}

/** An object of which nothing is said, not even that it may be anything: 1.28 cannot read it. */
export function isBareObject(schema: Schema): boolean {
  const { type, fields, values, preserveUnknownFields, embeddedResource } = schema;
  return (
    type === "object" &&
    fields.size === 0 &&
    typeof values !== "object" &&
    !preserveUnknownFields &&
    !embeddedResource
  );
}

/**
 * Tells whether an optional `oldSelf` of a schema is data without a schema; scalars stay what they
 * are.
 */
export function readsAsData({ kubernetes }: ReaderHome, { type, intOrString }: Schema): boolean {
  const isScalar = intOrString || !["object", "array"].includes(type);
  return readsOptionalsAsData(kubernetes) && !isScalar;
}

/** A function that reads data of a schema as a value; a constant for what is not ready-made. */
export function readerCode(
  home: ReaderHome,
  schema: Schema,
  isResource: boolean,
  isNullable = schema.nullable,
): Expr {
  const scalar = scalarReader(schema, home.kubernetes);
  if (scalar !== undefined && !isNullable) return home.runtime(scalar);
  const marks = `${isResource ? " resource" : ""}${isNullable ? " nullable" : ""}`;
  const key = `reader ${home.numberOf(schema)}${marks}`;
  return home.constant(key, home.constantName(schema, "Reader"), () => {
    const read =
      scalar === undefined ? structureReader(home, schema, isResource) : home.runtime(scalar);
    return isNullable ? expr`/* @__PURE__ */ ${home.runtime("nullable")}(${read})` : read;
  });
}

/** The same for data that is known not to be null. */
export function presentReaderCode(home: ReaderHome, schema: Schema, isResource: boolean): Expr {
  return readerCode(home, schema, isResource, false);
}

/**
 * As `readerCode`, where only some fields are ever looked at, by their own or their escaped names.
 */
export function narrowReaderCode(
  home: ReaderHome,
  schema: Schema,
  isResource: boolean,
  names: ReadonlySet<string>,
  isNullable = schema.nullable,
): Expr {
  const reads = (name: string): boolean =>
    names.has(name) || names.has(escapeProperty(name) ?? name);
  if (isReadWhole(schema, isResource, reads)) {
    return readerCode(home, schema, isResource, isNullable);
  }
  const child: ChildReader = (below) =>
    narrowReaderCode(home, below, below.embeddedResource, names);
  const read = structureReader(home, schema, isResource, child, reads);
  const whole = isNullable ? expr`/* @__PURE__ */ ${home.runtime("nullable")}(${read})` : read;
  return home.constant(`reader ${keyOf(whole)}`, home.constantName(schema, "Reader"), () => whole);
}

/** Tells whether reading only some fields leaves nothing out. */
function isReadWhole(
  schema: Schema,
  isResource: boolean,
  reads: (name: string) => boolean,
): boolean {
  const isBelow = (below: Schema): boolean => isReadWhole(below, below.embeddedResource, reads);
  const { type, intOrString, items, values } = schema;
  if (intOrString || !["array", "object"].includes(type)) return true;
  if (type === "array") return items === undefined || isBelow(items);
  if (isMap(schema, isResource) && typeof values === "object") return isBelow(values);
  return [...schema.fields].every(([name, field]) => reads(name) && isBelow(field));
}

/** The reader of what lies below. */
type ChildReader = (schema: Schema) => Expr;

function structureReader(
  home: ReaderHome,
  schema: Schema,
  isResource: boolean,
  child: ChildReader = (below) => readerCode(home, below, below.embeddedResource),
  reads: (name: string) => boolean = () => true,
): Expr {
  if (schema.type === "array") return listReader(home, schema, child);
  if (isMap(schema, isResource) && typeof schema.values === "object") {
    return expr`/* @__PURE__ */ ${home.runtime("readMap")}(${child(schema.values)})`;
  }
  const fields = fieldsCode(home, schema, isResource, child, reads);
  return expr`/* @__PURE__ */ ${home.runtime(objectReader(home))}(${fields})`;
}

/** Servers up to 1.33 compare objects otherwise where a field is null. */
function objectReader({ kubernetes }: ReaderHome): LibraryValue {
  return has(kubernetes, "nullFieldsCompared") ? "readObject" : "readOlderObject";
}

function listReader(home: ReaderHome, schema: Schema, child: ChildReader): Expr {
  if (schema.items === undefined) return home.runtime("readUntypedList");
  const items = child(schema.items);
  if (schema.listType === "set") {
    const read = has(home.kubernetes, "anySetItems") ? "readSet" : "readOlderSet";
    return expr`/* @__PURE__ */ ${home.runtime(read)}(${items})`;
  }
  if (schema.listType !== "map") {
    const isOlder = !has(home.kubernetes, "anyAddedItems") && isMadeOtherwise(schema.items);
    return expr`/* @__PURE__ */ ${home.runtime(isOlder ? "readOlderList" : "readList")}(${items})`;
  }
  const keys = schema.listMapKeys.map((key) => expr`${escapeProperty(key) ?? key}`);
  return expr`/* @__PURE__ */ ${home.runtime("readMapList")}(${items}, [${keys}])`;
}

function fieldsCode(
  home: ReaderHome,
  schema: Schema,
  isResource: boolean,
  child: ChildReader,
  reads: (name: string) => boolean,
): Expr {
  const members: Member[] = [];
  const amended = isResource && !declaresResource(schema);
  for (const [key, field] of schema.fields) {
    if ((amended && resourceFields.has(key)) || !reads(key)) continue;
    members.push({ key, value: child(field) });
  }
  if (amended) {
    const text = home.runtime("readString");
    const metadata = expr`/* @__PURE__ */ ${home.runtime(objectReader(home))}({ name: ${text}, generateName: ${text} })`;
    members.push(
      { key: "kind", value: text },
      { key: "apiVersion", value: text },
      { key: "metadata", value: metadata },
    );
  }
  return objectCode(members);
}

const resourceFields: ReadonlySet<string> = new Set(["kind", "apiVersion", "metadata"]);

/** Tells whether data has the type of a map: entries, not fields. */
export function isMap(schema: Schema, isResource: boolean): boolean {
  return !isResource && schema.fields.size === 0 && typeof schema.values === "object";
}

/** Tells whether Go has no hash for items of a schema. */
export function isUnhashable({ type, intOrString, validation }: Schema): boolean {
  if (type === "string") return textReader(validation.format) === "readBytes";
  return !intOrString && !["integer", "number", "boolean"].includes(type);
}
