import type { Code } from "../../emit/code.js";
import { code, empty } from "../../emit/code.js";
import { absent } from "./parameters.js";

/** What is known of an object's members. */
export interface MemberChecks {
  readonly names: Iterable<string>;
  readonly required: readonly string[];
  /** Names that need not be in an object as it is sent: defaults are filled in. */
  readonly defaulted: { has(name: string): boolean };
  /** The condition under which the member of that name is not certainly valid; undefined where it always is. */
  readonly fault: (name: string) => Code | undefined;
  /** The same condition for a member of any other name. */
  readonly otherFault: Code | undefined;
  /** Whether `size` counts the members: those of these names, and others only where the object is pruned already. */
  readonly counts: boolean;
}

/** The part of a loop over `key` and `member` that checks the members of an object: leaves the block `check` if one is wrong. */
export interface MemberSwitch {
  /** Undefined where nothing is said about any member. */
  readonly body: Code | undefined;
  /** Whether any member can be wrong. */
  readonly rejects: boolean;
  /** What `seen` must be in the end: a bit for each required member. */
  readonly mask: number;
  /** The bits of those that need not be in an object as it is sent. */
  readonly preset: number;
  /** Required members for which there was no bit left. */
  readonly uncounted: readonly string[];
  /** Whether it adds to `size`. */
  readonly counts: boolean;
}

interface Case {
  readonly name: string;
  /** What is done first, whatever the member is. */
  readonly leading: readonly Code[];
  /** The condition under which the member is wrong. */
  readonly fault: Code | undefined;
  /** What else is done; it may leave the block, too. */
  readonly statements: readonly Code[];
}

/** Small integers of V8 end here. */
const maxBits = 30;
/** With more names the length of the key is looked at first: measured. */
const maxFlatCases = 8;

/** Dispatches on the key: what is said about the member of that name, and a bit if it is required. */
export function memberSwitch(checks: MemberChecks): MemberSwitch {
  const { names, required, defaulted, fault, otherFault, counts } = checks;
  const others = otherFault === undefined ? uncheckedOthers(counts) : rejectOthers(otherFault);
  const distinct = [...new Set(required)];
  const counted = distinct.slice(0, maxBits);
  const bits = new Map(counted.map((name, index) => [name, 1 << index]));
  const known = new Set(names);
  const cases: Case[] = [];
  let rejects = otherFault !== undefined;
  for (const name of new Set([...known, ...counted])) {
    const leading = counts && known.has(name) ? [code`size++;`] : [];
    const statements: Code[] = [];
    const condition = fault(name);
    if (condition !== undefined) rejects = true;
    if (!known.has(name) && others.text !== "") statements.push(others);
    const bit = bits.get(name);
    if (bit !== undefined) statements.push(code`seen |= ${bit};`);
    const isSilent = condition === undefined && leading.length + statements.length === 0;
    if (isSilent && others.text === "") continue;
    cases.push({ name, leading, fault: condition, statements });
  }
  const body = cases.length === 0 ? others : dispatch(cases, others);
  return {
    body: body.text === "" ? undefined : body,
    rejects,
    mask: 2 ** bits.size - 1,
    preset: [...bits].reduce((sum, [name, bit]) => (defaulted.has(name) ? sum | bit : sum), 0),
    uncounted: distinct.slice(maxBits),
    counts,
  };
}

/** `return false` under a condition. */
export function returnFalse(condition: Code): Code {
  return rejectIf(condition, code`return false;`);
}

/** The body where every member is wrong: nothing may stand behind it in its block. */
export const leaveBlock = code`break check;`;

function uncheckedOthers(counts: boolean): Code {
  return counts ? code`if (${absent} !== null) size++;` : empty;
}

function rejectOthers(condition: Code): Code {
  return condition.text === "true" ? leaveBlock : rejectIf(condition, leaveBlock);
}

function rejectIf(condition: Code, reject: Code): Code {
  return code`if (${condition}) ${reject}`;
}

function dispatch(cases: readonly Case[], others: Code): Code {
  // Other members must be found by the switch over the names, so no switch can stand before it.
  if (cases.length <= maxFlatCases || others.text !== "") return flatSwitch(cases, others);
  const byLength = new Map<number, Case[]>();
  for (const entry of cases) {
    const group = byLength.get(entry.name.length);
    if (group === undefined) byLength.set(entry.name.length, [entry]);
    else group.push(entry);
  }
  const groups = [...byLength].sort(([left], [right]) => left - right);
  return code`switch (key.length) {
  ${groups.map(
    ([length, group]) => code`case ${length}:
  ${memberTest(group)}
  break;`,
  )}
}`;
}

/** One name needs no switch. */
function memberTest(cases: readonly Case[]): Code {
  const [only, second] = cases;
  if (only === undefined || second !== undefined) return flatSwitch(cases, empty);
  const { name, leading, fault, statements } = only;
  const test = code`key === ${name}`;
  const saysNoMore = leading.length + statements.length === 0;
  if (fault !== undefined && saysNoMore && !hasChoice.test(fault.text)) {
    return rejectIf(code`${test} && ${fault}`, leaveBlock);
  }
  return code`if (${test}) {
  ${statementsOf(only)}
}`;
}

/** What binds less tightly than `&&`. */
const hasChoice = /\|\||\?/;

function statementsOf({ leading, fault, statements }: Case): readonly Code[] {
  const checks = fault === undefined ? [] : [rejectIf(fault, leaveBlock)];
  return [...leading, ...checks, ...statements];
}

/** Members with the same check share it. */
function flatSwitch(cases: readonly Case[], others: Code): Code {
  const byBody = new Map<string, { readonly labels: Code[]; readonly body: Code }>();
  for (const entry of cases) {
    const label = code`case ${entry.name}:`;
    const body = code`${[...statementsOf(entry), code`break;`]}`;
    const known = byBody.get(body.text);
    if (known === undefined) byBody.set(body.text, { labels: [label], body });
    else known.labels.push(label);
  }
  const clauses = [...byBody.values()].map(
    ({ labels, body }) => code`${labels}
  ${body}`,
  );
  if (others.text !== "") {
    clauses.push(code`default:
  ${others}`);
  }
  return code`switch (key) {
  ${clauses}
}`;
}
