import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { childSchemas } from "./child-schemas.js";
import type { Junctors, Member } from "./schema-key.js";
import {
  declaredType,
  double,
  keywords,
  keywordsIn,
  listType,
  nestedKey,
  readRules,
  schemaKey,
  strings,
  text,
  validationKey,
} from "./schema-key.js";
import type {
  DeclaredType,
  NestedValidation,
  Schema,
  SchemaKind,
  ValueValidation,
} from "./schema.js";

/**
 * Makes schemas from raw JSONSchemaProps and gives one object per distinct content (hash-consing).
 * In real CRDs 95.7 % of the nodes equal another one, so whatever is worked out per schema is
 * worked out about twenty times less often.
 *
 * The raw schema was checked by the front end; what is still odd here (a keyword of the wrong JSON
 * type, a keyword that no structural schema has) is left out. Conversion follows apiextensions
 * `schema/convert.go`.
 */
export class SchemaTable {
  readonly #schemas = new Map<string, Schema>();
  /** Those of nodes with a type and nothing else: every second node. */
  readonly #plain = new Map<DeclaredType, Schema>();
  /**
   * Those with fields, by what they were made of: one raw object may stand in several places of a
   * document.
   */
  readonly #made = new WeakMap<JsonObject, Schema>();
  readonly #nested = new Map<string, NestedValidation>();
  /**
   * Begins with the empty one, so that keywords that say nothing (`exclusiveMinimum: false`) lead
   * to it.
   */
  readonly #validations = new Map([["", noValidation]]);
  #nextId = 1;

  /**
   * The schema of a raw node of the core: the root, or reached by properties, additionalProperties,
   * items. Nobody may change the node afterwards: it is remembered by identity.
   */
  schema(raw: Json): Schema {
    const object = isObject(raw) ? raw : {};
    const present = keywordsIn(object);
    if (present === 0) return this.#plainSchema(object);
    if ((present & keywords.properties) === 0) return this.#schemaOf(object, present);
    let schema = this.#made.get(object);
    if (schema === undefined) {
      this.#made.set(object, (schema = this.#schemaOf(object, present)));
    }
    return schema;
  }

  /** The schema of a raw node inside allOf, anyOf, oneOf or not. */
  nested(raw: Json): NestedValidation {
    const object = isObject(raw) ? raw : {};
    const fields = readMembers(object["properties"], (child) => this.nested(child));
    const content = {
      type: declaredType(object["type"]),
      nullable: object["nullable"] === true,
      validation: this.validation(object),
      items: isObject(object["items"]) ? this.nested(object["items"]) : undefined,
      values: schemaOrBoolean(object["additionalProperties"], (child) => this.nested(child)),
    };
    const key = nestedKey(content, fields);
    const known = this.#nested.get(key);
    if (known !== undefined) return known;
    const made: NestedValidation = { id: this.#nextId++, ...content, fields: toMap(fields) };
    this.#nested.set(key, made);
    return made;
  }

  /** The value validations of a raw node, `noValidation` where it has none. */
  validation(raw: JsonObject): ValueValidation {
    return this.#validationOf(raw, keywordsIn(raw));
  }

  #plainSchema(object: JsonObject): Schema {
    const type = declaredType(object["type"]);
    let schema = this.#plain.get(type);
    if (schema === undefined) this.#plain.set(type, (schema = this.#schemaOf(object, 0)));
    return schema;
  }

  #schemaOf(object: JsonObject, present: number): Schema {
    const has = (keyword: number): boolean => (present & keyword) !== 0;
    const fields = has(keywords.properties)
      ? readMembers(object["properties"], (child) => this.schema(child))
      : noMembers;
    const values = has(keywords.values)
      ? schemaOrBoolean(object["additionalProperties"], (child) => this.schema(child))
      : undefined;
    const rawItems = has(keywords.items) ? object["items"] : undefined;
    const items = isObject(rawItems) ? this.schema(rawItems) : undefined;
    const validation = this.#validationOf(object, present);
    const key = schemaKey(object, present, { fields, values, items, validation });
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const made = makeSchema(this.#nextId++, object, toMap(fields), values, items, validation);
    this.#schemas.set(key, made);
    return made;
  }

  #validationOf(raw: JsonObject, present: number): ValueValidation {
    if ((present & keywords.validation) === 0) return noValidation;
    const junctors = (present & keywords.junctors) === 0 ? noJunctors : this.#junctors(raw);
    const key = validationKey(raw, present, junctors);
    const known = this.#validations.get(key);
    if (known !== undefined) return known;
    const made = makeValidation(this.#nextId++, raw, junctors);
    this.#validations.set(key, made);
    return made;
  }

