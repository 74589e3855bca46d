import type { SizedType } from "../../cel/cost-model.js";
import type { CelType } from "../../cel/type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
} from "../../cel/type.js";
import { escapeProperty } from "../../runtime/v1/cel/data/data.js";
import { utf8Length } from "../../runtime/v1/values/go/utf8.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../runtime/versions/changes.js";
import type { Schema } from "../ir/schema.js";

/**
 * Bytes of the largest request a server reads; every estimate of a size begins here
 * (`apis/cel/config.go`).
 */
export const maximumRequestBytes = 3 * 1024 * 1024;

/**
 * A schema as rules see it: a type, and how large its values can be (Kubernetes `cel/types.go`,
 * DeclType).
 */
export interface DeclaredType extends SizedType {
  /** The type for the checker, its objects named by `name` and the way from there. */
  celType(name: string, selection: FieldSelection): CelType;
  /** Fewest bytes that a value takes in JSON. */
  readonly minimumSize: number;
  readonly element: DeclaredType | undefined;
  readonly key: DeclaredType | undefined;
  /** Properties by their escaped names; `undefined` for what has no properties. */
  readonly fields: ReadonlyMap<string, DeclaredType> | undefined;
  readonly field: (name: string) => DeclaredType | undefined;
}

/**
 * The ways to select properties named as reserved words: as they are (`self.namespace`), or only
 * escaped.
 */
type FieldSelection = "reserved words too" | "escaped only";

/**
 * Converts schemas to declared types as one version of Kubernetes does (`cel/common/schemas.go`,
 * `schema/cel/model/schemas.go`), each schema once.
 */
export class DeclaredTypes {
  readonly #minor: KubernetesMinor;
  readonly #plain = new Map<Schema, DeclaredType | undefined>();
  readonly #resources = new Map<Schema, DeclaredType | undefined>();

  constructor(minor: KubernetesMinor) {
    this.#minor = minor;
  }

  /**
   * The type of a schema; `undefined` for one that rules cannot speak of, such as one without a
   * type.
   *
   * A resource, the root of a CRD or an embedded one, always has apiVersion, kind, and metadata
   * with name and generateName.
   */
  of(schema: Schema, isResource: boolean): DeclaredType | undefined {
    const known = isResource ? this.#resources : this.#plain;
    if (!known.has(schema)) known.set(schema, this.#convert(schema, isResource));
    return known.get(schema);
  }

  #child(schema: Schema): DeclaredType | undefined {
    return this.of(schema, schema.embeddedResource);
  }

  #convert(schema: Schema, isResource: boolean): DeclaredType | undefined {
    if (schema.intOrString) return scalar(dynType, 1, maximumLength(schema) ?? unboundedLength);
    switch (schema.type) {
      case "array":
        return this.#convertList(schema);
      case "object":
        return this.#convertObject(schema, isResource);
      case "string":
        return this.#convertString(schema);
      case "boolean":
        return boolDeclared;
      case "number":
        return doubleDeclared;
      case "integer":
        return intDeclared;
      default:
        return undefined;
    }
  }

  #convertList(schema: Schema): DeclaredType | undefined {
    const element = schema.items === undefined ? undefined : this.#child(schema.items);
    if (element === undefined) return undefined;
    const { maxItems } = schema.validation;
    return {
      celType: (name, selection) => listType(element.celType(`${name}.@idx`, selection)),
      minimumSize: 2,
      maxElements: bound(maxItems) ?? fitting(element.minimumSize + 1),
      element,
      key: undefined,
      fields: undefined,
      field: noField,
    };
  }

  #convertObject(schema: Schema, isResource: boolean): DeclaredType | undefined {
    if (typeof schema.values === "object") return this.#convertMap(schema, schema.values);
    const properties = new Map<string, Property>();
    for (const [name, property] of schema.fields) {
      const hasDefault = property.default !== undefined;
      properties.set(name, { type: this.#child(property), hasDefault });
    }
    if (isResource && !declaresResource(schema)) this.#addObjectMeta(schema, properties);
    return objectOf(properties, schema.validation.required);
  }

  #convertMap(schema: Schema, values: Schema): DeclaredType | undefined {
    const element = this.#child(values);
    if (element === undefined) return undefined;
    const { maxProperties } = schema.validation;
    return {
      celType: (name, selection) =>
        mapType(stringType, element.celType(`${name}.@elem`, selection)),
      minimumSize: 2,
      maxElements: bound(maxProperties) ?? fitting(element.minimumSize + 6),
      element,
      key: keyDeclared,
      fields: undefined,
      field: noField,
    };
  }

  #convertString(schema: Schema): DeclaredType {
    const { format, maxLength } = schema.validation;
    switch (format) {
      case "byte":
        return scalar(bytesType, 2, bound(maxLength) ?? unboundedLength);
      case "duration":
        return scalar(durationType, 3, 32);
      case "date":
        return scalar(timestampType, 12, 12);
      case "date-time":
        return scalar(timestampType, 21, 32);
      default:
        return scalar(stringType, 2, this.#stringLength(schema));
    }
  }

  #stringLength(schema: Schema): number {
    const length = maximumLength(schema);
    if (length !== undefined) return length;
    const { enum: values } = schema.validation;
    if (values.length === 0 || !has(this.#minor, "enumLengths")) return unboundedLength;
    const lengthOf = (value: Json): number => (typeof value === "string" ? utf8Length(value) : 0);
    return values.reduce((most: number, value) => Math.max(most, lengthOf(value)), 0);
  }

  /** Replaces what the schema says of these. */
  #addObjectMeta(schema: Schema, properties: Map<string, Property>): void {
    const declared = schema.fields.get("metadata")?.fields;
    const isCapped = has(this.#minor, "cappedNames");
    const bounded = (name: string, length: number): Property => ({
      type: isCapped ? cappedString(declared?.get(name), length) : stringDeclared,
      hasDefault: false,
    });
    const metadata = new Map([
      ["name", bounded("name", maximumNameLength)],
      ["generateName", bounded("generateName", maximumNameLength - 1)],
    ]);
    properties.set("kind", { type: stringDeclared, hasDefault: false });
    properties.set("apiVersion", { type: stringDeclared, hasDefault: false });
    properties.set("metadata", { type: objectOf(metadata, []), hasDefault: false });
  }
}

