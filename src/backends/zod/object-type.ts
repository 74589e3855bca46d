import type { Code } from "../../emit/code.js";
import { code, join } from "../../emit/code.js";
import type { Schema } from "../../ir/schema.js";
import { choiceOf } from "../names/choice.js";
import { ownFields } from "../names/object-shape.js";
import { suffixes } from "../types/flavours.js";
import type { ZodUnit } from "./unit.js";
import { isTold } from "./unit.js";

/** The type `Fields` of a file, which turns the type of an object into that of its zod schemas. */
export function fieldsTypeText(z: Code): Code {
  return code`/** The schemas of an object's fields. */
type Fields<T> = {
  [K in keyof T as string extends K ? never : K]-?: {} extends Pick<T, K>
    ? ${z}.ZodOptional<${z}.ZodType<Exclude<T[K], undefined>>>
    : ${z}.ZodType<T[K]>;
};`;
}

/** The type of the schema of an object type; `shape` is undefined where nothing is known. */
export function objectType(writer: ZodUnit, shape: Schema | undefined, type: string): Code {
  const { z } = writer;
  return code`${z}.ZodObject<Fields<${toldType(writer, shape, type)}>, ${z}.core.$loose>`;
}

function toldType({ context }: ZodUnit, shape: Schema | undefined, type: string): Code {
  const choice = shape === undefined ? undefined : choiceOf(shape);
  const name = `${type}${suffixes.input}${choice === undefined ? "" : "_Fields"}`;
  const whole = code`${context.siblingType("types", name)}`;
  const untold = shape === undefined ? [] : untoldFields(shape);
  if (untold.length === 0) return whole;
  return code`Omit<${whole}, ${join(
    untold.map((field) => code`${field}`),
    " | ",
  )}>`;
}

function untoldFields(shape: Schema): readonly string[] {
  return [...ownFields(shape).keys()].filter((name) => !isTold(name));
}

/**
 * The schema of an object type where a value of that type is demanded; a type that leaves out
 * something is told to be the whole.
 */
export function asSent(writer: ZodUnit, shape: Schema, type: string): Code {
  const { z, context } = writer;
  const object = writer.objectSchema(type);
  const untold = untoldFields(shape);
  if (choiceOf(shape) === undefined && untold.length === 0) return object;
  const whole = code`${z}.ZodType<${context.siblingType("types", type + suffixes.input)}>`;
  // TypeScript compares `constructor` with that of all objects.
  return untold.length === 0
    ? code`(${object} as ${whole})`
    : code`(${object} as ${z}.ZodType as ${whole})`;
}
