import type { Schema } from "../../../crd/ir/schema.js";
import type { Expr, TypeNode } from "../../emit/code.js";
import { expr, tsType } from "../../emit/code.js";
import type { TypeDeclarationCode } from "../../emit/declaration.js";
import { jsDoc } from "../../emit/jsdoc.js";
import * as make from "../../emit/nodes/make.js";
import { literalType, union } from "../../emit/types/type-expression.js";
import { choiceOf } from "../names/choice.js";
import { ownFields } from "../names/object-shape.js";
import { suffixes } from "../types/flavours.js";
import type { ZodUnit } from "./unit.js";
import { isTold } from "./unit.js";

/** The type `Fields` of a file, which turns the type of an object into that of its zod schemas. */
export function fieldsType(z: Expr): TypeDeclarationCode {
  const type = tsType`{} extends Pick<T, K>
    ? ${z}.ZodOptional<${z}.ZodType<Exclude<T[K], undefined>>>
    : ${z}.ZodType<T[K]>`;
  const fields = make.field("[K in keyof T as string extends K ? never : K]-?", type);
  return {
    kind: "type",
    doc: jsDoc({ text: "The schemas of an object's fields." }),
    of: make.alias("Fields", make.fieldsOf([fields]), ["T"]),
  };
}

/** The type of the schema of an object type; `shape` is undefined where nothing is known. */
export function objectType(writer: ZodUnit, shape: Schema | undefined, type: string): TypeNode {
  const { z } = writer;
  return tsType`${z}.ZodObject<Fields<${toldType(writer, shape, type)}>, ${z}.core.$loose>`;
}

function toldType({ context }: ZodUnit, shape: Schema | undefined, type: string): TypeNode {
  const choice = shape === undefined ? undefined : choiceOf(shape);
  const name = `${type}${suffixes.input}${choice === undefined ? "" : "_Fields"}`;
  const whole = tsType`${context.siblingType("types", name)}`;
  const untold = shape === undefined ? [] : untoldFields(shape);
  return untold.length === 0 ? whole : tsType`Omit<${whole}, ${union(untold.map(literalType))}>`;
}

function untoldFields(shape: Schema): readonly string[] {
  return [...ownFields(shape).keys()].filter((name) => !isTold(name));
}

/**
 * The schema of an object type where a value of that type is demanded; a type that leaves out
 * something is told to be the whole.
 */
export function asSent(writer: ZodUnit, shape: Schema, type: string): Expr {
  const { z, context } = writer;
  const object = writer.objectSchema(type);
  const untold = untoldFields(shape);
  if (choiceOf(shape) === undefined && untold.length === 0) return object;
  const whole = tsType`${z}.ZodType<${context.siblingType("types", type + suffixes.input)}>`;
  // TypeScript compares `constructor` with that of all objects.
  return untold.length === 0
    ? expr`${object} as ${whole}`
    : expr`${object} as ${z}.ZodType as ${whole}`;
}
