import type { Schema } from "../../../crd/ir/schema.js";
import type { Expr, Stmt } from "../../emit/code.js";
import { expr, stmt } from "../../emit/code.js";
import type { Declaration } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { Member } from "../../emit/object-code.js";
import { objectCode } from "../../emit/object-code.js";
import type { Backend } from "../backend.js";
import { apiVersionOf } from "../backend.js";
import { schemaName, ZodUnit } from "./unit.js";
import { fieldsType, objectFields, objectType } from "./value-code.js";

/**
 * Writes `zod.ts`: schemas of zod 4 for the resource as it is sent and for each object type in it.
 * What zod can say exactly is said in zod; that of the resource then asks the resource's own
 * validation for all else, so that its verdict is that of `is…`.
 */
export const zodBackend: Backend = {
  name: "zod",
  needs: ["types", "validate"],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = context.file("zod");
    const writer = new ZodUnit(unit, context, file);
    file.add(fieldsType(writer.z));
    file.add(...nestedSchemas(writer), resourceSchema(writer));
  },
};

/** The schemas of the object types, those that others hold first. */
function nestedSchemas(writer: ZodUnit): readonly Declaration[] {
  const [root] = writer.names.types;
  const declared: Declaration[] = [];
  const seen = new Set<Schema>();
  const visit = (shape: Schema): void => {
    if (seen.has(shape)) return;
    seen.add(shape);
    for (const held of writer.objectsIn(shape)) visit(held);
    if (shape !== root?.schema) declared.push(nestedSchema(writer, shape));
  };
  for (const { schema } of writer.names.types) visit(schema);
  return declared;
}

function nestedSchema(writer: ZodUnit, shape: Schema): Declaration {
  const type = writer.names.typeName(shape) ?? writer.names.type;
  return {
    kind: "const",
    name: schemaName(writer.names, type),
    exported: "to siblings",
    doc: [],
    type: objectType(writer, shape, type),
    value: looseObject(writer, objectFields(writer, shape)),
  };
}

function resourceSchema(writer: ZodUnit): Declaration {
  const { names } = writer;
  const schema = looseObject(writer, resourceFields(writer));
  return {
    kind: "const",
    name: schemaName(names, names.type),
    exported: "to siblings",
    doc: jsDoc({
      text: `${names.type} as it is sent: an object passes where \`is${names.type}\` says yes. The output is a copy with all fields that zod was given: nothing is pruned, and no default is filled in.`,
    }),
    type: objectType(writer, names.types[0]?.schema, names.type),
    value: expr`${schema}.check(({ value, issues }) => {
  ${verdict(writer)}
})`,
  };
}

/**
 * Writes the call of the validator. It runs only if zod found no issues, since those would be told
 * twice.
 */
function verdict({ context, names }: ZodUnit): Stmt {
  const judge = context.sibling("validate", `${names.value}Schema`);
  return stmt`if (issues.length > 0) return;
const judged = ${judge}["~standard"].validate(value);
for (const { message, path } of judged.issues ?? []) {
  issues.push({ code: "custom", input: value, message, path: [...path] });
}`;
}

function resourceFields(writer: ZodUnit): readonly Member[] {
  const { unit, z, names } = writer;
  const shape = names.types[0]?.schema;
  return [
    { key: "apiVersion", value: expr`${z}.literal(${apiVersionOf(unit)})` },
    { key: "kind", value: expr`${z}.literal(${unit.resource.names.kind})` },
    { key: "metadata", value: metadataSchema(writer) },
    ...(shape === undefined ? [] : objectFields(writer, shape)),
  ];
}

function looseObject({ z }: ZodUnit, members: readonly Member[]): Expr {
  return expr`${z}.looseObject(${objectCode(members)})`;
}

/** Metadata of a resource: what people write of it. */
function metadataSchema(writer: ZodUnit): Expr {
  const { z } = writer;
  return writer.shared("metadata", jsDoc({ text: "What people write of `ObjectMeta`." }), () => {
    const text = expr`${z}.string().nullish()`;
    const texts = expr`${z}.record(${z}.string(), ${z}.string().nullable()).nullish()`;
    return expr`${z}.looseObject(${objectCode([
      { key: "name", value: text },
      { key: "generateName", value: text },
      { key: "namespace", value: text },
      { key: "labels", value: texts },
      { key: "annotations", value: texts },
    ])})`;
  });
}
