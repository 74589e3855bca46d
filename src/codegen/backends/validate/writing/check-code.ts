import type { Expr, Stmt } from "../../../emit/code.js";
import { expr, operatorCode, stmt, tsType } from "../../../emit/code.js";
import type { Declaration } from "../../../emit/declaration.js";
import type { DocComment } from "../../../emit/jsdoc.js";
import type { AbsentNulls, Items, Members, OwnCheck } from "../analysis/check.js";
import { looksAtMembers, rejectsMembers, sortsMembers } from "../analysis/members.js";
import { memberSwitch, returnFalse } from "./member-switch.js";
import type { Scope } from "./test-code.js";
import { absent, conditionOf, faultOf } from "./test-code.js";

const value: Expr = expr`value`;

/** The function of a check, with the parameters that it uses. */
export function checkFunction(
  name: string,
  check: OwnCheck,
  doc: DocComment,
  scope: Scope,
): Declaration {
  const { before, contents, whole, readsAbsent } = check;
  const sorts = sortsMembers(check);
  const wrong = tsType`${scope.context.runtimeType("WrongMembers")}`;
  const absentName = readsAbsent ? "absent" : "_absent";
  const faults = whole.map((test) => returnFalse(faultOf([test], value, scope)));
  return {
    kind: "function",
    name,
    exported: false,
    doc,
    parameters: [
      { name: "value", type: tsType`unknown` },
      ...(readsAbsent || sorts ? [{ name: absentName, type: tsType`null`, optional: true }] : []),
      ...(sorts ? [{ name: "wrong", type: wrong, optional: true }] : []),
    ],
    returns: tsType`boolean`,
    body: stmt`${[
      returnFalse(faultOf(before, value, scope)),
      ...(contents.kind === "items"
        ? itemStatements(contents, faults, scope)
        : memberStatements(contents, faults, scope)),
    ]}`,
  };
}

function itemStatements(
  { tests, ofType }: Items,
  faults: readonly Stmt[],
  scope: Scope,
): readonly Stmt[] {
  const ending = [...faults, stmt`return ${conditionOf(ofType, value, true, scope)};`];
  if (tests.length === 0) return ending;
  const loop = stmt`for (const item of value) {
  ${returnFalse(faultOf(tests, expr`item`, scope))}
}`;
  return [loop, ...ending];
}

/**
 * Writes the checks of the members. Those of the whole only make sense if the members are what they
 * must be.
 */
function memberStatements(
  members: Members,
  faults: readonly Stmt[],
  scope: Scope,
): readonly Stmt[] {
  const { required, counts, counted } = members;
  const rejects = rejectsMembers(members);
  const state = required > 0 ? expr`seen === ${required}` : expr`valid`;
  const hasState = required > 0 || rejects;
  const ending = [
    ...(hasState ? [returnFalse(expr`!${state}`)] : []),
    ...faults,
    stmt`return true;`,
  ];
  return [
    ...(hasState ? [stateDeclaration(members)] : []),
    ...(counts === "none" ? [] : [stmt`let size = 0;`]),
    ...(looksAtMembers(members) ? [memberLoop(members, scope)] : []),
    ...counted.map((test) => returnFalse(faultOf([test], value, scope))),
    ...(hasState && faults.length === 0 ? [stmt`return ${state};`] : ending),
  ];
}

/** The variable that tells in the end whether all members are valid. */
function stateDeclaration({ required, filled }: Members): Stmt {
  if (required === 0) return stmt`let valid = true;`;
  return filled === 0
    ? stmt`let seen = 0;`
    : stmt`let seen = ${expr`${absent} === null ? ${filled} : 0`};`;
}

function memberLoop(members: Members, scope: Scope): Stmt {
  const statements = [
    stmt`const member = value[key];`,
    stmt`if (${absentCondition(members.nulls)}) continue;`,
    ...(members.counts === "every" ? [stmt`size++;`] : []),
    ...memberSwitch(members, scope),
  ];
  return stmt`for (const key in value) {
  ${statements}
}`;
}

/** When `member`, at `key`, counts as absent. */
function absentCondition(nulls: AbsentNulls): Expr {
  const isUndefined = expr`member === undefined`;
  if (nulls.kind === "none") return isUndefined;
  const isNull = expr`member === ${absent}`;
  if (nulls.kind === "all") return expr`${isUndefined} || ${isNull}`;
  const isOnly = nulls.kind === "only";
  const names = nulls.names.map((name) => (isOnly ? expr`key === ${name}` : expr`key !== ${name}`));
  return expr`${isUndefined} || (${isNull} && ${operatorCode(names, isOnly ? "||" : "&&")})`;
}
