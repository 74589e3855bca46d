import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
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
  readonly fault: (name: string) => Code | undefined;
  /** The same condition for a member of any other name. */
  readonly otherFault: Code | undefined;
  /**
   * Whether `size` counts the members: those of these names, and others only where the object is
   * pruned already.
   */
  readonly counts: boolean;
}

/** The part of a loop over `key` and `member` that checks the members of an object. */
export interface MemberSwitch {
  /** Undefined where nothing is said about any member. */
  readonly body: Code | undefined;
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
  readonly declaration: Code;
  /** The condition under which an object is valid, as far as its members tell. */
  readonly isValid: Code;
  /** The condition under which it is not. */
  readonly isInvalid: Code;
}

interface Case {
  readonly name: string;
  /** What is done first, whatever the member is. */
  readonly leading: readonly Code[];
  /** The condition under which the member is wrong. */
  readonly fault: Code | undefined;
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
  const cases: Case[] = [];
  for (const name of new Set([...known, ...counted])) {
    const leading = counts && known.has(name) ? [code`size++;`] : [];
    const bit = bits.get(name);
    if (bit !== undefined) leading.push(code`seen |= ${bit};`);
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
    const start = preset === 0 ? code`0` : code`${absent} === null ? ${preset} : 0`;
    const mask = 2 ** bits - 1;
    return {
      declaration: code`let seen = ${start};`,
      isValid: code`seen === ${mask}`,
      isInvalid: code`seen !== ${mask}`,
    };
  }
  if (!rejects) return undefined;
  return {
    declaration: code`let valid = true;`,
    isValid: code`valid`,
    isInvalid: code`!valid`,
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
  readonly otherFault: Code | undefined;
}

/** Without the notes of what is wrong, the first wrong member is enough. */
function bodyOf(cases: readonly Case[], rest: Rest, hasBits: boolean): Code | undefined {
  const { rejects, counts, otherFault } = rest;
  const refusal = [
    returnFalse(code`!${wrong}?.add(key)`),
    hasBits ? code`seen = -1;` : code`valid = false;`,
  ];
  if (cases.length === 0) {
    const counting = counts ? [countOther] : [];
    if (otherFault === undefined) return counts ? countOther : undefined;
    if (isTrue(otherFault)) return code`${[...counting, ...refusal]}`;
    return code`${[...counting, block(otherFault, refusal)]}`;
  }
  return (
    singleTest(cases, rest, refusal) ??
    code`${[dispatch(cases, rest), ...(rejects ? refusal : [])]}`
  );
}

/** Of a single member that may be wrong. */
function singleTest(
  [only, second]: readonly Case[],
  { counts, otherFault }: Rest,
  refusal: readonly Code[],
): Code | undefined {
  if (only?.fault === undefined || second !== undefined || counts || otherFault !== undefined) {
    return undefined;
  }
  if (only.leading.length > 0 || hasChoice.test(only.fault.text)) return undefined;
  return block(code`key === ${only.name} && ${only.fault}`, refusal);
}

const countOther = code`if (${absent} !== null) size++;`;

/** `return false` under a condition. */
export function returnFalse(condition: Code): Code {
  return rejectIf(condition, code`return false;`);
}

function rejectIf(condition: Code, reject: Code): Code {
  return code`if (${condition}) ${reject}`;
}

function block(condition: Code, statements: readonly Code[]): Code {
  return code`if (${condition}) {
  ${statements}
}`;
}

function dispatch(cases: readonly Case[], rest: Rest): Code {
  const saysOfOthers = rest.counts || rest.otherFault !== undefined;
  // Other members must be found by the switch over the names, so no switch can stand before it.
  if (cases.length <= maxFlatCases || saysOfOthers) return flatSwitch(cases, rest);
  const byLength = new Map<number, Case[]>();
  for (const entry of cases) {
    const group = byLength.get(entry.name.length);
    if (group === undefined) byLength.set(entry.name.length, [entry]);
    else group.push(entry);
  }
  const groups = [...byLength].sort(([left], [right]) => left - right);
  const clauses = groups.map(
    ([length, group]) => code`case ${length}:
  ${memberTest(group, rest)}`,
  );
  return switchOver(code`key.length`, [...clauses, ...defaultClause(rest)]);
}

/** One name needs no switch. */
function memberTest(cases: readonly Case[], rest: Rest): readonly Code[] {
  const [only, second] = cases;
  if (only === undefined || second !== undefined) return [flatSwitch(cases, rest), code`break;`];
  const { name, leading, fault } = only;
  if (!rest.rejects) {
    return [
      code`if (key === ${name}) {
  ${leading}
}`,
      code`break;`,
    ];
  }
  if (fault !== undefined && leading.length === 0 && !hasChoice.test(fault.text)) {
    return [rejectIf(code`key === ${name} && ${fault}`, code`break;`), code`continue;`];
  }
  return [code`if (key !== ${name}) continue;`, ...statementsOf(only, rest)];
}

/** What binds less tightly than `&&`. */
const hasChoice = /\|\||\?/;

/** A wrong member leaves the switch, any other goes on. */
function statementsOf({ leading, fault, isOther }: Case, rest: Rest): readonly Code[] {
  if (!rest.rejects) return [...leading, ...(isOther ? otherStatements(rest) : []), code`break;`];
  const own = [...leading, ...(fault === undefined ? [] : [rejectIf(fault, code`break;`)])];
  return [...own, ...(isOther ? otherStatements(rest) : [code`continue;`])];
}

/** What is done with a member of another name. */
function otherStatements({ rejects, counts, otherFault }: Rest): readonly Code[] {
  const counting = counts ? [countOther] : [];
  if (!rejects) return counting;
  if (otherFault === undefined) return [...counting, code`continue;`];
  if (isTrue(otherFault)) return [...counting, code`break;`];
  return [...counting, rejectIf(otherFault, code`break;`), code`continue;`];
}

function defaultClause(rest: Rest): readonly Code[] {
  const statements = otherStatements(rest);
  if (statements.length === 0) return [];
  return [
    code`default:
  ${statements}`,
  ];
}

function isTrue(condition: Code): boolean {
  return condition.text === "true";
}

/** Members with the same check share it. */
function flatSwitch(cases: readonly Case[], rest: Rest): Code {
  const byBody = new Map<string, { readonly labels: Code[]; readonly body: Code }>();
  for (const entry of cases) {
    const label = code`case ${entry.name}:`;
    const body = code`${statementsOf(entry, rest)}`;
    const known = byBody.get(body.text);
    if (known === undefined) byBody.set(body.text, { labels: [label], body });
    else known.labels.push(label);
  }
  const clauses = [...byBody.values()].map(
    ({ labels, body }) => code`${labels}
  ${body}`,
  );
  return switchOver(code`key`, [...clauses, ...defaultClause(rest)]);
}

function switchOver(value: Code, clauses: readonly Code[]): Code {
  return code`switch (${value}) {
  ${clauses}
}`;
}
