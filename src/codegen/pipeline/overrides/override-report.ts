import type { Diagnostics, Place } from "../../../crd/diagnostics/diagnostics.js";
import { mustBeOneOf, nearest } from "../../../crd/diagnostics/wording.js";
import type { Path } from "../../../crd/source/source-file.js";
import { pathText } from "../../../runtime/v1/values/json/path-text.js";
import type { RenameOutcome, UnusedRename } from "../../backends/names/rename.js";
import { isGlobalName } from "../../emit/identifiers.js";
import type { Override, Rename } from "../settings.js";
import { partNames } from "../settings.js";

/** The result of the overrides in one version of a resource: plain data. */
export interface UnitOverrides extends RenameOutcome {
  readonly group: string;
  readonly version: string;
  /** The beginning of the names: the kind, or what is there in its place. */
  readonly kind: string;
  /** Where the options say so; `undefined` where it is the kind. */
  readonly kindAt: Path | undefined;
}

/** Where an option stands: a place in a document, or a file of which no more is known. */
interface OptionPlace {
  readonly place: Place | undefined;
  readonly path: string | undefined;
}

/** Finds where an option stands that the caller gave. */
export type LocateOption = (at: Path) => OptionPlace;

/** For options that stand in no file. */
export const nowhere: LocateOption = () => ({ place: undefined, path: undefined });

/**
 * Gathers what became of the overrides of a run, and reports what has no effect, or cannot have.
 */
export class OverrideReport {
  readonly #used = new Set<string>();
  readonly #unused = new Map<string, UnusedRename>();
  readonly #collisions = new Map<string, { readonly at: Path; readonly reason: string }>();
  /** By output, group, version and name. */
  readonly #kinds = new Map<string, UnitOverrides>();

  /** @param output which of the outputs of the run it is about */
  add(unit: UnitOverrides, output: number): void {
    for (const at of unit.used) this.#used.add(keyOf(at));
    for (const unused of unit.unused) {
      if (!this.#unused.has(keyOf(unused.at))) this.#unused.set(keyOf(unused.at), unused);
    }
    for (const collision of unit.collisions) this.#noteCollision(collision);
    const key = [output, unit.group, unit.version, unit.kind].join("\n");
    const other = this.#kinds.get(key);
    this.#kinds.set(key, other ?? unit);
    const at = other && (unit.kindAt ?? other.kindAt);
    if (at === undefined) return;
    const reason = `another kind of ${unit.group}/${unit.version} is called '${unit.kind}' too`;
    this.#noteCollision({ at, reason });
  }

  /** Tells what there is to say; errors are among it. */
  report(diagnostics: Diagnostics, locate: LocateOption): void {
    for (const [key, { at, reason, help }] of this.#unused) {
      if (this.#used.has(key)) continue;
      const { place, path } = locate(at);
      const values = { at: pathText(at), reason };
      diagnostics.report("overrides/unmatched", asKey(place), values, { help, path });
    }
    for (const { at, reason } of this.#collisions.values()) {
      const { place, path } = locate(at);
      const values = { at: pathText(at), reason };
      const help = "choose another name";
      diagnostics.report("overrides/collision", place, values, { help, path });
    }
  }

  #noteCollision(collision: { readonly at: Path; readonly reason: string }): void {
    const key = keyOf(collision.at);
    if (!this.#collisions.has(key)) this.#collisions.set(key, collision);
  }
}

function keyOf(at: Path): string {
  return JSON.stringify(at);
}

function asKey(place: Place | undefined): Place | undefined {
  return place && { ...place, part: "key" };
}

/** A fault of an override, and its place in it. */
interface OverrideFault {
  readonly at: Path;
  readonly part: "key" | "value";
  readonly reason: string;
}

type Check = (value: unknown, at: Path) => readonly OverrideFault[];

/** Says what is wrong with an entry of a list of overrides, whatever it may be. */
export function faultsOfOverride(entry: unknown): readonly OverrideFault[] {
  const faults = faultsOfObject(entry, [], overrideChecks, "must be an object with resources");
  const hasResources =
    typeof entry !== "object" ||
    entry === null ||
    (entry as { readonly resources?: unknown }).resources !== undefined; // any key may be asked for
  if (hasResources) return faults;
  return [
    { at: [], part: "value", reason: "must have resources: patterns of group/Kind" },
    ...faults,
  ];
}

const overrideChecks: Readonly<Record<keyof Override, Check>> = {
  resources: (value, at) => {
    const patterns: unknown = typeof value === "string" ? [value] : value;
    const isGood = isListOf(patterns, (one) => typeof one === "string" && one !== "");
    return isGood ? [] : wrong(at, "must be a pattern of group/Kind, or a list of them");
  },
  parts: (value, at) => {
    if (!isListOf(value, () => true))
      return wrong(at, "must be a list of parts, and name at least one");
    return value.flatMap((part, index) => faultsOfChoice(part, [...at, index], partNames));
  },
  versions: (value, at) => faultsOfChoice(value, at, ["served", "storage", "all"]),
  rename: (value, at) =>
    faultsOfObject(value, at, renameChecks, "must be an object with kind, types or fields"),
};

const renameChecks: Readonly<Record<keyof Rename, Check>> = {
  kind: (value, at) =>
    typeof value === "string" && /^[A-Z][A-Za-z\d]*$/.test(value)
      ? []
      : wrong(at, "must be letters and digits, and begin with a capital letter, such as Cron"),
  types: faultsOfNames,
  fields: faultsOfNames,
};

function faultsOfNames(value: unknown, at: Path): readonly OverrideFault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrong(at, "must be an object of names");
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries.flatMap(([key, name]) => faultsOfName(name, [...at, key]));
}

/** Values and functions begin with small letters, so that they never have the name of a type. */
function faultsOfName(name: unknown, at: Path): readonly OverrideFault[] {
  if (typeof name !== "string" || !/^[A-Z]\w*$/.test(name)) {
    const reason =
      "must be the name of a type: letters, digits and _, with a capital letter at the beginning";
    return wrong(at, reason);
  }
  if (isGlobalName(name))
    return wrong(at, `'${name}' is a name of JavaScript or TypeScript itself`);
  return [];
}

function faultsOfObject(
  value: unknown,
  at: Path,
  checks: Readonly<Record<string, Check>>,
  expected: string,
): readonly OverrideFault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrong(at, expected);
  }
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  return entries.flatMap(([key, field]): readonly OverrideFault[] => {
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (check !== undefined) return field === undefined ? [] : check(field, [...at, key]);
    const names = Object.keys(checks);
    const similar = nearest(key, names);
    const hint =
      similar === undefined
        ? `the options here are ${names.join(", ")}`
        : `did you mean '${similar}'?`;
    return [{ at: [...at, key], part: "key", reason: `there is no such option; ${hint}` }];
  });
}

function faultsOfChoice(
  value: unknown,
  at: Path,
  allowed: readonly string[],
): readonly OverrideFault[] {
  if (typeof value === "string" && allowed.includes(value)) return [];
  return wrong(at, mustBeOneOf(allowed, value));
}

function isListOf(value: unknown, accepts: (one: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every(accepts);
}

function wrong(at: Path, reason: string): readonly OverrideFault[] {
  return [{ at, part: "value", reason }];
}
