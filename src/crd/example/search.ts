import { issueText, isUncheckedRules } from "../../runtime/v1/validation/standard-schema.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { copyJson } from "../ir/apply-defaults.js";
import type { Schema } from "../ir/schema.js";
import type { ValueMaker } from "../values/value-maker.js";
import { plainWish } from "../values/value-maker.js";
import type { RuleFinder } from "./failing-rules.js";
import type { ExampleJudge } from "./judge.js";
import type { Move, Moves } from "./moves.js";
import type { Steps } from "./steps.js";
import { schemaAt, valueAt, withValueAt } from "./steps.js";

/** An object, and what the API server has against it. */
export interface Candidate {
  readonly object: JsonObject;
  readonly errors: readonly FieldError[];
}

/** A value that was demanded: what is tried must keep it. */
export interface Fixed {
  readonly steps: Steps;
  readonly value: Json;
}

/** An object whose rules were not even looked at is worse than one that breaks them. */
const schemaWeight = 1000;

/** The changes that were tried, apart from those that were taken at once. */
interface Tried {
  /** Changes that do not help by themselves. */
  readonly others: Candidate[];
  /** Changes that help, and take most of the object away. */
  readonly costly: Candidate[];
}

/** So many failing rules are looked at before what fixes none of them is given up. */
const mostRules = 8;

/** So many changes that fix nothing by themselves are combined with others. */
const mostCombined = 24;

/**
 * Changes objects until the API server takes them: greedily where one change helps, with two
 * changes where none does. Deterministic; the number of verdicts is limited.
 */
export class Search {
  readonly #schema: Schema;
  readonly #judge: ExampleJudge;
  readonly #finder: RuleFinder;
  readonly #moves: Moves;
  readonly #maker: ValueMaker;
  readonly #fixed: readonly Fixed[];
  /** How many verdicts may still be asked for. */
  verdicts = 0;

  constructor(
    schema: Schema,
    judge: ExampleJudge,
    finder: RuleFinder,
    moves: Moves,
    maker: ValueMaker,
    fixed: readonly Fixed[],
  ) {
    this.#schema = schema;
    this.#judge = judge;
    this.#finder = finder;
    this.#moves = moves;
    this.#maker = maker;
    this.#fixed = fixed;
  }

  /** The verdict on an object. */
  judge(object: JsonObject): Candidate {
    this.verdicts -= 1;
    return { object, errors: this.#judge.errorsOf(object) };
  }

  /** The object as the API server takes it, or the best that was found. */
  repair(start: Candidate): Candidate {
    let best = start;
    while (best.errors.length > 0 && this.verdicts > 0) {
      const better = this.#improve(best);
      if (better === undefined) return best;
      best = better;
    }
    return best;
  }

  /** An object with another value at a place; undefined where that cannot be, or must not. */
  change(object: JsonObject, move: Move): JsonObject | undefined {
    const changed = this.put(object, move);
    return changed !== undefined && this.keepsFixed(changed) ? changed : undefined;
  }

  /** The same, whatever must not be. */
  put(object: JsonObject, { steps, value }: Move): JsonObject | undefined {
    const makeParent = (place: Steps): Json => {
      const schema = schemaAt(this.#schema, place);
      const made = schema && this.#maker.make(this.#maker.nodeAt(schema, place), plainWish);
      return made ?? (schema?.type === "array" ? [] : {});
    };
    const changed = withValueAt(object, steps, value, makeParent);
    return isObject(changed) ? changed : undefined;
  }

  /** Tells whether an object has all values that were demanded. */
  keepsFixed(object: JsonObject): boolean {
    return this.#fixed.every(({ steps, value }) => isEqual(valueAt(object, steps), value));
  }

  /**
   * The first change that helps counts: those that leave more come first. One that takes most of
   * the object away is only made where no two others help.
   */
  #improve(from: Candidate): Candidate | undefined {
    const limit = scoreOf(from);
    const tried: Tried = { others: [], costly: [] };
    for (const moves of this.#sourcesOf(from)) {
      const better = this.#firstBetter(from.object, moves(), limit, tried);
      if (better !== undefined) return better;
    }
    const last = this.#combine(tried, limit) ?? this.#prune(from, limit, tried);
    return last ?? largest(tried.costly);
  }

  /** Returns the changes that may be made, for each fault. */
  #sourcesOf({ object, errors }: Candidate): readonly (() => Iterable<Move>)[] {
    const filled = copyJson(object) as JsonObject; // a copy of one
    this.#judge.fill(filled);
    const ofRules = areUnchecked(errors) ? [] : this.#finder.failing(filled);
    const places = this.#placesOf(errors, filled).map(
      (steps) => (): Iterable<Move> => this.#moves.forPlace(steps, filled),
    );
    return [
      ...ofRules.map((failing) => (): Iterable<Move> => this.#moves.forRule(failing, filled)),
      ...places,
    ].slice(0, mostRules);
  }

