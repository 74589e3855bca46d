import type { Case, Expr, Stmt } from "../../emit/code.js";
import { clause, expr, isTrue, sharedClause, statementKey, stmt } from "../../emit/code.js";
import { absent, wrong } from "./parameters.js";

/** What is known of an object's members. */
export interface MemberChecks {
  readonly names: Iterable<string>;
  readonly required: readonly string[];
  /** Names that need not be in an object as it is sent: defaults are filled in. */
  readonly defaulted: { has(name: string): boolean };
  /**
   * The condition under which the member of that name is not certainly valid; undefined where it
   * always is.
   */
  readonly fault: (name: string) => Expr | undefined;
  /** The same condition for a member of any other name. */
  readonly otherFault: Expr | undefined;
  /**
   * Whether `size` counts the members: those of these names, and others only where the object is
   * pruned already.
   */
  readonly counts: boolean;
}

/** The part of a loop over `key` and `member` that checks the members of an object. */
export interface MemberSwitch {
  /** Undefined where nothing is said about any member. */
  readonly body: Stmt | undefined;
  /**
   * The variable that tells in the end whether all members are valid: `seen`, else `valid` where
   * none is required.
   */
  readonly state: MemberState | undefined;
  /** Required members for which there was no bit left. */
  readonly uncounted: readonly string[];
  /** Whether it adds to `size`. */
  readonly counts: boolean;
}

/** A variable that is set while the members are looked at. */
export interface MemberState {
  readonly declaration: Stmt;
  /** The condition under which an object is valid, as far as its members tell. */
  readonly isValid: Expr;
  /** The condition under which it is not. */
  readonly isInvalid: Expr;
}

/** What is done with the member of a name. */
interface NamedMember {
  readonly name: string;
  /** What is done first, whatever the member is. */
  readonly leading: readonly Stmt[];
  /** The condition under which the member is wrong. */
  readonly fault: Expr | undefined;
  /** What is said about members of other names is said about this one, too. */
  readonly isOther: boolean;
}

/** Small integers of V8 end here. */
const maxBits = 30;
/** With more names the length of the key is looked at first: measured. */
const maxFlatCases = 8;

/**
 * Dispatches on the key: what is said about the member of that name, and a bit if it is required.
 */
export function memberSwitch(checks: MemberChecks): MemberSwitch {
  const { names, required, defaulted, fault, otherFault, counts } = checks;
  const distinct = [...new Set(required)];
  const counted = distinct.slice(0, maxBits);
  const bits = new Map(counted.map((name, index) => [name, 1 << index]));
  const known = new Set(names);
  const saysOfOthers = counts || otherFault !== undefined;
  const cases: NamedMember[] = [];
  for (const name of new Set([...known, ...counted])) {
    const leading = counts && known.has(name) ? [stmt`size++;`] : [];
    const bit = bits.get(name);
    if (bit !== undefined) leading.push(stmt`seen |= ${bit};`);
    const isOther = !known.has(name) && saysOfOthers;
    const condition = fault(name);
    const isSilent = condition === undefined && leading.length === 0;
    if (isSilent && !saysOfOthers) continue;
    cases.push({ name, leading, fault: condition, isOther });
  }
  const rejects = otherFault !== undefined || cases.some((entry) => entry.fault !== undefined);
  const preset = [...bits].reduce((sum, [name, bit]) => (defaulted.has(name) ? sum | bit : sum), 0);
  return {
    body: bodyOf(cases, { rejects, counts, otherFault }, bits.size > 0),
    state: stateOf(bits.size, preset, rejects),
    uncounted: distinct.slice(maxBits),
    counts,
  };
}

function stateOf(bits: number, preset: number, rejects: boolean): MemberState | undefined {
  if (bits > 0) {
    const start = preset === 0 ? expr`0` : expr`${absent} === null ? ${preset} : 0`;
    const mask = 2 ** bits - 1;
    return {
      declaration: stmt`let seen = ${start};`,
      isValid: expr`seen === ${mask}`,
      isInvalid: expr`seen !== ${mask}`,
    };
  }
  if (!rejects) return undefined;
  return {
    declaration: stmt`let valid = true;`,
    isValid: expr`valid`,
    isInvalid: expr`!valid`,
  };
}

/** What the cases of a switch are written by. */
interface Rest {
  /**
   * Whether any member can be wrong: one that is not goes on with the next, one that is leaves the
   * switch.
   */
  readonly rejects: boolean;
  readonly counts: boolean;
  readonly otherFault: Expr | undefined;
}

