import type { Random } from "../../support/random.js";
import type { ApiResource } from "./world.js";

/** What a request is drawn for. */
export interface Scope {
  readonly random: Random;
  /** The resource that most of an episode's requests are about. */
  readonly resource: ApiResource;
  /** Whether there are the kinds, users and paths of a whole cluster. */
  readonly isWhole: boolean;
}

/** Draws a part of a request. */
export type Generator<T> = (scope: Scope) => T;

/** Always the same. */
export function just<T>(value: T): Generator<T> {
  return () => value;
}

/** One of these values, all as likely. */
export function oneOf<T>(...values: readonly T[]): Generator<T> {
  return ({ random }) => random.pick(values);
}

/** One of these generators, each as likely as its number says beside the others. */
export function weighted<T>(...rows: readonly (readonly [number, Generator<T>])[]): Generator<T> {
  const total = rows.reduce((sum, [weight]) => sum + weight, 0);
  return (scope) => {
    let rest = scope.random.next() * total;
    for (const [weight, draw] of rows) {
      rest -= weight;
      if (rest < 0) return draw(scope);
    }
    throw new Error("nothing to draw from");
  };
}

/** With a chance from 0 to 1 the one, else the other. */
export function sometimes<T>(chance: number, one: Generator<T>, other: Generator<T>): Generator<T> {
  return (scope) => (scope.random.chance(chance) ? one(scope) : other(scope));
}

/** Those of these parts that chance takes, in their order. */
export function some<T>(
  ...rows: readonly (readonly [chance: number, draw: Generator<T>])[]
): Generator<readonly T[]> {
  return (scope) =>
    rows.flatMap(([chance, draw]) => (scope.random.chance(chance) ? [draw(scope)] : []));
}

/** From `least` to `most` values. */
export function several<T>(
  least: number,
  most: number,
  draw: Generator<T>,
): Generator<readonly T[]> {
  return (scope) => {
    const length = least + scope.random.below(most - least + 1);
    return Array.from({ length }, () => draw(scope));
  };
}

/** A template whose holes are drawn: `` text`${plural}/${name}` ``. */
export function text(
  parts: TemplateStringsArray,
  ...holes: readonly Generator<string>[]
): Generator<string> {
  return (scope) => parts.map((part, index) => part + (holes[index]?.(scope) ?? "")).join("");
}