interface Property {
  readonly type: DeclaredType | undefined;
  readonly hasDefault: boolean;
}

/** Length of a DNS subdomain, which names of objects are. */
const maximumNameLength = 253;

/** Characters of a string that fills a request. */
const unboundedLength = maximumRequestBytes - 2;

const boolDeclared = scalar(boolType, 4, 0);
const doubleDeclared = scalar(doubleType, 1, 0);
const intDeclared = scalar(intType, 1, 0);
const keyDeclared = scalar(stringType, 2, 0);
const stringDeclared = scalar(stringType, 2, unboundedLength);

function scalar(type: CelType, minimumSize: number, maxElements: number): DeclaredType {
  return {
    celType: () => type,
    minimumSize,
    maxElements,
    element: undefined,
    key: undefined,
    fields: undefined,
    field: noField,
  };
}

function noField(): undefined {
  return undefined;
}

/**
 * Properties without a type, and those that no identifier can name, are left out; the latter still
 * take space.
 */
function objectOf(
  properties: ReadonlyMap<string, Property>,
  required: readonly string[],
): DeclaredType {
  const fields = new Map<string, DeclaredType>();
  const isRequired = new Set(required);
  let minimumSize = 2;
  for (const [name, { type, hasDefault }] of properties) {
    if (type === undefined) continue;
    const escaped = escapeProperty(name);
    if (escaped !== undefined) fields.set(escaped, type);
    if (isRequired.has(name) && !hasDefault) {
      minimumSize += utf8Length(name) + type.minimumSize + 4;
    }
  }
  return {
    celType: (name, selection) => objectCelType(name, fields, selection),
    minimumSize,
    maxElements: 0,
    element: undefined,
    key: undefined,
    fields,
    field: (name) => fields.get(name),
  };
}

/** An object type whose fields become types when they are first asked for. */
function objectCelType(
  name: string,
  fields: ReadonlyMap<string, DeclaredType>,
  selection: FieldSelection,
): CelType {
  const known = new Map<string, CelType>();
  const typeOf = (field: string): CelType | undefined => {
    const type = known.get(field);
    if (type !== undefined) return type;
    const escaped = escapedSpelling(field, fields, selection);
    const made = fields.get(escaped)?.celType(`${name}.${escaped}`, selection);
    if (made !== undefined) known.set(field, made);
    return made;
  };
  return objectType(name, typeOf, { [Symbol.iterator]: () => fields.keys() });
}

/** How a field that is selected by `name` stands among the fields. */
function escapedSpelling(
  name: string,
  fields: ReadonlyMap<string, DeclaredType>,
  selection: FieldSelection,
): string {
  if (selection === "escaped only" || fields.has(name)) return name;
  const reserved = `__${name}__`;
  return escapeProperty(name) === reserved ? reserved : name;
}

function cappedString(declared: Schema | undefined, length: number): DeclaredType {
  const own = declared?.validation.maxLength;
  const capped = own === undefined ? length : Math.min(own, length);
  return scalar(stringType, 2, (bound(capped) ?? 0) * 4);
}

/** A character takes up to four bytes. */
function maximumLength(schema: Schema): number | undefined {
  const length = bound(schema.validation.maxLength);
  return length === undefined ? undefined : Math.min(length * 4, Number.MAX_SAFE_INTEGER);
}

function bound(limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.min(Math.max(limit, 0), Number.MAX_SAFE_INTEGER);
}

/** How many things of this size fit into a request, brackets aside. */
function fitting(size: number): number {
  return Math.floor((maximumRequestBytes - 2) / size);
}

/**
 * Tells whether the schema of a resource declares as strings all that rules may see of any
 * resource: kind, apiVersion, and the two names of metadata. It is taken as it is then; what other
 * schemas lack is added (apiextensions `schema/cel/model`, `WithTypeAndObjectMeta`).
 */
export function declaresResource({ fields }: Schema): boolean {
  const metadata = fields.get("metadata");
  return (
    isString(fields.get("kind")) &&
    isString(fields.get("apiVersion")) &&
    metadata?.type === "object" &&
    isString(metadata.fields.get("name")) &&
    isString(metadata.fields.get("generateName"))
  );
}

function isString(schema: Schema | undefined): boolean {
  return schema?.type === "string";
}

/** The runtime's readers of texts, by what CEL makes of them. */
export type TextReader = "readBytes" | "readDate" | "readDateTime" | "readDuration" | "readString";

/**
 * How texts of a format are read (apiserver `common/schemas.go`, SchemaDeclType): most formats make
 * no other value of them.
 */
export function textReader(format: string): TextReader {
  switch (format) {
    case "byte":
      return "readBytes";
    case "date":
      return "readDate";
    case "date-time":
      return "readDateTime";
    case "duration":
      return "readDuration";
    default:
      return "readString";
  }
}

/**
 * Tells whether an expression makes something other than data for a schema: times, durations and
 * bytes, lists, and maps.
 */
export function isMadeOtherwise({ type, intOrString, values, validation }: Schema): boolean {
  if (intOrString) return false;
  if (type === "string") return textReader(validation.format) !== "readString";
  return type === "array" || (type === "object" && typeof values === "object");
}
