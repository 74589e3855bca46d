import type { Dialect } from "../values/dialect.js";
import { newestDialect } from "../values/dialect.js";
import { quote } from "../values/go/quote.js";
import type { Place } from "../values/place.js";
import { pathOf } from "../values/place.js";
import { collect, collectErrors } from "./collect-errors.js";
import { Report } from "./report.js";
import type { JunctorCheck, ValueSchema } from "./value-schema.js";
import { planOf } from "./value-schema.js";

/*
 * The junctors of a schema, as kube-openapi's `validation/validate` looks at them
 * (`schema_props.go`).
 */

/** Finds the errors of `allOf`, `anyOf`, `oneOf` and `not`. */
export const checkJunctors: JunctorCheck = {
  report: reportJunctors,
  seesAll: (schema) => !branchesOf(schema).every(asksForMembers),
};

/** Gives one for each of them that is satisfied by a branch: what that one counts. */
function reportJunctors(schema: ValueSchema, value: unknown, at: Place, report: Report): number {
  const { anyOf, oneOf, allOf, not } = schema;
  let matches = 0;
  if (anyOf !== undefined) matches += checkAnyOf(anyOf, value, at, report);
  if (oneOf !== undefined) matches += checkOneOf(oneOf, value, at, report);
  if (allOf !== undefined) matches += checkAllOf(allOf, value, at, report);
  if (not !== undefined && attempt(not, value, at, report).errors.isEmpty) {
    report.unplaced(`${quote(pathOf(at))} must not validate the schema (not)`);
  }
  return matches;
}

/** The result of checking a value against a branch of a junctor. */
interface Attempt {
  readonly errors: Report;
  readonly matches: number;
}

/** Inside junctors nothing is compared with old values. */
function attempt(branch: ValueSchema, value: unknown, at: Place, report: Report): Attempt {
  const errors = report.fork();
  return { errors, matches: collect(planOf(branch), value, at, errors, undefined) };
}

function checkAnyOf(
  branches: readonly ValueSchema[],
  value: unknown,
  at: Place,
  report: Report,
): number {
  let best: Attempt | undefined;
  for (const branch of branches) {
    const next = attempt(branch, value, at, report);
    if (next.errors.isEmpty) return next.matches;
    if (best === undefined || next.matches > best.matches) best = next;
  }
  report.unplaced(`${quote(pathOf(at))} must validate at least one schema (anyOf)`);
  return takeOver(best, report);
}

function checkOneOf(
  branches: readonly ValueSchema[],
  value: unknown,
  at: Place,
  report: Report,
): number {
  let best: Attempt | undefined;
  let valid: Attempt | undefined;
  let count = 0;
  for (const branch of branches) {
    const next = attempt(branch, value, at, report);
    if (next.errors.isEmpty) {
      valid ??= next;
      count++;
    } else if (best === undefined || next.matches > best.matches) best = next;
  }
  if (valid !== undefined && count === 1) return valid.matches;
  const found = count === 0 ? "none valid" : `${count} valid alternatives`;
  report.unplaced(
    `${quote(pathOf(at))} must validate one and only one schema (oneOf). Found ${found}`,
  );
  return count === 0 ? takeOver(best, report) : 0;
}

function checkAllOf(
  branches: readonly ValueSchema[],
  value: unknown,
  at: Place,
  report: Report,
): number {
  let matches = 0;
  let valid = 0;
  for (const branch of branches) {
    const next = attempt(branch, value, at, report);
    matches += takeOver(next, report);
    if (next.errors.isEmpty) valid++;
  }
  if (valid < branches.length) {
    const none = valid === 0 ? ". None validated" : "";
    report.unplaced(`${quote(pathOf(at))} must validate all the schemas (allOf)${none}`);
  }
  return matches;
}

function takeOver(best: Attempt | undefined, report: Report): number {
  if (best === undefined) return 0;
  report.merge(best.errors);
  return best.matches;
}

function branchesOf({ allOf = [], anyOf = [], oneOf = [], not }: ValueSchema): ValueSchema[] {
  return [...allOf, ...anyOf, ...oneOf, ...(not === undefined ? [] : [not])];
}

/** Tells whether a branch asks which members an object has, and nothing else. */
function asksForMembers(branch: ValueSchema): boolean {
  const saysMore = Object.values(branch.fields ?? {}).some(
    (field) => Object.keys(field).length > 0,
  );
  const isOnly = Object.keys(branch).every((part) => partsForMembers.has(part));
  return isOnly && !saysMore && branchesOf(branch).every(asksForMembers);
}

const partsForMembers = /* @__PURE__ */ new Set([
  "fields",
  "required",
  "junctors",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
]);

/**
 * Tells whether a value has no error by a schema: exact, where generated code does not know a
 * quicker way.
 */
export function isValid(
  schema: ValueSchema,
  value: unknown,
  dialect: Dialect = newestDialect,
): boolean {
  const report = new Report("", dialect);
  collectErrors(schema, value, "", report);
  return report.isEmpty;
}