/** Without the notes of what is wrong, the first wrong member is enough. */
function bodyOf(cases: readonly NamedMember[], rest: Rest, hasBits: boolean): Stmt | undefined {
  const { rejects, counts, otherFault } = rest;
  const refusal = [
    returnFalse(expr`!${wrong}?.add(key)`),
    hasBits ? stmt`seen = -1;` : stmt`valid = false;`,
  ];
  if (cases.length === 0) {
    const counting = counts ? [countOther] : [];
    if (otherFault === undefined) return counts ? countOther : undefined;
    if (isTrue(otherFault))
      return stmt`${counting}
${refusal}`;
    return stmt`${counting}
${block(otherFault, refusal)}`;
  }
  return (
    singleTest(cases, rest, refusal) ??
    stmt`${dispatch(cases, rest)}
${rejects ? refusal : []}`
  );
}

/** Of a single member that may be wrong. */
function singleTest(
  [only, second]: readonly NamedMember[],
  { counts, otherFault }: Rest,
  refusal: readonly Stmt[],
): Stmt | undefined {
  if (only?.fault === undefined || second !== undefined || counts || otherFault !== undefined) {
    return undefined;
  }
  if (only.leading.length > 0) return undefined;
  return block(expr`key === ${only.name} && ${only.fault}`, refusal);
}

const countOther = stmt`if (${absent} !== null) size++;`;

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

function dispatch(cases: readonly NamedMember[], rest: Rest): Stmt {
  const saysOfOthers = rest.counts || rest.otherFault !== undefined;
  // Other members must be found by the switch over the names, so no switch can stand before it.
  if (cases.length <= maxFlatCases || saysOfOthers) return flatSwitch(cases, rest);
  const byLength = new Map<number, NamedMember[]>();
  for (const entry of cases) {
    const group = byLength.get(entry.name.length);
    if (group === undefined) byLength.set(entry.name.length, [entry]);
    else group.push(entry);
  }
  const groups = [...byLength].sort(([left], [right]) => left - right);
  const clauses = groups.flatMap(
    ([length, group]) => clause`case ${length}:
  ${memberTest(group, rest)}`,
  );
  return switchOver(expr`key.length`, [...clauses, ...defaultClause(rest)]);
}

/** One name needs no switch. */
function memberTest(cases: readonly NamedMember[], rest: Rest): readonly Stmt[] {
  const [only, second] = cases;
  if (only === undefined || second !== undefined) return [flatSwitch(cases, rest), stmt`break;`];
  const { name, leading, fault } = only;
  if (!rest.rejects) {
    return [
      stmt`if (key === ${name}) {
  ${leading}
}`,
      stmt`break;`,
    ];
  }
  if (fault !== undefined && leading.length === 0) {
    return [rejectIf(expr`key === ${name} && ${fault}`, stmt`break;`), stmt`continue;`];
  }
  return [stmt`if (key !== ${name}) continue;`, ...statementsOf(only, rest)];
}

/** A wrong member leaves the switch, any other goes on. */
function statementsOf({ leading, fault, isOther }: NamedMember, rest: Rest): readonly Stmt[] {
  if (!rest.rejects) return [...leading, ...(isOther ? otherStatements(rest) : []), stmt`break;`];
  const own = [...leading, ...(fault === undefined ? [] : [rejectIf(fault, stmt`break;`)])];
  return [...own, ...(isOther ? otherStatements(rest) : [stmt`continue;`])];
}

/** What is done with a member of another name. */
function otherStatements({ rejects, counts, otherFault }: Rest): readonly Stmt[] {
  const counting = counts ? [countOther] : [];
  if (!rejects) return counting;
  if (otherFault === undefined) return [...counting, stmt`continue;`];
  if (isTrue(otherFault)) return [...counting, stmt`break;`];
  return [...counting, rejectIf(otherFault, stmt`break;`), stmt`continue;`];
}

function defaultClause(rest: Rest): readonly Case[] {
  const statements = otherStatements(rest);
  if (statements.length === 0) return [];
  return clause`default: ${statements}`;
}

/** Members with the same check share it. */
function flatSwitch(cases: readonly NamedMember[], rest: Rest): Stmt {
  const byBody = new Map<string, { readonly names: string[]; readonly body: Stmt }>();
  for (const entry of cases) {
    const body = stmt`${statementsOf(entry, rest)}`;
    const key = statementKey(body);
    const known = byBody.get(key);
    if (known === undefined) byBody.set(key, { names: [entry.name], body });
    else known.names.push(entry.name);
  }
  const clauses = [...byBody.values()].flatMap(({ names, body }) => sharedClause(names, body));
  return switchOver(expr`key`, [...clauses, ...defaultClause(rest)]);
}

function switchOver(value: Expr, clauses: readonly Case[]): Stmt {
  return stmt`switch (${value}) {
  ${clauses}
}`;
}
