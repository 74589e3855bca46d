import { nearest } from "../../../../crd/diagnostics/similar.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import type { JsonObject } from "../../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../../runtime/v1/values/json/json.js";
import { formatExample } from "./format-example.js";
import type { RefusedValue } from "./refused-value.js";

type Help = string | undefined;

/** Keys of the same object that are no fields may be the missing one, misspelt. */
const mostUnknown = 100;

/** What to add where a field is missing that the schema demands itself, not in a branch of it. */
export function requiredHelp({ error: { field }, value, exists, schema }: RefusedValue): Help {
  if (exists && value === null) return "give it a value: null counts as missing";
  if (ownerField.test(field)) return "copy it from the owner: `kubectl get -o yaml` prints it";
  const name = missingName(field, schema);
  if (schema === undefined || name === undefined) return undefined;
  const misspelt = isObject(value) ? nearest(name, unknownKeys(value, schema)) : undefined;
  if (misspelt !== undefined) return `\`${misspelt}\` should perhaps be \`${name}\``;
  const form = schema.fields.get(name);
  const words = form && describe(form);
  return words === undefined ? `add \`${name}\`` : `add \`${name}\`, ${words}`;
}

/** The field that is missing, if the node around it demands it itself. */
function missingName(field: string, schema: Schema | undefined): Help {
  const names = schema?.embeddedResource === true ? typeMeta : [];
  return [...(schema?.validation.required ?? []), ...names].find(
    (name) => field === name || field.endsWith(`.${name}`),
  );
}

/** What every object of Kubernetes has. */
const typeMeta = ["apiVersion", "kind"];

const ownerField = /^metadata\.ownerReferences\[\d+\]\./;

const unknownOf = new WeakMap<JsonObject, readonly string[]>();

/** Looked for once in an object, of which many may be missing. */
function unknownKeys(value: JsonObject, schema: Schema): readonly string[] {
  let unknown = unknownOf.get(value);
  if (unknown === undefined) {
    unknown = Object.keys(value).filter((key) => !schema.fields.has(key));
    if (unknown.length > mostUnknown) unknown = [];
    unknownOf.set(value, unknown);
  }
  return unknown;
}

const typeWords: Readonly<Record<Schema["type"], Help>> = {
  "": undefined,
  array: "a list",
  boolean: "`true` or `false`",
  integer: "a whole number",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Longer lists of values are no help. */
const mostValues = 5;

function describe({ type, intOrString, validation }: Schema): Help {
  const values = validation.enum.filter((value) => typeof value === "string");
  if (values.length > 0 && values.length <= mostValues) {
    const list = values.map((value) => `\`${value}\``).join(", ");
    return values.length === 1 ? list : `one of ${list}`;
  }
  if (intOrString) return "a whole number or a string";
  const example = type === "string" ? formatExample(validation.format) : undefined;
  return example === undefined ? typeWords[type] : `a string like \`${example}\``;
}