  #junctors(raw: JsonObject): Junctors {
    return {
      allOf: this.#branches(raw["allOf"]),
      anyOf: this.#branches(raw["anyOf"]),
      oneOf: this.#branches(raw["oneOf"]),
      not: isObject(raw["not"]) ? this.nested(raw["not"]) : undefined,
    };
  }

  #branches(raw: Json | undefined): readonly NestedValidation[] {
    return Array.isArray(raw) ? raw.map((branch) => this.nested(branch)) : noBranches;
  }
}

/** A node without any value validation. */
export const noValidation: ValueValidation = {
  format: "",
  minimum: undefined,
  exclusiveMinimum: false,
  maximum: undefined,
  exclusiveMaximum: false,
  multipleOf: undefined,
  minLength: undefined,
  maxLength: undefined,
  pattern: "",
  minItems: undefined,
  maxItems: undefined,
  uniqueItems: false,
  minProperties: undefined,
  maxProperties: undefined,
  required: [],
  enum: [],
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  id: 0,
};

function makeSchema(
  id: number,
  raw: JsonObject,
  fields: Schema["fields"],
  values: Schema["values"],
  items: Schema["items"],
  validation: ValueValidation,
): Schema {
  const type = declaredType(raw["type"]);
  const intOrString = raw["x-kubernetes-int-or-string"] === true;
  const rules = readRules(raw["x-kubernetes-validations"]);
  const ownDefault = raw["default"] ?? undefined;
  const children = childSchemas({ fields, values, items });
  return {
    id,
    kind: kindOf(type, intOrString, fields, values, items),
    type,
    nullable: raw["nullable"] === true,
    default: ownDefault,
    intOrString,
    preserveUnknownFields: raw["x-kubernetes-preserve-unknown-fields"] === true,
    embeddedResource: raw["x-kubernetes-embedded-resource"] === true,
    listType: listType(raw["x-kubernetes-list-type"]),
    listMapKeys: strings(raw["x-kubernetes-list-map-keys"]),
    mapType: raw["x-kubernetes-map-type"] === "atomic" ? "atomic" : "granular",
    fields,
    values,
    items,
    validation,
    rules,
    hasDefaults: ownDefault !== undefined || children.some((child) => child.hasDefaults),
    hasRules: rules.length > 0 || children.some((child) => child.hasRules),
  };
}

function makeValidation(id: number, raw: JsonObject, junctors: Junctors): ValueValidation {
  return {
    id,
    format: text(raw["format"]),
    minimum: double(raw["minimum"]),
    exclusiveMinimum: raw["exclusiveMinimum"] === true,
    maximum: double(raw["maximum"]),
    exclusiveMaximum: raw["exclusiveMaximum"] === true,
    multipleOf: double(raw["multipleOf"]),
    minLength: double(raw["minLength"]),
    maxLength: double(raw["maxLength"]),
    pattern: text(raw["pattern"]),
    minItems: double(raw["minItems"]),
    maxItems: double(raw["maxItems"]),
    uniqueItems: raw["uniqueItems"] === true,
    minProperties: double(raw["minProperties"]),
    maxProperties: double(raw["maxProperties"]),
    required: strings(raw["required"]),
    enum: Array.isArray(raw["enum"]) ? raw["enum"] : [],
    ...junctors,
  };
}

const noBranches: readonly NestedValidation[] = [];
const noJunctors: Junctors = { allOf: [], anyOf: [], oneOf: [], not: undefined };
const noMembers: readonly never[] = [];
const noFields: ReadonlyMap<string, never> = new Map<string, never>();

function readMembers<T>(raw: Json | undefined, make: (child: Json) => T): readonly Member<T>[] {
  if (!isObject(raw)) return noMembers;
  const members: Member<T>[] = [];
  for (const name of Object.keys(raw)) members.push([name, make(raw[name] ?? null)]);
  return members;
}

function toMap<T>(members: readonly Member<T>[]): ReadonlyMap<string, T> {
  return members.length === 0 ? noFields : new Map(members);
}

function schemaOrBoolean<T>(
  raw: Json | undefined,
  make: (child: Json) => T,
): T | boolean | undefined {
  if (typeof raw === "boolean") return raw;
  return isObject(raw) ? make(raw) : undefined;
}

function kindOf(
  type: DeclaredType,
  intOrString: boolean,
  fields: ReadonlyMap<string, Schema>,
  values: Schema | boolean | undefined,
  items: Schema | undefined,
): SchemaKind {
  if (intOrString) return "intOrString";
  switch (type) {
    case "object":
      return fields.size === 0 && values !== undefined && values !== false ? "map" : "object";
    case "array":
      return "list";
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return type;
    case "":
      // Typeless nodes with structure occur in v1beta1 CRDs only.
      if (fields.size > 0) return "object";
      if (items !== undefined) return "list";
      return typeof values === "object" ? "map" : "any";
  }
}
