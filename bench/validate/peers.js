// The same schemas for other validators. Junctors are left out for typebox and zod, which have no
// exact counterpart.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FormatRegistry, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import standaloneCode from "ajv/dist/standalone/index.js";
import { z } from "zod";

const folder = join(tmpdir(), "crdgen-bench-ajv");
const require = createRequire(import.meta.url);

/**
 * ajv as a standalone module, which is its quickest form. Compiling large schemas takes minutes, so
 * the result is kept.
 */
export function ajv(schema, options) {
  mkdirSync(folder, { recursive: true });
  const { version } = require("ajv/package.json");
  const key = createHash("sha256")
    .update(JSON.stringify([version, options, schema]))
    .digest("hex");
  const file = join(folder, `${key}.cjs`);
  if (!existsSync(file)) writeFileSync(file, ajvCode(schema, options));
  return require(file);
}

function ajvCode(schema, options) {
  const instance = new Ajv({
    code: { source: true },
    strict: false,
    logger: false,
    unicodeRegExp: false,
    ...options,
  });
  addFormats(instance);
  return standaloneCode(instance, instance.compile(schema)).replaceAll(
    /require\("(ajv[^"]*)"\)/g,
    (_, path) => `require(${JSON.stringify(require.resolve(path))})`,
  );
}

const dateTime =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d+)?(?:Z|[+-][0-2]\d:[0-5]\d)$/i;
FormatRegistry.Set("date-time", (text) => dateTime.test(text));

export function typebox(schema) {
  const made = toTypebox(schema);
  const check = TypeCompiler.Compile(made);
  return {
    is: (value) => check.Check(value),
    errors: (value) => [...check.Errors(value)].length,
    fill: (value) => Value.Default(made, value),
    prune: (value) => Value.Clean(made, value),
  };
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
  const common = defined({ default: limits.default });
  if (Array.isArray(type)) return Type.Union([Type.Integer(), Type.String()], common);
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } = limits;
  if (limits.enum !== undefined) {
    return Type.Union(
      limits.enum.map((entry) => Type.Literal(entry)),
      common,
    );
  }
  switch (type) {
    case "string": {
      const format = limits.format === "date-time" ? limits.format : undefined;
      return Type.String({ ...common, ...defined({ pattern, minLength, maxLength, format }) });
    }
    case "integer":
      return Type.Integer({ ...common, ...defined({ minimum, maximum }) });
    case "number":
      return Type.Number({ ...common, ...defined({ minimum, maximum }) });
    case "boolean":
      return Type.Boolean(common);
    case "array":
      return Type.Array(items === undefined ? Type.Any() : toTypebox(items), {
        ...common,
        ...defined({ minItems, maxItems }),
      });
    case "object": {
      if (typeof additionalProperties === "object") {
        const key = Type.String(defined({ pattern: limits.propertyNames?.pattern }));
        return Type.Record(key, toTypebox(additionalProperties), {
          ...common,
          ...(limits.propertyNames === undefined ? {} : { additionalProperties: false }),
        });
      }
      const field = (name) => (required.includes(name) ? (made) => made : Type.Optional);
      const fields = Object.entries(properties).map(([name, child]) => [
        name,
        field(name)(toTypebox(child)),
      ]);
      return Type.Object(Object.fromEntries(fields), {
        ...common,
        ...defined({ additionalProperties }),
      });
    }
    default:
      return Type.Any(common);
  }
}

function defined(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

export function zod(schema) {
  const made = toZod(schema);
  return {
    is: (value) => made.safeParse(value).success,
    errors: (value) => made.safeParse(value).error?.issues.length ?? 0,
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
    case "array": {
      let made = z.array(items === undefined ? z.any() : toZod(items));
      if (limits.minItems !== undefined) made = made.min(limits.minItems);
      return limits.maxItems === undefined ? made : made.max(limits.maxItems);
    }
    case "object": {
      if (typeof additionalProperties === "object")
        return z.record(zodString(limits.propertyNames ?? {}), toZod(additionalProperties));
      const field = ([name, child]) => [
        name,
        required.includes(name) ? toZod(child) : toZod(child).optional(),
      ];
      const fields = Object.fromEntries(Object.entries(properties).map(field));
      return additionalProperties === false ? z.strictObject(fields) : z.looseObject(fields);
    }
    default:
      return z.any();
  }
}

function zodString({ pattern, minLength, maxLength, format }) {
  let made = format === "date-time" ? z.iso.datetime({ offset: true }) : z.string();
  if (minLength !== undefined) made = made.min(minLength);
  if (maxLength !== undefined) made = made.max(maxLength);
  return pattern === undefined ? made : made.regex(new RegExp(pattern));
}
