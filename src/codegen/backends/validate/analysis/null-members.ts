import type { Shape } from "../shape.js";
import { countsMembers } from "../unknown-fields.js";
import type { AbsentNulls } from "./check.js";

/*
 * Quick checks serve two kinds of objects. In one that is validated everything counts that is
 * there. In one as it is sent, the server still drops nulls that the schema does not allow, and
 * fills in defaults: there members that are null count as absent.
 */

/**
 * Whether the server drops null, or puts a default in its place, at a key of an object of the
 * shape.
 */
export function dropsNull({ fields, values }: Shape, key: string): boolean {
  const member = fields.get(key) ?? values;
  return typeof member === "object" && !member.nullable;
}

/** Which members count as absent where they are null. */
export function absentNulls(shape: Shape): AbsentNulls {
  const { fields, values, validation } = shape;
  const dropped = [...fields.keys()].filter((name) => dropsNull(shape, name));
  const nullable = [...fields.keys()].filter((name) => !dropsNull(shape, name));
  if (typeof values === "object") {
    if (values.nullable) return only(dropped);
    return nullable.length === 0 ? { kind: "all" } : { kind: "except", names: nullable };
  }
  const kept = [...nullable, ...validation.required.filter((name) => !fields.has(name))];
  const looksAtOthers = countsMembers(shape) || values === false;
  if (looksAtOthers || kept.length > dropped.length || dropped.length === 0) return only(dropped);
  return kept.length === 0 ? { kind: "all" } : { kind: "except", names: kept };
}

function only(names: readonly string[]): AbsentNulls {
  return names.length === 0 ? { kind: "none" } : { kind: "only", names };
}
