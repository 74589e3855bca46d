import type { Case, Expr, Stmt } from "../../../emit/code.js";
import { clause, expr, sharedClause, statementKey, stmt } from "../../../emit/code.js";
import type { Members, Test } from "../analysis/check.js";
import { rejectsMembers } from "../analysis/members.js";
import type { Scope } from "./test-code.js";
import { absent, faultOf, wrong } from "./test-code.js";

/** The statements for the member of a name. */
interface Entry {
  readonly name: string;
  /** The statements that come first, whatever the member is. */
  readonly leading: readonly Stmt[];
  /** The condition under which the member is wrong. */
  readonly fault: Expr | undefined;
  /** Else what is done with members of other names is done with this one, too. */
  readonly isField: boolean;
}

/** The parts that all cases of a switch share. */
interface Rest {
  /**
   * True if any member can be wrong: one that is not goes on with the next, one that is leaves the
   * switch.
   */
  readonly rejects: boolean;
  /** The statements for members with other names, if any. */
  readonly others: readonly Stmt[] | undefined;
}

/** With more names the length of the key is looked at first: measured. */
const maxFlatCases = 8;

/**
 * The part of a loop over `key` and `member` that checks the members of an object: it dispatches on
 * the key. Without the notes of what is wrong, the first wrong member is enough.
 */
export function memberSwitch(members: Members, scope: Scope): readonly Stmt[] {
  const { named, others, counts, required } = members;
  const rejects = rejectsMembers(members);
  const refusal = [
    returnFalse(expr`!${wrong}?.add(key)`),
    required > 0 ? stmt`seen = -1;` : stmt`valid = false;`,
  ];
  const counting = counts === "fields" ? [stmt`if (${absent} !== null) size++;`] : [];
  const isNever = others[0]?.kind === "known";
  const fault = isNever ? undefined : memberFault(others, scope);
  if (named.length === 0) {
    if (isNever) return [...counting, ...refusal];
    return fault === undefined ? counting : [...counting, block(fault, refusal)];
  }
  const leaving = [
    ...counting,
    ...(fault === undefined ? [] : [rejectIf(fault, stmt`break;`)]),
    ...(rejects ? [isNever ? stmt`break;` : stmt`continue;`] : []),
  ];
  const saysOfOthers = counting.length > 0 || others.length > 0;
  const rest: Rest = { rejects, others: saysOfOthers ? leaving : undefined };
  const entries = named.map(({ name, bit, isField, tests }): Entry => {
    const leading = isField && counts === "fields" ? [stmt`size++;`] : [];
    if (bit > 0) leading.push(stmt`seen |= ${bit};`);
    return { name, leading, fault: memberFault(tests, scope), isField };
  });
  const single = singleTest(entries, rest, refusal);
  if (single !== undefined) return [single];
  return [dispatch(entries, rest), ...(rejects ? refusal : [])];
}

function memberFault(tests: readonly Test[], scope: Scope): Expr | undefined {
  return tests.length === 0 ? undefined : faultOf(tests, expr`member`, scope);
}

/** Of a single member that may be wrong. */
function singleTest(
  [only, second]: readonly Entry[],
  { others }: Rest,
  refusal: readonly Stmt[],
): Stmt | undefined {
  if (only?.fault === undefined || second !== undefined || others !== undefined) return undefined;
  if (only.leading.length > 0) return undefined;
  return block(expr`key === ${only.name} && ${only.fault}`, refusal);
}

/** `return false` under a condition. */
export function returnFalse(condition: Expr): Stmt {
  return rejectIf(condition, stmt`return false;`);
}

function rejectIf(condition: Expr, reject: Stmt): Stmt {
  return stmt`if (${condition}) ${reject}`;
}

function block(condition: Expr, statements: readonly Stmt[]): Stmt {
  return stmt`if (${condition}) {
  ${statements}
}`;
}

/** Other members must be found by the switch over the names, so no switch can stand before it. */
function dispatch(entries: readonly Entry[], rest: Rest): Stmt {
  if (entries.length <= maxFlatCases || rest.others !== undefined) return flatSwitch(entries, rest);
  const byLength = new Map<number, Entry[]>();
  for (const entry of entries) {
    const group = byLength.get(entry.name.length);
    if (group === undefined) byLength.set(entry.name.length, [entry]);
    else group.push(entry);
  }
  const groups = [...byLength].sort(([left], [right]) => left - right);
  const clauses = groups.flatMap(
    ([length, group]) => clause`case ${length}:
  ${memberTest(group, rest)}`,
  );
  return switchOver(expr`key.length`, clauses, rest);
}

/** One name needs no switch. */
function memberTest(entries: readonly Entry[], rest: Rest): readonly Stmt[] {
  const [only, second] = entries;
  if (only === undefined || second !== undefined) return [flatSwitch(entries, rest), stmt`break;`];
  const { name, leading, fault } = only;
  if (!rest.rejects) return [block(expr`key === ${name}`, leading), stmt`break;`];
  if (fault !== undefined && leading.length === 0) {
    return [rejectIf(expr`key === ${name} && ${fault}`, stmt`break;`), stmt`continue;`];
  }
  return [stmt`if (key !== ${name}) continue;`, ...statementsOf(only, rest)];
}

/** A wrong member leaves the switch, any other goes on. */
function statementsOf(
  { leading, fault, isField }: Entry,
  { rejects, others }: Rest,
): readonly Stmt[] {
  const own = fault === undefined ? leading : [...leading, rejectIf(fault, stmt`break;`)];
  const ending = rejects ? stmt`continue;` : stmt`break;`;
  if (isField || others === undefined) return [...own, ending];
  return [...own, ...others, ...(rejects ? [] : [ending])];
}

/** Members with the same check share it. */
function flatSwitch(entries: readonly Entry[], rest: Rest): Stmt {
  const byBody = new Map<string, { readonly names: string[]; readonly body: Stmt }>();
  for (const entry of entries) {
    const body = stmt`${statementsOf(entry, rest)}`;
    const key = statementKey(body);
    const known = byBody.get(key);
    if (known === undefined) byBody.set(key, { names: [entry.name], body });
    else known.names.push(entry.name);
  }
  const clauses = [...byBody.values()].flatMap(({ names, body }) => sharedClause(names, body));
  return switchOver(expr`key`, clauses, rest);
}

function switchOver(value: Expr, clauses: readonly Case[], { rejects, others }: Rest): Stmt {
  const statements = others ?? (rejects ? [stmt`continue;`] : []);
  const ending = statements.length === 0 ? [] : clause`default: ${statements}`;
  return stmt`switch (${value}) {
  ${[...clauses, ...ending]}
}`;
}
