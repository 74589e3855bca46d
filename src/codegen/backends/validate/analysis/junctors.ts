import { noValidation } from "../../../../crd/ir/schema-table.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../../../runtime/versions/changes.js";
import type { Shape } from "../shape.js";
import { asksOnly, isTypePattern } from "../shape.js";
import type { CastType, Test } from "./check.js";
import { all, always, asksSecondPass, call, every, not, open, some } from "./check.js";
import { dropsNull } from "./members.js";
import { limitTests, sizeTests, textTests } from "./scalars.js";

/*
 * allOf, anyOf, oneOf and not. They stand behind all other tests of a node, so that a branch meets
 * values of the types that the node has. What is said here is exact for those; of everything else
 * the second pass is asked.
 */

/** Returns the tests that the junctors of a shape make of a value that is valid otherwise. */
export function junctorTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  if (shape.validation === noValidation) return [];
  const anyOf = isTypePattern(shape) ? [] : shape.anyOf;
  const tests = testsOf(shape, anyOf, (branch) => branchTest(branch, shape, server));
  if (isFilledAsSent(shape) || !tests.some(asksSecondPass)) return tests;
  return [
    open({ kind: "stored" }, "the second pass does not know what is still filled in"),
    ...tests,
  ];
}

/** Tells whether the server neither drops nor fills in anything inside a value. */
export function isFilledAsSent(shape: Shape): boolean {
  const { fields, values, items, memberDefault, embeddedResource } = shape;
  if (fields.size > 0 || values !== undefined || memberDefault !== undefined) return false;
  if (embeddedResource) return false;
  return items === undefined || isFilledAsSent(items);
}

function testsOf(
  { allOf, oneOf, not: excluded }: Shape,
  anyOf: readonly Shape[],
  fits: (branch: Shape) => Test,
): readonly Test[] {
  const tests = allOf.map(fits);
  if (anyOf.length > 0) tests.push(some(anyOf.map(fits)));
  if (oneOf.length > 0) tests.push({ kind: "one", of: oneOf.map(fits) });
  if (excluded !== undefined) tests.push(not(fits(excluded)));
  return all(tests);
}

/** Holds exactly if a value, valid by its node `core` so far, fits the branch. */
function branchTest(branch: Shape, core: Shape, server: KubernetesMinor): Test {
  if (branch.acceptsAll) return always;
  const secondPass: Test = { kind: "second", check: "isValid", shape: branch };
  if (branch.type !== "" || branch.values !== undefined || branch.items !== undefined) {
    return secondPass;
  }
  const own = ownTests(branch, core, server);
  const inner = testsOf(branch, branch.anyOf, (nested) => branchTest(nested, core, server));
  return own === undefined || inner.some(asksSecondPass) ? secondPass : every([...own, ...inner]);
}

/**
 * Returns the tests of a branch besides its junctors; undefined where that cannot be told exactly.
 */
function ownTests(
  branch: Shape,
  core: Shape,
  server: KubernetesMinor,
): readonly Test[] | undefined {
  if (core.type === "object") return objectTests(branch, core, server);
  if (branch.fields.size > 0) return undefined;
  switch (core.type) {
    case "string": {
      // A format of strings lets lists pass.
      const member = core.format === "" ? scalarEnum(branch, "string") : undefined;
      return member && as("string", [...member, ...textTests(branch, server)]);
    }
    case "boolean":
      // No boolean passes a format.
      return branch.format === "" ? as("boolean", scalarEnum(branch, "boolean")) : undefined;
    case "integer":
      return has(server, "typedFormats") ? as("number", integerTests(branch)) : undefined;
    case "array":
      // How many items a list has is all that branches ask, as a rule.
      return asksOnly(branch.validation, ["minItems", "maxItems", ...junctors])
        ? as("list", sizeTests(branch))
        : undefined;
    default:
      return undefined;
  }
}

function as(type: CastType, of: readonly Test[] | undefined): readonly Test[] | undefined {
  return of === undefined || of.length === 0 ? of : [{ kind: "as", type, of }];
}

const junctors = ["allOf", "anyOf", "oneOf", "not"] as const;

function objectTests(
  branch: Shape,
  core: Shape,
  server: KubernetesMinor,
): readonly Test[] | undefined {
  const { required } = branch.validation;
  // Whether a member is there may depend on what the server fills in.
  const isTold = [...required, ...branch.fields.keys()].every((name) =>
    core.fields.has(name) ? !core.defaults.has(name) : core.memberDefault === undefined,
  );
  if (!isTold || !asksOnly(branch.validation, ["required", ...junctors])) return undefined;
  const isThere = (name: string): Test => call("hasKey", [name], dropsNull(core, name));
  const tests = required.map(isThere);
  for (const [name, field] of branch.fields) {
    const test = memberTest(name, field, core.fields.get(name), server);
    if (test === undefined) return undefined;
    tests.push(
      required.includes(name) || test === always ? test : some([not(isThere(name)), test]),
    );
  }
  return tests;
}

/** Null, where the field is nullable, fits a branch unless that has an enum. */
function memberTest(
  name: string,
  branch: Shape,
  core: Shape | undefined,
  server: KubernetesMinor,
): Test | undefined {
  const test = core && branchTest(branch, core, server);
  if (core === undefined || test === undefined || asksSecondPass(test)) return undefined;
  if (test === always) return always;
  const fits: Test = !core.nullable
    ? test
    : branch.validation.enum.length > 0
      ? { kind: "every", of: [not({ kind: "null" }), test] }
      : { kind: "nullOr", of: [test] };
  const of: readonly Test[] =
    core.type === "object" ? [{ kind: "as", type: "Members", of: [fits] }] : [fits];
  return { kind: "member", name, of };
}

function integerTests({ validation }: Shape): readonly Test[] | undefined {
  const { minimum = 0, maximum = 0 } = validation;
  if (![minimum, maximum].every((bound) => (bound | 0) === bound)) return undefined;
  return asksOnly(validation, [...bounds, ...junctors]) ? limitTests(validation) : undefined;
}

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] as const;

/** Undefined where the server would convert one into the other. */
function scalarEnum(
  { validation }: Shape,
  type: "string" | "boolean",
): readonly Test[] | undefined {
  const entries = validation.enum;
  if (entries.length === 0) return [];
  const isPlain = (entry: Json): entry is string | boolean => typeof entry === type;
  return entries.every(isPlain) ? [{ kind: "among", entries: [...new Set(entries)] }] : undefined;
}
