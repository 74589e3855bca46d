import type { Shape } from "../shape.js";
import { countsMembers, prunesMembers } from "../unknown-fields.js";
import type { AbsentNulls, Members, NamedMember, OwnCheck, Test } from "./check.js";
import { call, compare, open } from "./check.js";

/** Small integers of V8 end here. */
const maxBits = 30;

/** The tests of the members of an object, with those that do not follow from the shape alone. */
interface MemberTests {
  readonly names: Iterable<string>;
  readonly required: readonly string[];
  /** Names that need not be in an object as it is sent: defaults are filled in. */
  readonly filled: { has(name: string): boolean };
  readonly tests: (name: string) => readonly Test[];
  /** The tests of members with other names. */
  readonly others: readonly Test[];
  readonly counts: Members["counts"];
}

/** Returns the tests of the members of an object of the shape. */
export function membersOf(shape: Shape, asked: MemberTests): Members {
  const { names, filled, others, counts } = asked;
  const required = [...new Set(asked.required)];
  const counted = required.slice(0, maxBits);
  const bits = new Map(counted.map((name, index) => [name, 1 << index]));
  const fields = new Set(names);
  const saysOfOthers = counts === "fields" || others.length > 0;
  const named: NamedMember[] = [];
  for (const name of new Set([...fields, ...counted])) {
    const bit = bits.get(name) ?? 0;
    const tests = asked.tests(name);
    const isAsked = bit > 0 || tests.length > 0 || saysOfOthers;
    if (isAsked) named.push({ name, bit, isField: fields.has(name), tests });
  }
  return {
    kind: "members",
    named,
    others,
    nulls: absentNulls(shape),
    required: 2 ** bits.size - 1,
    filled: [...bits].reduce((sum, [name, bit]) => (filled.has(name) ? sum | bit : sum), 0),
    counts,
    counted: [
      ...limitTests(shape),
      ...required
        .slice(maxBits)
        .map((name) => open(call("hasKey", [name], dropsNull(shape, name)), "it may be filled in")),
    ],
  };
}

function limitTests({ validation, defaults, memberDefault }: Shape): readonly Test[] {
  const { minProperties, maxProperties } = validation;
  const tests: Test[] = [];
  if (minProperties !== undefined) tests.push(compare("size", ">=", minProperties));
  if (maxProperties !== undefined) tests.push(compare("size", "<=", maxProperties));
  if (tests.length === 0 || (defaults.size === 0 && memberDefault === undefined)) return tests;
  return [...tests, open({ kind: "stored" }, "what is filled in is counted")];
}

/**
 * Which members the function of a shape counts: of an object as it is sent those that are specified
 * where the server prunes all others before.
 */
export function countedMembers(shape: Shape, prunes: boolean): Members["counts"] {
  if (!countsMembers(shape)) return "none";
  return prunes && prunesMembers(shape) && !shape.embeddedResource ? "fields" : "every";
}

/** Tells whether any member is looked at. */
export function looksAtMembers({ named, others, counts }: Members): boolean {
  return named.length > 0 || others.length > 0 || counts !== "none";
}

/** Tells whether the function of an object can name the members that are wrong. */
export function sortsMembers({ contents }: OwnCheck): boolean {
  return contents.kind === "members" && rejectsMembers(contents);
}

/** Tells whether any member can be wrong. */
export function rejectsMembers({ named, others }: Members): boolean {
  return others.length > 0 || named.some(({ tests }) => tests.length > 0);
}

/** Tells whether members count differently in objects as they are sent. */
export function membersReadAbsent(members: Members): boolean {
  const { nulls, filled, counts } = members;
  return filled > 0 || counts === "fields" || (looksAtMembers(members) && nulls.kind !== "none");
}

/*
 * Quick checks serve two kinds of objects. In one that is validated everything counts that is
 * there. In one as it is sent, the server still drops nulls that the schema does not allow, and
 * fills in defaults: there members that are null count as absent.
 */

/**
 * Tells whether the server drops null, or puts a default in its place, at a key of an object of the
 * shape.
 */
export function dropsNull({ fields, values }: Shape, key: string): boolean {
  const member = fields.get(key) ?? values;
  return typeof member === "object" && !member.nullable;
}

/** Which members count as absent where they are null. */
function absentNulls(shape: Shape): AbsentNulls {
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
