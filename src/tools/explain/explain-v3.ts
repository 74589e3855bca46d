import { formatFloat } from "../../runtime/v1/values/go/float.js";
import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../runtime/v1/values/json/json.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";
import { NoFieldError, branchesOf, fieldsOf, nodeAt, requires } from "./published-node.js";
import { wrapWords } from "./text-layout.js";

/** The subject of an explanation, and its form. */
export interface ExplainV3 {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The schema of the kind in the published document. */
  readonly schema: JsonObject;
  /** All schemas of the document, by name. */
  readonly schemas: JsonObject;
  /** The fields that lead to what is explained; empty for the kind itself. */
  readonly path: readonly string[];
  /** List all fields below, a line each, so many levels of them. */
  readonly depth: number | undefined;
  /** The texts beside those that kubectl prints. */
  readonly details: Details;
}

/** The texts about a schema beside its type, enum and description. */
export interface Details {
  /** Lines of a field in a list of fields. */
  linesOf(schema: JsonObject): readonly string[];
  /** Lines of what is explained itself. */
  sectionsOf(schema: JsonObject): readonly string[];
}

/** Nothing beside what kubectl prints. */
export const noDetails: Details = { linesOf: () => [], sectionsOf: () => [] };

/**
 * The text of `kubectl explain` for a kind or a field of it, made of the OpenAPI v3 document of its
 * group and version.
 *
 * Source: kubectl `explain/v2/templates/plaintext.tmpl` of Kubernetes 1.37, template by template.
 *
 * @throws NoFieldError if the path leads to no field
 */
export function explainV3(what: ExplainV3): string {
  return `${headerOf(what)}${new PlaintextWriter(what).write()}\n`;
}

function headerOf({ group, kind, version }: ExplainV3): string {
  const lines = [
    ...(group === "" ? [] : [`GROUP:      ${group}`]),
    `KIND:       ${kind}`,
    `VERSION:    ${version}`,
  ];
  return `${lines.join("\n")}\n\n`;
}

const referencePrefix = "#/components/schemas/";

class PlaintextWriter {
  readonly #what: ExplainV3;

  constructor(what: ExplainV3) {
    this.#what = what;
  }

