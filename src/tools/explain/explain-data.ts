import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";
import { constraintsIn } from "./details.js";
import { PublishedSchemas } from "./published-schemas.js";

/** The subject of an explanation as data. */
interface DataSubject {
  /** The schema of the kind. */
  readonly schema: JsonObject;
  /** All schemas of the document, by name. */
  readonly schemas: JsonObject;
  readonly path: readonly string[];
  /** So many levels of fields are told, 0 for all. */
  readonly depth: number;
}

/**
 * What the text of an explanation shows, as data: type, description, whether the field is required,
 * default, enum, constraints, rules, and the fields below.
 *
 * @throws NoFieldError if the path leads to no field
 */
export function explainData({ schema, schemas, path, depth }: DataSubject): JsonObject {
  return new DataWriter(new PublishedSchemas(schemas), depth).write(schema, path);
}

class DataWriter {
  readonly #schemas: PublishedSchemas;
  readonly #depth: number;

  constructor(schemas: PublishedSchemas, depth: number) {
    this.#schemas = schemas;
    this.#depth = depth;
  }

  write(schema: JsonObject, path: readonly string[]): JsonObject {
    const field = this.#schemas.follow(schema, path, "");
    const description = this.#schemas.descriptionOf(field).trimEnd();
    return {
      ...this.#factsOf(field, description, this.#isRequired(schema, path)),
      fields: this.#fieldsOf(field, 1, new Set()),
    };
  }

  /** The kind itself is a part of nothing. */
  #isRequired(schema: JsonObject, path: readonly string[]): boolean | undefined {
    const name = path.at(-1);
    if (name === undefined) return undefined;
    const parent = this.#schemas.follow(schema, path.slice(0, -1), "");
    return this.#schemas
      .fieldsOf(parent, new Set())
      .some((field) => field.name === name && field.isRequired);
  }

  #factsOf(schema: JsonObject, description: string, required?: boolean): JsonObject {
    const { default: value, enum: values } = schema;
    return {
      type: this.#schemas.typeOf(schema),
      description,
      ...(required !== undefined && { required }),
      ...(value !== undefined && { default: value }),
      ...(values !== undefined && { enum: values }),
      constraints: constraintsIn(schema),
      rules: rulesIn(schema),
    };
  }

  #fieldsOf(schema: JsonObject, level: number, within: ReadonlySet<string>): JsonObject[] {
    return this.#schemas.fieldsOf(schema, within).map((field) => ({
      name: field.name,
      ...this.#factsOf(field.schema, textOf(field.schema, "description"), field.isRequired),
      ...(this.#depth === 0 || level < this.#depth
        ? { fields: this.#fieldsOf(field.schema, level + 1, field.within) }
        : {}),
    }));
  }
}

/** As the CRD has them. */
function rulesIn(schema: JsonObject): JsonObject[] {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) ? rules.filter(isObject) : [];
}
