import { expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { describeShared } from "../support/shared.js";

/** Specs of pods within CRDs: the CRD, its version, where the spec is, and what does not fit. */
const templates: readonly (readonly [crd: string, version: string, path: string, fault: string])[] =
  [
    [
      "cassandradatacenters.cassandra.datastax.com",
      "v1beta1",
      "spec.podTemplateSpec.spec",
      "hostAliases > ip: Type 'undefined' is not assignable to type 'string'.",
    ],
    [
      "clustertrainingruntimes.trainer.kubeflow.org",
      "v1alpha1",
      "spec.template.spec.replicatedJobs[].template.spec.template.spec",
      "",
    ],
    ["jobs.batch.volcano.sh", "v1alpha1", "spec.tasks[].template.spec", ""],
    [
      "keycloaks.k8s.keycloak.org",
      "v2beta1",
      "spec.unsupported.podTemplate.spec",
      "volumes > name: Type 'undefined' is not assignable to type 'string'.",
    ],
    [
      "keycloaks.k8s.keycloak.org",
      "v2alpha1",
      "spec.unsupported.podTemplate.spec",
      "volumes > name: Type 'undefined' is not assignable to type 'string'.",
    ],
    [
      "leaderworkersets.leaderworkerset.x-k8s.io",
      "v1",
      "spec.leaderWorkerTemplate.workerTemplate.spec",
      "",
    ],
    [
      "rollouts.argoproj.io",
      "v1alpha1",
      "spec.template.spec",
      "volumes: Type 'unknown' is not assignable to type 'VolumeInput<string & {}>[] | null | undefined'.",
    ],
    [
      "seldondeployments.machinelearning.seldon.io",
      "v1",
      "spec.predictors[].componentSpecs[].spec",
      "hostAliases > ip: Type 'undefined' is not assignable to type 'string'.",
    ],
    [
      "stormservices.orchestration.aibrix.ai",
      "v1alpha1",
      "spec.template.spec.roles[].template.spec",
      "",
    ],
  ];

/** `NonNullable<NonNullable<T["spec"]>["containers"]>[number]` */
function typeAt(type: string, path: string): string {
  return path.split(".").reduce((outer, step) => {
    const [, name = "", items = ""] = /^(\w+)(\[\])?$/.exec(step) ?? [];
    const inner = `NonNullable<${outer}[${JSON.stringify(name)}]>`;
    return items === "" ? inner : `NonNullable<${inner}[number]>`;
  }, type);
}

describeShared("templates of pods in CRDs", () => {
  it("can be sent as built-in pods where their fields allow it", async () => {
    const names = new Set(templates.map(([crd]) => crd));
    const sources = readCorpus(readCorpusIndex().filter(({ name }) => names.has(name)));
    const options = { kubernetesVersion: "1.37", versions: "all" } as const;
    const builtIn = ["v1/Pod"];
    const { files } = await generate({ sources, builtIn, parts: ["types"], ...options });
    const project = new Project({ ...strictest, noUnusedLocals: false });
    for (const { path, text } of files) project.write(path, text);
    const lines = templates.map(([crd, version, path], index) => {
      const [plural = "", ...group] = crd.split(".");
      const folder = `./${group.join(".")}/${version}/${plural}/types.js`;
      const kind = kindIn(files, folder);
      return (
        `import type { ${kind} as T${index} } from "${folder}"; ` +
        `declare const v${index}: ${typeAt(`T${index}`, path)}; ` +
        `export const p${index}: PodSpecInput = v${index};\n`
      );
    });
    const head = `import type { PodSpecInput } from "./core/v1/components/types.js";\n`;
    project.write("templates.ts", head + lines.join(""));
    const errors = project.check("typescript-7", true);
    project.remove();
    const faults = templates.map(([crd, version, path], index) => {
      const own = errors.filter(({ line }) => line === index + 2).map(({ text }) => text);
      return [crd, version, path, own.map(fieldIn).join()];
    });
    expect(faults).toEqual(templates);
  }, 120_000);
});

/** The field that an error is about in the end, and why. */
function fieldIn(text: string): string {
  const fields = [
    ...text.matchAll(/propert(?:y|ies) (?:of )?'([\w.]+)'|types of '([\w.()[\]"]+)'/gi),
  ];
  const last = text.split("\n").at(-1)?.trim() ?? "";
  return `${fields.map(([, one, other]) => one ?? other).join(" > ")}: ${last}`;
}

/** The kind whose types a file has: the first one that it exports. */
function kindIn(
  files: readonly { readonly path: string; readonly text: string }[],
  folder: string,
): string {
  const path = folder.replace("./", "").replace(/\.js$/, ".ts");
  const text = files.find((file) => file.path === path)?.text ?? "";
  return /^export interface (\w+)/m.exec(text)?.[1] ?? "";
}
