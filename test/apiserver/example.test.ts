import { beforeAll, expect, it } from "vitest";
import type { CompileUnit } from "../../src/codegen/pipeline/compile-unit.js";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { makeExample } from "../../src/crd/example/example.js";
import { createCreationJudge } from "../../src/crd/example/judge.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { chooseCorpusCases } from "./corpus.js";
import type { Answer, ApiServer } from "./server.js";
import { crdPath, describeApiServer, waitUntil } from "./server.js";

/** For how many CRDs of the corpus there are examples. */
const count = Number(process.env["EXAMPLE_COUNT"] ?? "25");

describeApiServer("examples and a real API server", (server) => {
  const cases = chooseCorpusCases(count, process.env["EXAMPLE_SEED"] ?? "example");
  let compile: CompileUnit;
  beforeAll(async () => {
    compile = await loadUnitCompiler(newestMinor);
    const answers = await Promise.all(
      cases.map(({ crd }) => server().request("POST", crdPath, { ...crd, status: undefined })),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([201]));
  }, 600_000);

  it(`accepts minimal and full examples of ${count} CRDs of the corpus`, async () => {
    const refused: string[] = [];
    let sent = 0;
    for (const { crd } of cases) {
      const source = { path: `${crd.metadata.name}.json`, text: JSON.stringify(crd) };
      const [resource] = await readResources([source], newestMinor, false, new Diagnostics());
      if (resource === undefined) throw new Error(crd.metadata.name);
      for (const version of resource.versions.filter(({ served }) => served)) {
        const judge = createCreationJudge(compile(resource, version));
        for (const full of [false, true]) {
          const options = { full, seed: 0, fixed: [] };
          const { object, errors } = makeExample(resource, version, judge, newestMinor, options);
          const { code, body } = await create(server(), resource, version, object);
          sent += 1;
          if (code === 201 && errors.length === 0) continue;
          refused.push(`${crd.metadata.name} ${version.name}: ${code} ${JSON.stringify(body)}`);
        }
      }
    }
    console.log(`${sent} examples sent, ${refused.length} refused`);
    expect(refused).toEqual([]);
    expect(sent).toBeGreaterThanOrEqual(2 * count);
  }, 3_600_000);
});

/** Creates an object without keeping it; unknown fields are refused. */
async function create(
  server: ApiServer,
  { group, names, scope }: Resource,
  version: Version,
  object: JsonObject,
): Promise<Answer> {
  const namespace = scope === "Namespaced" ? "namespaces/default/" : "";
  const path = `/apis/${group}/${version.name}/${namespace}${names.plural}`;
  let answer: Answer | undefined;
  await waitUntil(`${names.plural} are served`, async () => {
    answer = await server.request("POST", `${path}?dryRun=All&fieldValidation=Strict`, object);
    return answer.code !== 404;
  });
  if (answer === undefined) throw new Error(path);
  return answer;
}
