import type { Expr } from "../../emit/code.js";
import { expr, operatorCode } from "../../emit/code.js";
import { absent } from "./parameters.js";
import type { Shape } from "./shape.js";

/*
 * Generated checks serve two kinds of objects. In one that is validated everything counts that is
 * there. In one as it is sent, the server still drops nulls that the schema does not allow, and
 * fills in defaults: there the parameter `absent` is null, and members that are that null count as
 * absent.
 */

/** When `member`, at `key` of an object of the shape, counts as absent. */
export function absentCondition(shape: Shape): Expr {
  const isAbsent = expr`member === undefined`;
  const { dropped, kept, dropsOthers } = nullMembers(shape);
  if (dropped.length === 0 && (!dropsOthers || shape.values === undefined)) return isAbsent;
  if (kept.length === 0 && dropsOthers) return expr`${isAbsent} || member === ${absent}`;
  const byExclusion = dropsOthers;
  const names = byExclusion
    ? kept.map((name) => expr`key !== ${name}`)
    : dropped.map((name) => expr`key === ${name}`);
  const condition = operatorCode(names, byExclusion ? "&&" : "||");
  return expr`${isAbsent} || (member === ${absent} && ${condition})`;
}

/**
 * Whether the server drops null, or puts a default in its place, at a key of an object of the
 * shape.
 */
export function dropsNull({ fields, values }: Shape, key: string): boolean {
  const member = fields.get(key) ?? values;
  return typeof member === "object" && !member.nullable;
}

interface NullMembers {
  /** Names under which the server drops null. */
  readonly dropped: readonly string[];
  /** Names under which null stays, and means something. */
  readonly kept: readonly string[];
  /** Whether null may count as absent under every name that is not among those kept. */
  readonly dropsOthers: boolean;
}

function nullMembers(shape: Shape): NullMembers {
  const { fields, values, validation } = shape;
  const dropped = [...fields.keys()].filter((name) => dropsNull(shape, name));
  const required = validation.required.filter((name) => !fields.has(name));
  const nullable = [...fields.keys()].filter((name) => !dropsNull(shape, name));
  if (typeof values === "object") {
    return { dropped, kept: nullable, dropsOthers: !values.nullable };
  }
  const kept = [...nullable, ...required];
  const counts = validation.minProperties !== undefined || validation.maxProperties !== undefined;
  const looksAtOthers = counts || values === false;
  return { dropped, kept, dropsOthers: !looksAtOthers && kept.length <= dropped.length };
}
