import type { Splice } from "./holes.js";

/** The contents of the holes of a template, in their order. */
export type Holes = readonly Splice[];

/** A part of a template, which the holes complete. */
export interface Build<T> {
  /** It has no holes, so that it is always the same. */
  readonly isFixed: boolean;
  readonly make: (holes: Holes) => T;
}

/** A part without holes. */
export function fixed<T>(value: T): Build<T> {
  return { isFixed: true, make: () => value };
}

/** A part that the holes make. */
export function open<T>(make: (holes: Holes) => T): Build<T> {
  return { isFixed: false, make };
}

/** A part that is not there. */
export const none: Build<undefined> = fixed(undefined);

function valueOf<T>(build: Build<T>): T {
  return build.make([]);
}

/** Builds a result from one part. */
export function lift1<A, T>(a: Build<A>, f: (a: A) => T): Build<T> {
  if (a.isFixed) return fixed(f(valueOf(a)));
  const { make } = a;
  return open((holes) => f(make(holes)));
}

/** Builds a result from two parts. */
export function lift2<A, B, T>(a: Build<A>, b: Build<B>, f: (a: A, b: B) => T): Build<T> {
  if (a.isFixed) {
    const value = valueOf(a);
    return lift1(b, (other) => f(value, other));
  }
  if (b.isFixed) {
    const value = valueOf(b);
    return lift1(a, (one) => f(one, value));
  }
  const [makeA, makeB] = [a.make, b.make];
  return open((holes) => f(makeA(holes), makeB(holes)));
}

/** Builds a result from three parts. */
export function lift3<A, B, C, T>(
  a: Build<A>,
  b: Build<B>,
  c: Build<C>,
  f: (a: A, b: B, c: C) => T,
): Build<T> {
  if (c.isFixed) {
    const value = valueOf(c);
    return lift2(a, b, (one, other) => f(one, other, value));
  }
  if (a.isFixed) {
    const value = valueOf(a);
    return lift2(b, c, (one, other) => f(value, one, other));
  }
  const [makeA, makeB, makeC] = [a.make, b.make, c.make];
  return open((holes) => f(makeA(holes), makeB(holes), makeC(holes)));
}

/** A list of parts, each of which may be several or none. */
export function several<T>(parts: readonly Build<readonly T[]>[]): Build<readonly T[]> {
  const [only, other] = parts;
  if (only !== undefined && other === undefined) return only;
  const makes = parts.map(({ make }) => make);
  const all = (holes: Holes): readonly T[] => {
    const found: T[] = [];
    for (const make of makes) for (const item of make(holes)) found.push(item);
    return found;
  };
  return parts.every(({ isFixed }) => isFixed) ? fixed(all([])) : open(all);
}
