import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";
import { NoFieldError, branchesOf, fieldsOf, nodeAt, requires } from "./published-node.js";

/** A field of a schema, or of what that is made of. */
export interface PublishedField {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** The types that it stands within: none is listed within itself. */
  readonly within: ReadonlySet<string>;
}

const referencePrefix = "#/components/schemas/";

/**
 * The schemas of an OpenAPI v3 document as `kubectl explain` reads them.
 *
 * Source: kubectl `explain/v2/templates/plaintext.tmpl` of Kubernetes 1.37.
 */
export class PublishedSchemas {
  readonly #schemas: JsonObject;

  /** `schemas` has all of the document, by name. */
  constructor(schemas: JsonObject) {
    this.#schemas = schemas;
  }

  /** The schema that a reference leads to; another one is itself. */
  resolve(schema: JsonObject): JsonObject {
    const reference = textOf(schema, "$ref");
    if (!reference.startsWith(referencePrefix)) return schema;
    return nodeAt(this.#schemas, reference.slice(referencePrefix.length)) ?? schema;
  }

  /**
   * The field at a path (template `output`).
   *
   * @param printed what kubectl prints before it finds that there is none
   * @throws NoFieldError if the path leads to no field
   */
  follow(schema: JsonObject, path: readonly string[], printed: string): JsonObject {
    let node = schema;
    for (const name of path) {
      const found = this.#find(node, name);
      if (found === undefined)
        throw new NoFieldError(path.at(-1) ?? "", name, this.#namesBelow(node), printed);
      node = found;
    }
    return node;
  }

  /** A field of a schema, or else of its items, of its values, or of one of its branches. */
  #find(node: JsonObject, name: string): JsonObject | undefined {
    const resolved = this.resolve(node);
    const { properties } = resolved;
    const field = isObject(properties) ? nodeAt(properties, name) : undefined;
    if (field !== undefined) return field;
    const inner = nodeAt(resolved, "items") ?? nodeAt(resolved, "additionalProperties");
    if (inner !== undefined) return this.#find(inner, name);
    for (const branch of branchesOf(resolved)) {
      const found = this.#find(branch, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #namesBelow(node: JsonObject): readonly string[] {
    const resolved = this.resolve(node);
    const others = [...innerOf(resolved), ...branchesOf(resolved)];
    const own = fieldsOf(resolved).map(([name]) => name);
    return [...own, ...others.flatMap((one) => this.#namesBelow(one))];
  }

  /** Its own description, and those of what it is made of (template `description`). */
  descriptionOf(schema: JsonObject): string {
    const resolved = this.resolve(schema);
    const description = textOf(resolved, "description");
    const others = [...branchesOf(resolved), ...innerOf(resolved)].map((one) =>
      this.descriptionOf(one),
    );
    return (description === "" ? "" : `${description}\n`) + others.join("");
  }

  /** The fields of a schema and of what it is made of (template `fieldList`). */
  fieldsOf(schema: JsonObject, within: ReadonlySet<string>): readonly PublishedField[] {
    const reference = textOf(schema, "$ref");
    if (reference !== "" && within.has(reference)) return [];
    const below = reference === "" ? within : new Set([...within, reference]);
    const resolved = this.resolve(schema);
    const own = fieldsOf(resolved).map(([name, field]) => ({
      name,
      schema: field,
      isRequired: requires(resolved, name),
      within: below,
    }));
    const others = [...branchesOf(resolved), ...innerOf(resolved)];
    return [...own, ...others.flatMap((one) => this.fieldsOf(one, below))];
  }

  /** `string`, `Object`, `[]Object`, `map[string]string` (template `typeGuess`). */
  typeOf(schema: JsonObject): string {
    const items = nodeAt(schema, "items");
    if (items !== undefined) return `[]${this.typeOf(items)}`;
    const values = nodeAt(schema, "additionalProperties");
    if (values !== undefined) return `map[string]${this.typeOf(values)}`;
    const [only, second] = branchesOf(schema);
    const isAlone = only !== undefined && second === undefined;
    if (isAlone && nodeAt(schema, "properties") === undefined) return this.typeOf(only);
    const reference = textOf(schema, "$ref");
    const type = textOf(this.resolve(schema), "type");
    if (reference !== "" && (type === "" || type === "object")) {
      return reference.split("/").at(-1)?.split(".").at(-1) ?? "Object";
    }
    return type === "" || type === "object" ? "Object" : type;
  }
}

/** What a list or a map holds. */
function innerOf(schema: JsonObject): readonly JsonObject[] {
  return [nodeAt(schema, "items"), nodeAt(schema, "additionalProperties")].filter(
    (one) => one !== undefined,
  );
}
