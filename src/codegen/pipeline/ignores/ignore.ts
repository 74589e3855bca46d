import { nearest } from "../../../crd/diagnostics/similar.js";
import { faultOfCode } from "./ignorable-code.js";

/** Warnings to leave out: those that fit all that is named, of which there must be something. */
export interface IgnoreRule {
  /** The code, such as `portability/newer-server`. */
  readonly code?: string | undefined;
  /** The CRD's name, or a pattern: `*.example.com`. */
  readonly crd?: string | undefined;
  /**
   * A place in the CRD, and all below it, as messages show it (`spec.template.metadata`) or as it
   * stands in the CRD (`spec.versions[*].schema`). `*` is any name or part of one, `[*]` any item,
   * `**` anything.
   */
  readonly path?: string | undefined;
}

/** An entry of a list of ignores: a rule, or a code alone. */
export type Ignore = string | IgnoreRule;

/** What is wrong with an entry, and where in it. */
export interface IgnoreFault {
  readonly at: readonly string[];
  readonly part: "key" | "value";
  readonly reason: string;
}

const parts = ["code", "crd", "path"] as const;

/** Says what is wrong with an entry of a list of ignores, whatever it may be. */
export function faultsOfIgnore(entry: unknown): readonly IgnoreFault[] {
  if (typeof entry === "string") return faultsOfCode(entry, []);
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    const reason = "must be a code such as portability/newer-server, or have code, crd or path";
    return [{ at: [], part: "value", reason }];
  }
  const given: readonly (readonly [string, unknown])[] = Object.entries(entry);
  const present = given.filter(([, value]) => value !== undefined);
  if (present.length === 0) {
    return [{ at: [], part: "value", reason: "must have a code, a crd or a path" }];
  }
  return present.flatMap(([name, value]) => faultsOfPart(name, value));
}

function faultsOfPart(name: string, value: unknown): readonly IgnoreFault[] {
  if (!parts.some((part) => part === name)) {
    const similar = nearest(name, parts);
    const hint = similar === undefined ? "are 'code', 'crd' and 'path'" : `is '${similar}'`;
    return [{ at: [name], part: "key", reason: `there is no such option; there ${hint}` }];
  }
  if (typeof value !== "string" || value === "") {
    return [{ at: [name], part: "value", reason: "must be a text, and not empty" }];
  }
  return name === "code" ? faultsOfCode(value, [name]) : [];
}

function faultsOfCode(code: string, at: readonly string[]): readonly IgnoreFault[] {
  const reason = faultOfCode(code);
  return reason === undefined ? [] : [{ at, part: "value", reason }];
}

/** An entry as a rule. */
export function toIgnoreRule(entry: Ignore): IgnoreRule {
  return typeof entry === "string" ? { code: entry } : entry;
}

/** A rule for people: `portability/newer-server of crontabs.stable.example.com at spec.a`. */
export function ignoreText({ code, crd, path }: IgnoreRule): string {
  const of = crd === undefined ? "" : ` of '${crd}'`;
  const at = path === undefined ? "" : ` at '${path}'`;
  return `${code === undefined ? "warning" : `warning '${code}'`}${of}${at}`;
}
