import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";
import { NoFieldError, asNode, fieldsOf, requires } from "./published-node.js";
import { fillLines } from "./text-layout.js";

/** The subject of an explanation, and its form. */
export interface ExplainV2 {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The definition of the kind. */
  readonly schema: JsonObject;
  /** All definitions of the document, by name. */
  readonly definitions: JsonObject;
  readonly path: readonly string[];
  /** List all fields below, so many levels of them; 0 for all. */
  readonly depth: number | undefined;
}

/**
 * The text of `kubectl explain --output plaintext-openapiv2`, made of the OpenAPI v2 document. A
 * path that goes on below a value that has no fields leads to that value.
 *
 * Source: kubectl `explain/model_printer.go`, `fields_printer.go`, `recursive_fields_printer.go`,
 * `typename.go` and `field_lookup.go` of Kubernetes 1.37.
 *
 * @throws NoFieldError if the path leads to no field
 */
export function explainV2(what: ExplainV2): string {
  const lines = new ModelPrinter(what).print();
  return lines.map((line) => `${line}\n`).join("");
}

/** Lines have so many columns. */
const width = 80;
const fieldIndent = 3;
const descriptionIndent = 5;

class ModelPrinter {
  readonly #what: ExplainV2;
  readonly #lines: string[] = [];

  constructor(what: ExplainV2) {
    this.#what = what;
  }

  print(): readonly string[] {
    const { path, schema } = this.#what;
    this.#printModel(this.#lookUp(modelOf(schema), path), [], undefined);
    return this.#lines;
  }

  #lookUp(model: Model, path: readonly string[]): Model {
    const [name, ...rest] = path;
    if (name === undefined) return model;
    switch (model.kind) {
      case "primitive":
      case "arbitrary":
        return model;
      case "array":
      case "map":
        return this.#lookUp(modelOf(model.inner), path);
      case "reference":
        return this.#lookUp(this.#target(model.name), path);
      case "kind": {
        const field = model.fields.get(name);
        if (field === undefined) throw new NoFieldError(name, name, [...model.fields.keys()]);
        return this.#lookUp(modelOf(field), rest);
      }
    }
  }

  /** `above` are the descriptions of what was gone through, `type` the type of the first of it. */
  #printModel(model: Model, above: readonly string[], type: string | undefined): void {
    const descriptions = [...above, textOf(model.node, "description")];
    switch (model.kind) {
      case "array":
      case "map":
        this.#printModel(modelOf(model.inner), descriptions, type ?? this.#typeOf(model));
        return;
      case "reference":
        this.#printModel(this.#target(model.name), descriptions, type);
        return;
      case "kind":
        this.#printHead("RESOURCE: ", type ?? this.#typeOf(model));
        this.#printDescriptions(descriptions);
        this.#lines.push("", "FIELDS:");
        this.#printFields(model, fieldIndent, 1, new Set());
        return;
      case "primitive":
        this.#printHead("FIELD:    ", type ?? this.#typeOf(model));
        this.#printDescriptions(descriptions);
        return;
      case "arbitrary":
        this.#printHead(undefined, "");
        this.#printDescriptions(descriptions);
    }
  }

  #printHead(label: string | undefined, type: string): void {
    const { group, version, kind, path } = this.#what;
    this.#lines.push(
      `KIND:     ${kind}`,
      `VERSION:  ${group === "" ? "" : `${group}/`}${version}`,
      "",
    );
    const name = path.at(-1);
    if (label !== undefined && name !== undefined)
      this.#lines.push(`${label}${name} <${type}>`, "");
  }

  #printDescriptions(descriptions: readonly string[]): void {
    this.#lines.push("DESCRIPTION:");
    descriptions.forEach((description, index) => {
      if (description === "") return;
      if (index > 0) this.#lines.push("");
      this.#printFilled(description, descriptionIndent);
    });
    if (descriptions.every((one) => one === "")) this.#printFilled("<empty>", descriptionIndent);
  }

  #printFields(model: Model, indent: number, level: number, seen: ReadonlySet<string>): void {
    if (model.kind === "array" || model.kind === "map") {
      this.#printFields(modelOf(model.inner), indent, level, seen);
    } else if (model.kind === "reference") {
      if (seen.has(model.name)) return;
      this.#printFields(this.#target(model.name), indent, level, new Set([...seen, model.name]));
    } else if (model.kind === "kind") {
      for (const [name, field] of model.fields) {
        if (this.#what.depth === undefined) this.#printField(name, field, model, indent);
        else this.#printBranch(name, field, indent, level, seen);
      }
    }
  }

  #printField(name: string, field: JsonObject, parent: Model, indent: number): void {
    const mark = requires(parent.node, name) ? " -required-" : "";
    this.#printLine(`${name}\t<${this.#typeOf(modelOf(field))}>${mark}`, indent);
    this.#printFilled(textOf(field, "description"), indent + 2);
    this.#lines.push("");
  }

  #printBranch(
    name: string,
    field: JsonObject,
    indent: number,
    level: number,
    seen: ReadonlySet<string>,
  ): void {
    const { depth = 0 } = this.#what;
    this.#printLine(`${name}\t<${this.#typeOf(modelOf(field))}>`, indent);
    if (depth > 0 && level >= depth) return;
    this.#printFields(modelOf(field), indent + fieldIndent, level + 1, seen);
  }

  #typeOf(model: Model): string {
    switch (model.kind) {
      case "array":
        return `[]${this.#typeOf(modelOf(model.inner))}`;
      case "map":
        return `map[string]${this.#typeOf(modelOf(model.inner))}`;
      case "reference":
        return this.#typeOf(this.#target(model.name));
      case "kind":
        return "Object";
      case "primitive":
        return textOf(model.node, "type");
      case "arbitrary":
        return "";
    }
  }

  #target(name: string): Model {
    const { definitions } = this.#what;
    const found = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return modelOf(isObject(found) ? found : {});
  }

  #printFilled(text: string, indent: number): void {
    for (const line of fillLines(text, width - indent)) this.#printLine(line, indent);
  }

  #printLine(text: string, indent: number): void {
    this.#lines.push(text === "" ? "" : " ".repeat(indent) + text);
  }
}