  /** Follows the path (template `output`). */
  write(): string {
    const { schema, path, details } = this.#what;
    if (path.length === 0) {
      const sections = details.sectionsOf(this.#resolve(schema)).map((line) => `${line}\n`);
      const separator = sections.length === 0 ? "" : "\n";
      return sections.join("") + separator + this.#describe(schema);
    }
    let node = schema;
    for (const name of path.slice(0, -1)) node = this.#follow(node, name);
    const last = path.at(-1) ?? "";
    const field = this.#follow(node, last);
    const sections = [...longEnum(field), ...details.sectionsOf(field)];
    const head = `FIELD: ${last} <${this.#typeOf(field)}>\n${sections.join("\n")}\n\n`;
    return head + this.#describe(field);
  }

  #follow(node: JsonObject, name: string): JsonObject {
    const found = this.#find(node, name);
    if (found !== undefined) return found;
    const last = this.#what.path.at(-1) ?? "";
    throw new NoFieldError(last, name, this.#namesBelow(node), headerOf(this.#what));
  }

  /** A field of a schema, or else of its items, of its values, or of one of its branches. */
  #find(node: JsonObject, name: string): JsonObject | undefined {
    const resolved = this.#resolve(node);
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
    const resolved = this.#resolve(node);
    const inner = [nodeAt(resolved, "items"), nodeAt(resolved, "additionalProperties")];
    const others = [...inner, ...branchesOf(resolved)].filter((one) => one !== undefined);
    const own = fieldsOf(resolved).map(([name]) => name);
    return [...own, ...others.flatMap((one) => this.#namesBelow(one))];
  }

  /** Description and fields. */
  #describe(schema: JsonObject): string {
    const resolved = this.#resolve(schema);
    const description = this.#descriptionOf(resolved) || "<empty>";
    const docs = docsText(resolved["externalDocs"], docsOfModel);
    const fields = this.#fieldList(resolved, 1, new Set());
    return [
      `DESCRIPTION:\n${indent(wrapWords(description, 76), 4)}\n`,
      docs === "" ? "" : `\n${docs}`,
      fields === "" ? "" : `FIELDS:\n${fields}`,
    ].join("");
  }

  /** Its own description, and those of what it is made of (template `description`). */
  #descriptionOf(schema: JsonObject): string {
    const resolved = this.#resolve(schema);
    const description = textOf(resolved, "description");
    const inner = [
      ...branchesOf(resolved),
      ...[nodeAt(resolved, "items"), nodeAt(resolved, "additionalProperties")],
    ];
    const others = inner.map((one) => (one === undefined ? "" : this.#descriptionOf(one)));
    return (description === "" ? "" : `${description}\n`) + others.join("");
  }

  /** The fields of a schema and of what it is made of; no type within itself. */
  #fieldList(schema: JsonObject, level: number, seen: ReadonlySet<string>): string {
    const reference = textOf(schema, "$ref");
    if (reference !== "" && seen.has(reference)) return "";
    const below = reference === "" ? seen : new Set([...seen, reference]);
    const resolved = this.#resolve(schema);
    const { depth } = this.#what;
    const goesOn = depth !== undefined && (depth === 0 || level < depth);
    const lists = fieldsOf(resolved).map(([name, field]) => {
      const detail = this.#fieldDetail(name, field, requires(resolved, name), level);
      return goesOn ? detail + this.#fieldList(field, level + 1, below) : detail;
    });
    const inner = [nodeAt(resolved, "items"), nodeAt(resolved, "additionalProperties")];
    const others = [...branchesOf(resolved), ...inner].filter((one) => one !== undefined);
    return [...lists, ...others.map((one) => this.#fieldList(one, level, below))].join("");
  }

  #fieldDetail(name: string, field: JsonObject, required: boolean, level: number): string {
    const amount = 2 * level;
    const type = `<${this.#typeOf(field)}>${required ? " -required-" : ""}`;
    const lines = [...shortEnum(field), ...this.#what.details.linesOf(field)];
    const head = [`${name}\t${type}`, ...lines].map((line) => `${indent(line, amount)}\n`).join("");
    if (this.#what.depth !== undefined) return head;
    const description = textOf(field, "description") || "<no description>";
    const text = indent(wrapWords(description, 78 - amount), amount + 2);
    const docs = docsText(field["externalDocs"], docsOfField(amount));
    return `${head}${text}\n${docs === "" ? "" : `\n${docs}`}\n`;
  }

  /** `string`, `Object`, `[]Object`, `map[string]string` (template `typeGuess`). */
  #typeOf(schema: JsonObject): string {
    const items = nodeAt(schema, "items");
    if (items !== undefined) return `[]${this.#typeOf(items)}`;
    const values = nodeAt(schema, "additionalProperties");
    if (values !== undefined) return `map[string]${this.#typeOf(values)}`;
    const [only, second] = branchesOf(schema);
    const isAlone = only !== undefined && second === undefined;
    if (isAlone && nodeAt(schema, "properties") === undefined) return this.#typeOf(only);
    const reference = textOf(schema, "$ref");
    const type = textOf(this.#resolve(schema), "type");
    if (reference !== "" && (type === "" || type === "object")) {
      return reference.split("/").at(-1)?.split(".").at(-1) ?? "Object";
    }
    return type === "" || type === "object" ? "Object" : type;
  }

  #resolve(schema: JsonObject): JsonObject {
    const reference = textOf(schema, "$ref");
    if (!reference.startsWith(referencePrefix)) return schema;
    return nodeAt(this.#what.schemas, reference.slice(referencePrefix.length)) ?? schema;
  }
}

/** In a list of fields, kubectl names so many values of an enum. */
const shownValues = 4;

function shortEnum(schema: JsonObject): readonly string[] {
  const values = enumOf(schema);
  if (values.length === 0) return [];
  const shown = values.slice(0, shownValues).map(enumText).join(", ");
  return [`enum: ${shown}${values.length > shownValues ? ", ...." : ""}`];
}

function longEnum(schema: JsonObject): readonly string[] {
  const values = enumOf(schema);
  return values.length === 0 ? [] : ["ENUM:", ...values.map((value) => indent(enumText(value), 4))];
}

function enumOf(schema: JsonObject): readonly Json[] {
  const values = schema["enum"];
  return Array.isArray(values) ? values : [];
}

/** How far the words `EXTERNAL DOCS` and what follows them are indented, and how wide that is. */
interface DocsLayout {
  readonly heading: number;
  readonly text: number;
  readonly width: number;
}

const docsOfModel: DocsLayout = { heading: 0, text: 4, width: 76 };

function docsOfField(amount: number): DocsLayout {
  return { heading: amount + 2, text: amount + 4, width: 76 - amount };
}

function docsText(docs: Json | undefined, { heading, text, width }: DocsLayout): string {
  if (!isObject(docs) || Object.keys(docs).length === 0) return "";
  const [description, url] = [textOf(docs, "description"), textOf(docs, "url")];
  const lines = [
    indent("EXTERNAL DOCS:", heading),
    ...(description === "" ? [] : [indent(wrapWords(description, width), text)]),
    ...(url === "" ? [] : [indent(`URL: ${url}`, text)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Every line, the empty ones too. */
function indent(text: string, amount: number): string {
  const blanks = " ".repeat(amount);
  return blanks + text.replaceAll("\n", `\n${blanks}`);
}

/**
 * A value of an enum as Go's templates print it: numbers are float64, `null` has no value, and the
 * empty text is written `""` (kubectl `explain/v2/templates/plaintext.tmpl`, `extractEnum`).
 */
export function enumText(value: Json): string {
  if (value === "") return '""';
  return value === null ? "<no value>" : goText(value);
}

/** Go's `%v` of a value that `encoding/json` decoded. */
function goText(value: Json): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (isObject(value)) return `map[${membersText(Object.entries(value))}]`;
  if (typeof value === "number" || typeof value === "bigint") return formatFloat(Number(value));
  return value instanceof Float64 ? formatFloat(value.value) : String(value);
}

function membersText(members: readonly (readonly [string, Json])[]): string {
  return [...members]
    .sort(([left], [right]) => compareUtf8(left, right))
    .map(([key, member]) => `${key}:${goText(member)}`)
    .join(" ");
}
