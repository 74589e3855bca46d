// The same schemas for other validators. Junctors are left out for all but ajv: the peers have no exact counterpart.
import { createRequire } from "node:module";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import Ajv from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import addFormats from "ajv-formats";
import { z } from "zod";

const dropped = new Set([
  "default",
  "description",
  "example",
  "externalDocs",
  "title",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

/** JSONSchemaProps as JSON Schema. */
export function jsonSchema(node) {
  if (typeof node !== "object" || node === null) return node;
  const schema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith("x-") || dropped.has(key)) continue;
    if (key === "properties") schema[key] = mapValues(value, jsonSchema);
    else if (Array.isArray(value) && /Of$/.test(key)) schema[key] = value.map(jsonSchema);
    else if (key === "nullable" && node.type === undefined) continue;
    else
      schema[key] = ["items", "not", "additionalProperties"].includes(key)
        ? jsonSchema(value)
        : value;
  }
  if (node["x-kubernetes-int-or-string"]) schema.type = ["integer", "string"];
  return schema;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

const folder = mkdtempSync(join(tmpdir(), "crdgen-bench-"));
const require = createRequire(import.meta.url);
let count = 0;

/** ajv as a standalone module, which is its quickest form. */
export function ajv(schema, allErrors) {
  const instance = new Ajv({
    code: { source: true },
    allErrors,
    strict: false,
    logger: false,
    unicodeRegExp: false,
  });
  addFormats(instance);
  const text = standaloneCode(instance, instance.compile(schema));
  const file = join(folder, `ajv-${count++}.cjs`);
  writeFileSync(
    file,
    text.replaceAll(
      /require\("(ajv[^"]*)"\)/g,
      (_, path) => `require(${JSON.stringify(require.resolve(path))})`,
    ),
  );
  return require(file);
}

export function typebox(schema) {
  const check = TypeCompiler.Compile(toTypebox(schema));
  return { is: (value) => check.Check(value), errors: (value) => [...check.Errors(value)] };
}

function toTypebox(schema) {
  const { nullable, type, ...rest } = schema;
  const made = typeboxOf({ ...rest, type });
  return nullable ? Type.Union([made, Type.Null()]) : made;
}

function typeboxOf({
  type,
  properties = {},
  required = [],
  items,
  additionalProperties,
  ...limits
}) {
  if (Array.isArray(type)) return Type.Union([Type.Integer(), Type.String()]);
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } = limits;
  if (limits.enum !== undefined) return Type.Union(limits.enum.map((entry) => Type.Literal(entry)));
  switch (type) {
    case "string":
      return Type.String(defined({ pattern, minLength, maxLength }));
    case "integer":
      return Type.Integer(defined({ minimum, maximum }));
    case "number":
      return Type.Number(defined({ minimum, maximum }));
    case "boolean":
      return Type.Boolean();
    case "array":
      return Type.Array(
        items === undefined ? Type.Any() : toTypebox(items),
        defined({ minItems, maxItems }),
      );
    case "object": {
      if (typeof additionalProperties === "object")
        return Type.Record(Type.String(), toTypebox(additionalProperties));
      const field = (name) => (required.includes(name) ? (made) => made : Type.Optional);
      return Type.Object(
        Object.fromEntries(
          Object.entries(properties).map(([name, child]) => [name, field(name)(toTypebox(child))]),
        ),
      );
    }
    default:
      return Type.Any();
  }
}

function defined(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

export function zod(schema) {
  const made = toZod(schema);
  return {
    is: (value) => made.safeParse(value).success,
    errors: (value) => made.safeParse(value).error?.issues ?? [],
  };
}

function toZod(schema) {
  const made = zodOf(schema);
  return schema.nullable ? made.nullable() : made;
}

function zodOf({ type, properties = {}, required = [], items, additionalProperties, ...limits }) {
  if (Array.isArray(type)) return z.union([z.int(), z.string()]);
  if (limits.enum !== undefined) return z.literal(limits.enum);
  switch (type) {
    case "string":
      return zodString(limits);
    case "integer":
    case "number": {
      let made = type === "integer" ? z.int() : z.number();
      if (limits.minimum !== undefined) made = made.min(limits.minimum);
      return limits.maximum === undefined ? made : made.max(limits.maximum);
    }
    case "boolean":
      return z.boolean();
    case "array":
      return z.array(items === undefined ? z.any() : toZod(items));
    case "object": {
      if (typeof additionalProperties === "object")
        return z.record(z.string(), toZod(additionalProperties));
      const field = ([name, child]) => [
        name,
        required.includes(name) ? toZod(child) : toZod(child).optional(),
      ];
      return z.looseObject(Object.fromEntries(Object.entries(properties).map(field)));
    }
    default:
      return z.any();
  }
}

function zodString({ pattern, minLength, maxLength }) {
  let made = z.string();
  if (minLength !== undefined) made = made.min(minLength);
  if (maxLength !== undefined) made = made.max(maxLength);
  return pattern === undefined ? made : made.regex(new RegExp(pattern));
}
