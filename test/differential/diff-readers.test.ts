import { afterAll, expect, it } from "vitest";
import { stepsOf } from "../../src/cli/diff/usages/changed-names.js";
import type { Version } from "../../src/crd/ir/resource.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type { Change } from "../../src/tools/diff/change.js";
import { Project } from "../support/compile.js";
import { mutated, versionPairs } from "../support/diff-mutants.js";
import type { ReaderProgram } from "../support/reader-program.js";
import { readerProgram } from "../support/reader-program.js";
import { seeds } from "../support/seeds.js";
import { describeShared } from "../support/shared.js";

/** A mutant, the program that reads it by the old types, and what the comparison says. */
interface Case {
  readonly seed: number;
  readonly old: Version;
  readonly now: Version;
  readonly program: ReaderProgram;
  readonly changes: readonly Change[];
}

/** Why a program may compile though a change breaks those who read. */
interface Explanation {
  readonly why: string;
  readonly isTrue: (change: Change, one: Case) => boolean;
}

const explanations: readonly Explanation[] = [
  {
    why: "TypeScript has one type of numbers",
    isTrue: ({ code, before, after }) =>
      code === "diff/type-changed" && /^integer\b/.test(before ?? "") && after === "number",
  },
  {
    why: "an enum without a value of the type is never, which fits every type",
    isTrue: ({ code, path }, { now }) =>
      code === "diff/type-changed" && hasNoValue(schemaAt(now.schema, path)),
  },
  {
    why: "that fields exclude each other is not in the types",
    isTrue: ({ code, effects }) => code === "diff/default-added" && effects.includes("readers"),
  },
  {
    why: "what may be anything is unknown, null or not",
    isTrue: ({ code, path }, { old }) =>
      code === "diff/nullable-added" && schemaAt(old.schema, path)?.kind === "any",
  },
  {
    why: "an object that is always empty is { [key: string]: never }, and never fits every type",
    isTrue: ({ code, path }, { now }) =>
      goneCodes.has(code) &&
      [path, path.replace(/(?:\.?[^.[\]]+|\[[^\]]*\])$/, "")].some((place) =>
        isEmpty(schemaAt(now.schema, place)),
      ),
  },
  {
    why: "an index signature says of every key that it is there",
    isTrue: ({ code, reason }) =>
      code === "diff/field-removed" && reason.startsWith("it is a key like any other now"),
  },
];

/** Whether no entry of an enum has the type that is asked for beside it. */
function hasNoValue(schema: Schema | undefined): boolean {
  if (schema === undefined || !["string", "boolean"].includes(schema.type)) return false;
  const { enum: values } = schema.validation;
  return values.length > 0 && values.every((value) => typeof value !== schema.type);
}

/**
 * The type of an enum lists its entries, also those that other keywords refuse: no reader meets
 * them, but the type is another one.
 */
function isNewInTypes({ code, effects }: Change): boolean {
  return code === "diff/enum-value-added" && effects.includes("safe");
}

const goneCodes: ReadonlySet<string> = new Set([
  "diff/field-removed",
  "diff/unknown-fields-pruned",
  "diff/map-values-removed",
]);

function isEmpty(schema: Schema | undefined): boolean {
  return schema?.kind === "object" && schema.fields.size === 0 && !schema.preserveUnknownFields;
}

/** The schema at the path of a change; `undefined` where there is none. */
function schemaAt(root: Schema | undefined, path: string): Schema | undefined {
  let at = root;
  for (const step of stepsOf(path)) {
    if (step === "items") at = at?.items;
    else if (step === "values") at = typeof at?.values === "object" ? at.values : undefined;
    else at = at?.fields.get(step.name);
  }
  return at;
}

/** Whether two paths are one, or one is above the other. */
function areRelated(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short === "" || short === long) return true;
  return long.startsWith(short) && /^[.[]/.test(long.slice(short.length));
}

async function makeCases(): Promise<ReadonlyMap<string, Case>> {
  const cases = new Map<string, Case>();
  for (const seed of seeds(60)) {
    const made = await mutated(seed);
    if (made === undefined) continue;
    for (const [old, now] of versionPairs(made)) {
      const changes = made.changes.filter(({ version = old.name }) => version === old.name);
      const program = readerProgram([made.old, old], [made.now, now]);
      cases.set(`seed-${seed}-${old.name}`, { seed, old, now, program, changes });
    }
  }
  return cases;
}

describeShared("a program that reads by the old types", () => {
  const project = new Project({ strict: true, exactOptionalPropertyTypes: true });

  afterAll(() => {
    project.remove();
  });

  it("stops compiling only by changes that are said to break readers, and by all of them but those that types do not show", async () => {
    const cases = await makeCases();
    for (const [name, { program }] of cases) {
      for (const [file, text] of program.files) project.write(`${name}/${file}`, text);
    }
    const failures = failuresOf(cases, project);
    const wrong: string[] = [];
    const tally = { stop: 0, compile: 0, explained: 0 };
    for (const [name, one] of cases) {
      const failing = failures.get(name) ?? new Map<string, string>();
      const breaking = one.changes.filter(({ effects }) => effects.includes("readers"));
      for (const [path, error] of failing) {
        if (breaking.some((change) => areRelated(change.path, path))) continue;
        const listed = one.changes.filter(isNewInTypes);
        if (listed.some((change) => areRelated(change.path, path))) continue;
        wrong.push(`${name}: no change breaks readers of ${path}: ${error}`);
      }
      const unseen = breaking.filter(
        (change) => ![...failing.keys()].some((path) => areRelated(change.path, path)),
      );
      for (const change of unseen.filter((other) => other.path !== "")) {
        if (explanations.some(({ isTrue }) => isTrue(change, one))) tally.explained++;
        else wrong.push(`${name}: ${change.code} ${change.path} does not stop the program`);
      }
      tally[failing.size > 0 ? "stop" : "compile"]++;
    }
    console.log(
      `${cases.size} mutants: ${tally.stop} programs stop compiling, ${tally.compile} do not; ${tally.explained} changes are explained`,
    );
    expect(wrong).toEqual([]);
    expect(tally.stop).toBeGreaterThan(0);
  }, 3_000_000);
});

/** The paths of places that cannot be read as before, with the first error, by mutants. */
function failuresOf(
  cases: ReadonlyMap<string, Case>,
  project: Project,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const failures = new Map<string, Map<string, string>>();
  for (const { path, line, text } of project.check("typescript-7")) {
    const [name = "", file] = path.split("/");
    const program = cases.get(name)?.program;
    // The program reads nothing that the old types do not have.
    if (program === undefined || file !== "reader.ts" || program.oldLines.has(line)) {
      throw new Error(`${path}:${line}: ${text}`);
    }
    const place = program.newLines.get(line) ?? "";
    const ofMutant = failures.get(name) ?? new Map<string, string>();
    failures.set(name, ofMutant.set(place, text));
  }
  return failures;
}
