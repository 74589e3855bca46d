import type { Json } from "../../../../runtime/v1/values/json/json.js";
import type { Shape } from "../shape.js";
import type { Callee, Comparison, Items, Members, OwnCheck, Test } from "./check.js";

/** What holds for every value. */
export const always: Test = { kind: "known", holds: true };

/** What holds for none. */
export const never: Test = { kind: "known", holds: false };

/** The same test, which may also say no to a value that is valid, and why. */
export function open(test: Test, why: string | false | undefined): Test {
  return typeof why === "string" ? { ...test, open: why } : test;
}

/** A call of a check of the runtime, with what it gets besides the value. */
export function call(check: Callee, args: readonly Json[] = [], asSent = false): Test {
  return { kind: "call", check, args, asSent };
}

/** A limit of a number, or of how long a list is. */
export function compare(
  of: Comparison["of"],
  operator: Comparison["operator"],
  limit: number,
): Test {
  return { kind: "compare", of, operator, limit };
}

/** Tests that all must hold; where one never does, it alone. */
export function all(tests: readonly Test[]): readonly Test[] {
  const wrong = tests.find((test) => test.kind === "known" && !test.holds);
  return wrong === undefined ? tests.filter(({ kind }) => kind !== "known") : [wrong];
}

/** A test that holds where all do. */
export function every(tests: readonly Test[]): Test {
  return joined("every", all(tests), always);
}

/** A test that holds where one does. */
export function some(tests: readonly Test[]): Test {
  const known = tests.find((test) => test.kind === "known" && test.holds);
  return (
    known ??
    joined(
      "some",
      tests.filter(({ kind }) => kind !== "known"),
      never,
    )
  );
}

function joined(kind: "every" | "some", of: readonly Test[], none: Test): Test {
  const [only = none, second] = of;
  return second === undefined ? only : { kind, of };
}

/** The test that holds where this one does not. */
export function not(test: Test): Test {
  return test.kind === "known"
    ? { kind: "known", holds: !test.holds }
    : { kind: "not", of: [test] };
}

/** Whether a test asks the second pass for anything. */
export function asksSecondPass(test: Test): boolean {
  return holdsIn(test, ({ kind }) => kind === "second");
}

/** Whether of an object as it is sent what a test says is always right. */
export function isExact(test: Test): boolean {
  return !holdsIn(test, (part) => part.open !== undefined || ownCheckOf(part)?.isExact === false);
}

/** Whether a test judges objects as they are sent otherwise than others. */
export function readsAbsent(test: Test): boolean {
  return holdsIn(test, (part) => {
    if (part.kind === "call") return part.asSent;
    if (part.kind === "mapOf" || part.kind === "stored") return true;
    return (
      (part.kind === "own" && part.into !== undefined) || ownCheckOf(part)?.readsAbsent === true
    );
  });
}

function testsOfContents(contents: Items | Members): readonly Test[] {
  if (contents.kind === "items") return [...contents.tests, contents.ofType];
  const { named, others, counted } = contents;
  return [...named.flatMap(({ tests }) => tests), ...others, ...counted];
}

/** All that a function asks. */
export function testsOfCheck({ before, contents, whole }: TestsOfOwn): readonly Test[] {
  return [...before, ...testsOfContents(contents), ...whole];
}

type TestsOfOwn = Pick<OwnCheck, "before" | "contents" | "whole">;

/** The shapes that tests leave to the second pass. */
export function shapesOfSecondPass(tests: readonly Test[]): readonly Shape[] {
  return tests.flatMap((test) => [
    ...(test.kind === "second" ? [test.shape] : []),
    ...shapesOfSecondPass(partsOf(test)),
  ]);
}

function ownCheckOf(test: Test): OwnCheck | undefined {
  if (test.kind === "own") return test.check;
  const called = test.kind === "listOf" || test.kind === "mapOf" ? test.member : "";
  return typeof called === "object" ? called : undefined;
}

function holdsIn(test: Test, is: (part: Test) => boolean): boolean {
  return is(test) || partsOf(test).some((part) => holdsIn(part, is));
}

function partsOf(test: Test): readonly Test[] {
  if (test.kind === "string") return [...test.of, ...test.otherwise];
  return "of" in test && typeof test.of === "object" ? test.of : [];
}