  #placesOf(errors: readonly FieldError[], filled: JsonObject): readonly Steps[] {
    return errors
      .filter((error) => !isUncheckedRules(error))
      .map((error) => stepsOfField(issueText(error).field, filled, this.#schema));
  }

  /** The first of the changed objects that is better than a limit; the others are noted. */
  #firstBetter(
    object: JsonObject,
    moves: Iterable<Move>,
    limit: number,
    tried: Tried,
  ): Candidate | undefined {
    for (const move of moves) {
      if (this.verdicts <= 0) return undefined;
      if (isEqual(valueAt(object, move.steps), move.value)) continue;
      const changed = this.change(object, move);
      if (changed === undefined) continue;
      const candidate = this.judge(changed);
      if (scoreOf(candidate) >= limit) tried.others.push(candidate);
      else if (isCostly(object, changed)) tried.costly.push(candidate);
      else return candidate;
    }
    return undefined;
  }

  /** Two changes, the first of which does not help by itself. */
  #combine({ others, costly }: Tried, limit: number): Candidate | undefined {
    const chosen = [...others]
      .filter((one) => scoreOf(one) < limit + schemaWeight * 2)
      .sort((left, right) => scoreOf(left) - scoreOf(right))
      .slice(0, mostCombined);
    for (const first of chosen) {
      for (const moves of this.#sourcesOf(first).slice(0, 2)) {
        const better = this.#firstBetter(first.object, moves(), limit, { others: [], costly });
        if (better !== undefined) return better;
      }
    }
    return undefined;
  }

  /** Leaves out what cannot be put right, with as little as possible around it. */
  #prune(from: Candidate, limit: number, { costly }: Tried): Candidate | undefined {
    const filled = copyJson(from.object) as JsonObject; // a copy of one
    this.#judge.fill(filled);
    const ofRules = this.#finder.failing(filled).map(({ steps }) => steps);
    const places = [...ofRules, ...this.#placesOf(from.errors, filled)];
    for (const steps of places.slice(0, mostRules)) {
      const moves = this.#moves.prunings(steps);
      const better = this.#firstBetter(from.object, moves, limit, { others: [], costly });
      if (better !== undefined) return better;
    }
    return undefined;
  }
}

function largest(candidates: readonly Candidate[]): Candidate | undefined {
  const [first, ...rest] = candidates;
  if (first === undefined) return undefined;
  return rest.reduce((best, one) => (sizeOf(one.object) > sizeOf(best.object) ? one : best), first);
}

function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function scoreOf({ errors }: Candidate): number {
  const counted = errors.filter((error) => !isUncheckedRules(error)).length;
  if (errors.some(isOfReading)) return counted * schemaWeight ** 2;
  return areUnchecked(errors) ? counted * schemaWeight : counted;
}

/** Tells whether an object was refused before its values were looked at. */
function isOfReading({ reason, message }: FieldError): boolean {
  return reason === "InternalError" || message === "Forbidden: unknown field";
}

/** Tells whether most of an object is gone. */
function isCostly(object: JsonObject, changed: JsonObject): boolean {
  return sizeOf(changed) * 2 < sizeOf(object);
}

/** Tells whether no rule was looked at. */
function areUnchecked(errors: readonly FieldError[]): boolean {
  return errors.some(isUncheckedRules);
}

/** How many values there are in a value. */
export function sizeOf(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  if (!isObject(value)) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1);
}

/**
 * The way that the field of an error describes, such as `spec.env[0].name`, as far as it can be
 * followed: names may hold dots and brackets themselves, so that the value and the schema decide.
 */
function stepsOfField(field: string, root: Json, schema: Schema): Steps {
  let steps: Steps = [];
  let rest = field;
  for (;;) {
    const next = nextStep(rest, valueAt(root, steps), schemaAt(schema, steps));
    if (next === undefined) return steps;
    steps = [...steps, next.step];
    rest = next.rest;
  }
}

interface NextStep {
  readonly step: string | number;
  readonly rest: string;
}

function nextStep(
  text: string,
  value: Json | undefined,
  schema: Schema | undefined,
): NextStep | undefined {
  const index = /^\[(\d+)\]/.exec(text);
  if (index !== null && (Array.isArray(value) || schema?.type === "array")) {
    return { step: Number(index[1]), rest: text.slice(index[0].length) };
  }
  const known = isObject(value) ? Object.keys(value) : [];
  const names = [...new Set([...known, ...(schema?.fields.keys() ?? [])])];
  const bare = text.replace(/^\./, "");
  const inBrackets = text.startsWith("[");
  const fitting = names
    .map((name) => ({ step: name, text: inBrackets ? `[${name}]` : name }))
    .filter((one) => beginsWith(inBrackets ? text : bare, one.text))
    .sort((left, right) => right.text.length - left.text.length);
  const [best] = fitting;
  if (best === undefined) return undefined;
  return { step: best.step, rest: (inBrackets ? text : bare).slice(best.text.length) };
}

function beginsWith(text: string, beginning: string): boolean {
  return text.startsWith(beginning) && /^(?:$|[.[])/.test(text.slice(beginning.length));
}
