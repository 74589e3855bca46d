import { compareTexts } from "../../crd/diagnostics/diagnostics.js";
import { nearest } from "../../crd/diagnostics/wording.js";
import type { Path, SourceDocument } from "../../crd/source/source-file.js";
import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { ChangeCode } from "./catalog.js";
import { changeCatalog, isChangeCode } from "./catalog.js";

/**
 * The effect of a change on those who have objects, write them or read them:
 *
 * - `stored`: a stored object loses data, or an update of it that changes nothing is refused
 * - `writers`: a write that was accepted is refused, or loses data
 * - `readers`: what is read has a type that it could not have before, or is not there any more
 * - `unknown`: nobody could tell whether one of these happens
 * - `behaviour`: the server does something else, and nothing breaks
 * - `safe`: nobody notices
 */
export type Effect = "stored" | "writers" | "readers" | "unknown" | "behaviour" | "safe";

/** An effect that a change can make the command fail for. */
export type FailingEffect = Exclude<Effect, "safe">;

/** The gravest first. */
export const failingEffects: readonly FailingEffect[] = [
  "stored",
  "writers",
  "readers",
  "unknown",
  "behaviour",
];

/** The gravest first. */
export const effects: readonly Effect[] = [...failingEffects, "safe"];

/** Each once, the gravest first; `safe` only where it is the only one. */
function inOrder(given: readonly Effect[]): readonly Effect[] {
  const found = effects.filter((effect) => given.includes(effect));
  return found.length > 1 ? found.filter((effect) => effect !== "safe") : found;
}

/** Tells whether an effect breaks somebody. What nobody could tell counts: it may. */
export function isBreaking(effect: Effect): boolean {
  return (
    effect === "stored" || effect === "writers" || effect === "readers" || effect === "unknown"
  );
}

/** One difference between two CRDs of the same name. */
export interface Change {
  readonly code: ChangeCode;
  /** The gravest first; at least one. */
  readonly effects: readonly Effect[];
  /** The name of the CRD, such as `crontabs.stable.example.com`. */
  readonly resource: string;
  readonly kind: string;
  /** `undefined` where it concerns all versions. */
  readonly version: string | undefined;
  /** In the object, such as `spec.env[*].name`; `""` where it is about none of its fields. */
  readonly path: string;
  /** The old and the new content, as short texts; `undefined` for nothing. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly reason: string;
  /** A value that was valid before and is refused now. */
  readonly example?: Json;
  /** The new name of a field that was renamed. */
  readonly renamedTo?: string;
  /** Where it stands in the old and in the new text. */
  readonly oldPlace: ChangePlace | undefined;
  readonly newPlace: ChangePlace | undefined;
}

/** A value in a document, or where it would stand. */
export interface ChangePlace {
  readonly document: SourceDocument;
  readonly path: Path;
}

/** The facts of a report beside its code. */
export interface ChangeFacts {
  readonly effects: readonly Effect[];
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly reason: string;
  readonly example?: Json | undefined;
  readonly renamedTo?: string | undefined;
}

/** The two documents that a comparison is about, and what their changes are called by. */
export interface Compared {
  readonly resource: string;
  readonly kind: string;
  readonly version: string | undefined;
  readonly oldDocument: SourceDocument | undefined;
  readonly newDocument: SourceDocument | undefined;
}

/** Where a change is, in the object and in both documents. */
export interface ChangePaths {
  readonly path: string;
  readonly oldPath: Path;
  readonly newPath: Path;
}

/** Collects changes. */
export class ChangeList {
  readonly list: Change[] = [];

  /** Adds a change; its effects are put in order. */
  report(code: ChangeCode, compared: Compared, paths: ChangePaths, facts: ChangeFacts): void {
    const { resource, kind, version, oldDocument, newDocument } = compared;
    const { example, renamedTo } = facts;
    this.list.push({
      code,
      effects: inOrder(facts.effects),
      resource,
      kind,
      version,
      path: paths.path,
      before: facts.before,
      after: facts.after,
      reason: facts.reason,
      ...(example === undefined ? {} : { example }),
      ...(renamedTo === undefined ? {} : { renamedTo }),
      oldPlace: oldDocument && { document: oldDocument, path: paths.oldPath },
      newPlace: newDocument && { document: newDocument, path: paths.newPath },
    });
  }
}

/** A change with what the command line says of it. */
export interface JudgedChange {
  readonly change: Change;
  /** The gravest effect, which names the change. */
  readonly effect: Effect;
  /** Somebody said that it may be: by its code, or by all its effects that count. */
  readonly isAllowed: boolean;
  /** True if it makes the command fail. */
  readonly fails: boolean;
}

/** Changes that may be, though they break somebody. */
export interface Allowed {
  readonly codes: ReadonlySet<string>;
  readonly effects: ReadonlySet<Effect>;
}

/**
 * The default limit: a change that breaks somebody, or may, makes the command fail, unless
 * something else is asked for.
 */
export const usualLimit: Effect = "unknown";

/**
 * The changes in the order for reading: the gravest first, then by CRD, version and path. Those
 * fail that have the effect `failOn`, or a graver one.
 */
export function judgeChanges(
  changes: readonly Change[],
  allowed: Allowed,
  failOn: Effect = usualLimit,
): readonly JudgedChange[] {
  return changes.map((change) => judge(change, allowed, failOn)).sort(compare);
}

/** Tells whether a change breaks somebody, or may, and nobody allowed it. */
export function breaks({ effect, isAllowed }: JudgedChange): boolean {
  return isBreaking(effect) && !isAllowed;
}

function judge(change: Change, allowed: Allowed, failOn: Effect): JudgedChange {
  const limit = effects.indexOf(failOn);
  const isGrave = (effect: Effect): boolean => effects.indexOf(effect) <= limit;
  const counted = change.effects.filter((effect) => isBreaking(effect) || isGrave(effect));
  const isAllowed =
    counted.length > 0 &&
    (allowed.codes.has(change.code) || counted.every((effect) => allowed.effects.has(effect)));
  const fails = counted.some(isGrave) && !isAllowed;
  return { change, effect: change.effects[0] ?? "safe", isAllowed, fails };
}

function compare(left: JudgedChange, right: JudgedChange): number {
  return (
    effects.indexOf(left.effect) - effects.indexOf(right.effect) ||
    compareTexts(left.change.resource, right.change.resource) ||
    compareTexts(left.change.version ?? "", right.change.version ?? "") ||
    compareTexts(left.change.path, right.change.path) ||
    compareTexts(left.change.code, right.change.code)
  );
}

/** The code that a text names, with or without `diff/`; undefined for an effect. */
export function allowedCode(text: string): string | undefined {
  if (failingEffects.some((effect) => effect === text)) return undefined;
  return text.startsWith("diff/") ? text : `diff/${text}`;
}

/**
 * Returns the fault of a text that should name a kind of change or an effect, with the nearest
 * name.
 */
export function faultOfAllowed(text: string): string | undefined {
  const code = allowedCode(text);
  if (code === undefined || isChangeCode(code)) return undefined;
  const similar = nearest(code, Object.keys(changeCatalog)) ?? nearest(text, failingEffects);
  const hint = similar === undefined ? "docs/diff.md lists all" : `the nearest is '${similar}'`;
  return `'${text}' is neither a kind of change nor an effect; ${hint}`;
}

const longest = 100;

/** A value as JSON on one line, cut where it is long. */
export function shortJson(value: Json): string {
  return shorten(stringifyJson(value));
}

/** A text cut where it is long. */
export function shorten(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  // Not through a surrogate pair.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
