import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import type { Shape } from "../shape.js";

/**
 * A test that a quick check makes of a value: the whole of it, so that to write it decides nothing.
 */
export type Test = { readonly open?: string } & (
  | { readonly kind: "known"; readonly holds: boolean }
  | { readonly kind: "every" | "some" | "one"; readonly of: readonly Test[] }
  | { readonly kind: "not"; readonly of: readonly [Test] }
  | { readonly kind: "nullOr"; readonly of: readonly Test[] }
  | { readonly kind: "null" }
  /** The object is not one as it is sent: nothing is dropped or filled in any more. */
  | { readonly kind: "stored" }
  | { readonly kind: "typeof"; readonly type: "string" | "number" | "boolean" }
  /** It is a string for which all of `of` hold, or else all of `otherwise` hold. */
  | { readonly kind: "string"; readonly of: readonly Test[]; readonly otherwise: readonly Test[] }
  | ({ readonly kind: "compare" } & Comparison)
  | { readonly kind: "multiple"; readonly factor: number }
  /** How many characters a text has. */
  | { readonly kind: "atLeast" | "atMost"; readonly limit: number }
  | { readonly kind: "among"; readonly entries: readonly (string | number | boolean)[] }
  | { readonly kind: "matches"; readonly shape: Shape }
  | ({ readonly kind: "call" } & Call)
  /** The function of a shape; it notes the members that are wrong as those of the field `into`. */
  | { readonly kind: "own"; readonly check: OwnCheck; readonly into?: string }
  | { readonly kind: "listOf" | "mapOf"; readonly member: CheckFunction }
  | { readonly kind: "member"; readonly name: string; readonly of: readonly Test[] }
  /** The value has the type, which a compiler would not conclude. */
  | { readonly kind: "as"; readonly type: CastType; readonly of: readonly Test[] }
  | { readonly kind: "without"; readonly name: string }
  /** The second pass knows. */
  | { readonly kind: "second"; readonly check: SecondCheck; readonly shape: Shape }
);

/** A comparison with a number: the value, how long it is, or how many members there are. */
export interface Comparison {
  readonly of: "value" | "length" | "size";
  readonly operator: "<" | "<=" | ">" | ">=";
  readonly limit: number;
}

/** A check of the value by the runtime; it gets `args` too, and whether the object is `asSent`. */
interface Call {
  readonly check: Callee;
  readonly args: readonly Json[];
  readonly asSent: boolean;
}

/** Checks of the runtime and of the language. */
export type Callee = RuntimeValue | LibraryValue | "Array.isArray" | "Number.isSafeInteger";
/** A function of the runtime, or the one that a shape has. */
export type CheckFunction = RuntimeValue | OwnCheck;
export type CastType = "string" | "number" | "boolean" | "list" | "Members";
export type SecondCheck = "isValid" | "hasValidLists" | "hasValidResources";

/** The check of the values of a shape. */
export interface Check {
  /** Tests that all hold for a value that is valid. */
  readonly tests: readonly Test[];
  /** The function that asks all of that, but for null where a shape has one of its own. */
  readonly by: CheckFunction | undefined;
}

/** A function that checks an object or list. */
export interface OwnCheck {
  readonly shape: Shape;
  /** Tests that must hold before anybody looks at the contents. */
  readonly before: readonly Test[];
  readonly contents: Items | Members;
  /** Tests of the value as a whole. */
  readonly whole: readonly Test[];
  /** True if the verdict on an object as it is sent is always right. */
  readonly isExact: boolean;
  /** True if the check judges sent objects differently, and so has the parameter `absent`. */
  readonly readsAbsent: boolean;
}

/** The tests of the items of a list. */
export interface Items {
  readonly kind: "items";
  readonly tests: readonly Test[];
  /** The test that the list's type makes. */
  readonly ofType: Test;
}

/** The tests of the members of an object, of each at most once. */
export interface Members {
  readonly kind: "members";
  readonly named: readonly NamedMember[];
  /** The tests of members with other names. */
  readonly others: readonly Test[];
  readonly nulls: AbsentNulls;
  /** The bits of all members that are required, and of those that are filled in. */
  readonly required: number;
  readonly filled: number;
  /** Which members are counted; of an object as it is sent `fields` counts those alone. */
  readonly counts: "none" | "fields" | "every";
  /** The tests of the number of members, and of required members beside those that have a bit. */
  readonly counted: readonly Test[];
}

/** The tests of the member of a name. */
export interface NamedMember {
  readonly name: string;
  /** Its bit, if it is required. */
  readonly bit: number;
  /** No field is merely required: what is asked of members of other names is asked of it, too. */
  readonly isField: boolean;
  readonly tests: readonly Test[];
}

/** Which members that are null the server drops, or fills in, of an object as it is sent. */
export type AbsentNulls =
  | { readonly kind: "none" }
  | { readonly kind: "all" }
  | { readonly kind: "only" | "except"; readonly names: readonly string[] };

/** The test that every value passes. */
export const always: Test = { kind: "known", holds: true };

/** The test that no value passes. */
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

/** Tells whether a test asks the second pass for anything. */
export function asksSecondPass(test: Test): boolean {
  return holdsIn(test, ({ kind }) => kind === "second");
}

/** Tells whether the answer of a test about an object as it is sent is always right. */
export function isExact(test: Test): boolean {
  return !holdsIn(test, (part) => part.open !== undefined || ownCheckOf(part)?.isExact === false);
}

/** Tells whether a test judges objects as they are sent differently from others. */
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
