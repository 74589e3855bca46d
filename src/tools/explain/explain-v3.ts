import { formatFloat } from "../../runtime/v1/values/go/float.js";
import { compareUtf8 } from "../../runtime/v1/values/go/utf8.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../runtime/v1/values/json/json.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";
import type { PublishedField } from "./published-schemas.js";
import { PublishedSchemas } from "./published-schemas.js";
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

class PlaintextWriter {
  readonly #what: ExplainV3;
  readonly #schemas: PublishedSchemas;

  constructor(what: ExplainV3) {
    this.#what = what;
    this.#schemas = new PublishedSchemas(what.schemas);
  }

  /** Follows the path (template `output`). */
  write(): string {
    const { schema, path, details } = this.#what;
    if (path.length === 0) {
      const resolved = this.#schemas.resolve(schema);
      const sections = details.sectionsOf(resolved).map((line) => `${line}\n`);
      const separator = sections.length === 0 ? "" : "\n";
      return sections.join("") + separator + this.#describe(schema);
    }
    const field = this.#schemas.follow(schema, path, headerOf(this.#what));
    const sections = [...longEnum(field), ...details.sectionsOf(field)];
    const type = this.#schemas.typeOf(field);
    const head = `FIELD: ${path.at(-1) ?? ""} <${type}>\n${sections.join("\n")}\n\n`;
    return head + this.#describe(field);
  }

  /** Description and fields. */
  #describe(schema: JsonObject): string {
    const resolved = this.#schemas.resolve(schema);
    const description = this.#schemas.descriptionOf(resolved) || "<empty>";
    const docs = docsText(resolved["externalDocs"], docsOfModel);
    const fields = this.#fieldList(resolved, 1, new Set());
    return [
      `DESCRIPTION:\n${indent(wrapWords(description, 76), 4)}\n`,
      docs === "" ? "" : `\n${docs}`,
      fields === "" ? "" : `FIELDS:\n${fields}`,
    ].join("");
  }

  #fieldList(schema: JsonObject, level: number, within: ReadonlySet<string>): string {
    const { depth } = this.#what;
    const goesOn = depth !== undefined && (depth === 0 || level < depth);
    const lists = this.#schemas.fieldsOf(schema, within).map((field) => {
      const below = goesOn ? this.#fieldList(field.schema, level + 1, field.within) : "";
      return this.#fieldDetail(field, level) + below;
    });
    return lists.join("");
  }

  #fieldDetail({ name, schema, isRequired }: PublishedField, level: number): string {
    const amount = 2 * level;
    const type = `<${this.#schemas.typeOf(schema)}>${isRequired ? " -required-" : ""}`;
    const lines = [...shortEnum(schema), ...this.#what.details.linesOf(schema)];
    const head = [`${name}\t${type}`, ...lines].map((line) => `${indent(line, amount)}\n`).join("");
    if (this.#what.depth !== undefined) return head;
    const description = textOf(schema, "description") || "<no description>";
    const text = indent(wrapWords(description, 78 - amount), amount + 2);
    const docs = docsText(schema["externalDocs"], docsOfField(amount));
    return `${head}${text}\n${docs === "" ? "" : `\n${docs}`}\n`;
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
