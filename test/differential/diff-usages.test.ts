import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findUsagesOf } from "../../src/cli/diff/usages/examine.js";
import { outputNames } from "../../src/cli/diff/usages/regenerate.js";
import type { UserProgram } from "../../src/cli/diff/usages/user-program.js";
import { loadProgram, loadTsMorph } from "../../src/cli/diff/usages/user-program.js";
import { createQuietLinter } from "../../src/codegen/pipeline/crd-linter.js";
import { readSource } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import type { Resource } from "../../src/crd/ir/resource.js";
import { generate } from "../../src/index.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import type { Change } from "../../src/tools/diff/change.js";
import { diffResources } from "../../src/tools/diff/diff-resources.js";
import type { UsageLine } from "../../src/tools/diff/print/text.js";
import { Project } from "../support/compile.js";
import { Random } from "../support/random.js";
import { isWhole } from "../support/scope.js";
import { seeds } from "../support/seeds.js";
import type { UsageChange } from "../support/usage-changes.js";
import { usageChanges } from "../support/usage-changes.js";
import type { RawSchema } from "../support/usage-crd.js";
import { orchardCrd } from "../support/usage-crd.js";
import { usageProgram } from "../support/usage-program.js";

/*
 * A program of 2,000 lines and many changes of its CRD: the lines that stop compiling once the code
 * is generated anew are those that `--usages` names so, and no others. Each seed is a change; all
 * with SEEDS=0:100.
 */

const program = usageProgram();
const tried = pick(seeds(isWhole ? 5 : 3));

function pick(wanted: readonly number[]): readonly UsageChange[] {
  const random = new Random(1);
  const shuffled = usageChanges
    .map((change) => ({ change, at: random.next() }))
    .sort((left, right) => left.at - right.at);
  return wanted.flatMap((seed) => shuffled[seed]?.change ?? []);
}

function sourceOf(crd: RawSchema): { readonly path: string; readonly text: string } {
  return { path: "crd.json", text: JSON.stringify(crd) };
}

async function filesOf(crd: RawSchema): Promise<ReadonlyMap<string, string>> {
  const { files, diagnostics } = await generate({
    sources: [sourceOf(crd)],
    runtimeEntries: ["node", "informer"],
  });
  if (files.length === 0) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return new Map(files.map(({ path, text }) => [`generated/${path}`, text]));
}

async function changed(change: UsageChange): Promise<RawSchema> {
  const crd = orchardCrd();
  change.apply(crd);
  return Promise.resolve(crd);
}

/** A line of a program that fails: `part-1.ts:12`. */
type Line = string;

describe("the usages of a program of 2,000 lines", () => {
  const options = { strict: true, exactOptionalPropertyTypes: true } as const;
  const project = new Project(options, true);
  let user: UserProgram;
  let expected: ReadonlyMap<string, ReadonlySet<Line>>;

  beforeAll(async () => {
    const contents = new Map<string, ReadonlyMap<string, string>>();
    contents.set("before", await filesOf(orchardCrd()));
    for (const [index, change] of tried.entries()) {
      contents.set(`change-${index}`, await filesOf(await changed(change)));
    }
    for (const [folder, files] of contents) {
      for (const [path, text] of [...files, ...program]) project.write(`${folder}/${path}`, text);
    }
    const errors = new Map<string, Set<Line>>();
    for (const { path, line } of project.check("typescript-7")) {
      const [folder = "", ...rest] = path.split("/");
      const ofFolder = errors.get(folder) ?? new Set();
      errors.set(folder, ofFolder.add(`${rest.join("/")}:${line}`));
    }
    expected = errors;
    const paths = [...program.keys()].map((name) => join(project.folder, "before", name));
    user = loadProgram(await loadTsMorph(), paths);
  }, 600_000);

  afterAll(() => {
    project.remove();
  });

  it("has the size, and compiles but for the file that is broken", () => {
    const lines = [...program.values()].join("").split("\n").length;
    expect(lines).toBeGreaterThan(1_900);
    const failing = [...(expected.get("before") ?? [])].map((line) => line.split(":")[0]);
    expect([...new Set(failing)]).toEqual(["broken.ts"]);
  });

  it.each(tried.map((change, index) => ({ name: change.name, change, index })))(
    "$name",
    async ({ change, index }) => {
      const before = expected.get("before") ?? new Set();
      const now = expected.get(`change-${index}`) ?? new Set();
      const { ofChanges, others } = await usagesAfter(change);
      const all = [...[...ofChanges.values()].flat(), ...others];
      const found = new Set(all.filter(({ error }) => error !== undefined).map(lineOf));
      expect([...found].sort()).toEqual([...now].filter((line) => !before.has(line)).sort());
    },
    60_000,
  );

  async function usagesAfter(change: UsageChange): Promise<{
    readonly ofChanges: ReadonlyMap<Change, readonly UsageLine[]>;
    readonly others: readonly UsageLine[];
  }> {
    const linter = createQuietLinter(newestMinor);
    const read = async (crd: RawSchema): Promise<readonly Resource[]> => {
      const { crds } = await readSource(sourceOf(crd), linter, new Diagnostics());
      return crds.map((one) => readResource(one.crd, linter.table));
    };
    const crd = await changed(change);
    const [old, now] = [await read(orchardCrd()), await read(crd)];
    const { changes, pairs } = diffResources(old, now, linter.table, newestMinor);
    const compared = { changes, pairs, old, sources: [sourceOf(crd)] };
    return findUsagesOf(user, compared, outputNames({}), undefined);
  }

  function lineOf({ source, start }: UsageLine): Line {
    return `${relative(join(project.folder, "before"), source)}:${start.line}`;
  }
});
