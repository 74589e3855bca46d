import { jsonKey } from "../../src/crd/ir/schema-key.js";
import type { NestedValidation, Rule, Schema, ValueValidation } from "../../src/crd/ir/schema.js";

/**
 * Prints a structural schema for people: a line per node, its children indented by two spaces. Each
 * line names the place (a field, `[]` for items, `{}` for additionalProperties), then the kind,
 * then what is not as it is by default.
 *
 * ```text
 * object required=[spec]
 *   spec: object
 *     replicas: integer min=0 default=1
 *     args: list maxItems=10
 *       []: string
 * ```
 *
 * The order is that of the schema, so equal schemas give equal texts. Every schema can be printed,
 * however deep it is.
 */
export function printSchema(schema: Schema): string {
  const lines: string[] = [];
  const pending: Line[] = [{ depth: 0, place: "", node: schema }];
  for (let line = pending.pop(); line !== undefined; line = pending.pop()) {
    const { depth, place, node } = line;
    const text = typeof node === "string" ? node : headOf(node);
    lines.push(`${"  ".repeat(depth)}${place === "" ? "" : `${place}: `}${text}`);
    if (typeof node !== "string") pending.push(...childrenOf(node, depth + 1).reverse());
  }
  return lines.join("\n");
}

interface Line {
  readonly depth: number;
  readonly place: string;
  /** A text has nothing below it. */
  readonly node: Schema | NestedValidation | string;
}

function headOf(node: Schema | NestedValidation): string {
  const words = "kind" in node ? wordsOfSchema(node) : [node.type];
  if (node.nullable) words.push("nullable");
  words.push(...constraintsOf(node.validation));
  if ("default" in node && node.default !== undefined)
    words.push(`default=${jsonKey(node.default)}`);
  return words.filter((word) => word !== "").join(" ") || "any";
}

function wordsOfSchema(schema: Schema): string[] {
  const { listType, listMapKeys, mapType } = schema;
  const words: string[] = [schema.kind];
  if (schema.preserveUnknownFields) words.push("preserveUnknownFields");
  if (schema.embeddedResource) words.push("embeddedResource");
  if (listType !== "atomic") words.push(`listType=${listType}`);
  if (listMapKeys.length > 0) words.push(`listMapKeys=[${listMapKeys.map(nameText).join(", ")}]`);
  if (mapType !== "granular") words.push(`mapType=${mapType}`);
  return words;
}

function constraintsOf(validation: ValueValidation): readonly string[] {
  const { minimum, maximum, required, format, pattern } = validation;
  const words: string[] = [];
  const add = (name: string, value: number | undefined): void => {
    if (value !== undefined) words.push(`${name}=${String(value)}`);
  };
  if (format !== "") words.push(`format=${nameText(format)}`);
  add(validation.exclusiveMinimum ? "exclusiveMinimum" : "minimum", minimum);
  add(validation.exclusiveMaximum ? "exclusiveMaximum" : "maximum", maximum);
  add("multipleOf", validation.multipleOf);
  add("minLength", validation.minLength);
  add("maxLength", validation.maxLength);
  if (pattern !== "") words.push(`pattern=${JSON.stringify(pattern)}`);
  add("minItems", validation.minItems);
  add("maxItems", validation.maxItems);
  if (validation.uniqueItems) words.push("uniqueItems");
  add("minProperties", validation.minProperties);
  add("maxProperties", validation.maxProperties);
  if (required.length > 0) words.push(`required=[${required.map(nameText).join(", ")}]`);
  if (validation.enum.length > 0) words.push(`enum=[${validation.enum.map(jsonKey).join(", ")}]`);
  return words;
}

function childrenOf(node: Schema | NestedValidation, depth: number): Line[] {
  const lines: Line[] = [];
  const add = (place: string, child: Line["node"] | undefined): void => {
    if (child !== undefined) lines.push({ depth, place, node: child });
  };
  for (const [name, field] of node.fields) add(nameText(name), field);
  add("{}", typeof node.values === "boolean" ? String(node.values) : node.values);
  add("[]", node.items);
  const { allOf, anyOf, oneOf, not } = node.validation;
  for (const [name, branches] of Object.entries({ allOf, anyOf, oneOf })) {
    branches.forEach((branch, index) => {
      add(`${name}[${String(index)}]`, branch);
    });
  }
  add("not", not);
  if ("rules" in node) for (const rule of node.rules) add("rule", ruleText(rule));
  return lines;
}

function ruleText(rule: Rule): string {
  const words = [JSON.stringify(rule.rule)];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && value !== "") words.push(`${name}=${JSON.stringify(value)}`);
  };
  add("message", rule.message);
  add("messageExpression", rule.messageExpression);
  add("reason", rule.reason);
  add("fieldPath", rule.fieldPath);
  if (rule.optionalOldSelf === true) words.push("optionalOldSelf");
  return words.join(" ");
}

/** Names that could be taken for something else are in quotes. */
function nameText(name: string): string {
  return /^[\w.$-]+$/.test(name) ? name : JSON.stringify(name);
}
