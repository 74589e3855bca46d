import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { generate } from "../../src/index.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { addOptionalProperty } from "../support/add-optional-property.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { Random } from "../support/random.js";
import { isWhole, sample, sampleSeed } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const wanted = isWhole ? 300 : 10;
const changesOfEach = 5;

/** How many CRDs a run of the compiler has in memory. */
const batch = 20;

describeShared("programs that use all names of the corpus", () => {
  it("compile with the types of a CRD to which optional fields were added", async () => {
    const random = new Random(sampleSeed);
    const crds = readCorpus(sample(readCorpusIndex(), 12)).flatMap(({ text }) => crdsOf(text));
    let used = 0;
    for (let count = 0; count < wanted; count += batch) {
      const project = new Project({ ...strictest, noUnusedLocals: false });
      for (let index = count; index < Math.min(count + batch, wanted); index++) {
        used += await writeProgram(project, String(index), random.pick(crds), random);
      }
      expect(project.check("typescript-7")).toEqual([]);
      project.remove();
    }
    console.log(`${used} names of ${wanted} CRDs are used`);
    expect(used).toBeGreaterThan(wanted);
  }, 1_800_000);
});

/** The CRDs of a file whose last version has a schema. */
function crdsOf(text: string): readonly JsonObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    const crd = document.toJS() as JsonObject | null; // as CRDs are
    return crd === null || lastSchema(crd) === undefined ? [] : [crd];
  });
}

function lastSchema(crd: JsonObject): JsonObject | undefined {
  const { spec } = crd as {
    spec?: { versions?: { schema?: { openAPIV3Schema?: Json } }[] };
  }; // as CRDs are
  const root = spec?.versions?.at(-1)?.schema?.openAPIV3Schema;
  return root !== undefined && isObject(root) ? root : undefined;
}

/**
 * Writes the types of a CRD before and after the change, and a program that reads objects of the
 * new types as those of the old ones, and that makes them from those, name by name.
 *
 * @returns how many names it uses
 */
async function writeProgram(
  project: Project,
  folder: string,
  crd: JsonObject,
  random: Random,
): Promise<number> {
  const changed = structuredClone(crd);
  const root = lastSchema(changed) ?? {};
  for (let change = 0; change < changesOfEach; change++) addOptionalProperty(root, random);
  const before = await writeTypes(project, `${folder}/before`, crd);
  await writeTypes(project, `${folder}/after`, changed);
  const lines = [...before].flatMap(([path, names]) => [...useNames(path, names)]);
  project.write(`${folder}/program.ts`, lines.join("\n"));
  return [...before.values()].reduce((sum, names) => sum + names.length, 0);
}

/** Writes the types of a CRD. Gives `interface NAME` and `type NAME` for each file of types. */
async function writeTypes(
  project: Project,
  folder: string,
  crd: JsonObject,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { files } = await generate({
    sources: [{ path: "crd.json", text: JSON.stringify(crd) }],
    parts: ["types"],
    versions: "all",
    allowInvalid: true,
  });
  const names = new Map<string, readonly string[]>();
  for (const { path, text } of files) {
    project.write(`${folder}/${path}`, text);
    if (!path.endsWith("/types.ts")) continue;
    const exported = [...text.matchAll(/^export (interface|type) (\w+)/gm)];
    names.set(
      path,
      exported.map(([, form = "", name = ""]) => `${form} ${name}`),
    );
  }
  return names;
}

function* useNames(path: string, names: readonly string[]): Generator<string> {
  const module = path.replace(/\.ts$/, ".js");
  const alias = path.replace(/\W/g, "_");
  yield `import type * as before_${alias} from "./before/${module}";`;
  yield `import type * as after_${alias} from "./after/${module}";`;
  for (const declared of names) {
    const [form, name = ""] = declared.split(" ");
    const [old, next] = [`before_${alias}.${name}`, `after_${alias}.${name}`];
    if (form === "interface")
      yield `export const read_${alias}_${name} = (x: ${next}): ${old} => x;`;
    // Nobody makes what is read; there, fields with a default are always there.
    if (form === "interface" && !/(?:Input|Apply)$/.test(name)) continue;
    yield `export const made_${alias}_${name} = (x: ${old}): ${next} => x;`;
  }
}