/**
 * A schema of OpenAPI v2 as clients of Kubernetes read it (kube-openapi `util/proto/document.go`).
 */
type Model =
  | {
      readonly kind: "kind";
      readonly node: JsonObject;
      readonly fields: ReadonlyMap<string, JsonObject>;
    }
  | { readonly kind: "map" | "array"; readonly node: JsonObject; readonly inner: JsonObject }
  | { readonly kind: "reference"; readonly node: JsonObject; readonly name: string }
  | { readonly kind: "primitive" | "arbitrary"; readonly node: JsonObject };

const prefix = "#/definitions/";

/** Reads a schema as clients do (`ParseSchema`). */
function modelOf(node: JsonObject): Model {
  const reference = textOf(node, "$ref");
  if (reference !== "") return { kind: "reference", node, name: reference.slice(prefix.length) };
  const type = textOf(node, "type");
  if (type === "array") return { kind: "array", node, inner: asNode(node["items"]) };
  if (type !== "object" && type !== "") return { kind: "primitive", node };
  if (isObject(node["properties"])) return { kind: "kind", node, fields: sortedFields(node) };
  return type === "object" ? mapOf(node) : { kind: "arbitrary", node };
}

/** Without a schema of its values, a map's values have the description of the map. */
function mapOf(node: JsonObject): Model {
  const values = node["additionalProperties"];
  const description = textOf(node, "description");
  const inner = isObject(values) ? values : description === "" ? {} : { description };
  return { kind: "map", node, inner };
}

function sortedFields(node: JsonObject): ReadonlyMap<string, JsonObject> {
  const fields = [...fieldsOf(node)];
  return new Map(fields.sort(([left], [right]) => compareUtf8(left, right)));
}
