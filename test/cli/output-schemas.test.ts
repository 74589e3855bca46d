import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SchemaObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { outputJsonSchema } from "../../src/cli/report/output-schemas.js";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { boatCrd } from "../support/boat.js";
import { runCli, Scratch } from "../support/cli.js";
import { describeShared, sharedPath } from "../support/shared.js";

const root = join(import.meta.dirname, "../..");
const samples = join(root, "generated-samples");
const schema = outputJsonSchema() as SchemaObject; // what is published
const ajv = new Ajv2020({ allErrors: true });
ajv.addSchema(schema, "output");

/** The kinds that each line of an output is one of; of other lines, what is wrong with them. */
function kindsOf(out: string): ReadonlySet<string> {
  const lines = schema["anyOf"] as readonly { readonly $ref: string }[]; // each has a name
  const names = lines.map(({ $ref }) => $ref.slice("#/$defs/".length));
  const found = new Set<string>();
  for (const line of out.trimEnd().split("\n")) {
    const value: unknown = JSON.parse(line);
    const kinds = names.filter((name) => ajv.validate(`output#/$defs/${name}`, value));
    expect(kinds, line).toHaveLength(1);
    expect(ajv.validate("output", value)).toBe(true);
    for (const kind of kinds) found.add(kind);
  }
  return found;
}

const scratch = new Scratch();

/** Two sides of a comparison, and an object that fits neither. */
function project(): string {
  const folder = scratch.next();
  const save = (name: string, properties: JsonObject): void => {
    const spec = { type: "object", properties };
    const crd = boatCrd({ schema: { type: "object", properties: { spec } } });
    writeFileSync(join(folder, name), JSON.stringify(crd));
  };
  save("old.yaml", { size: { type: "integer" }, name: { type: "string" } });
  save("new.yaml", {
    size: { type: "integer", maximum: 5 },
    count: { type: "string", pattern: "(" },
  });
  writeFileSync(
    join(folder, "object.yaml"),
    "apiVersion: sea.example.com/v1\nkind: Boat\nmetadata: { name: a }\nspec: { size: a, other: 1 }\n---\nkind: Kustomization\napiVersion: kustomize.config.k8s.io/v1beta1\n",
  );
  mkdirSync(join(folder, "objects"));
  writeFileSync(join(folder, "objects/kustomization.yaml"), "resources: [a.yaml]\n");
  return folder;
}

function crdgen(folder: string, ...args: readonly string[]): string {
  return runCli(folder, [...args, "--format", "json"]).out;
}

it("is what lint, validate and diff print, and what generate does", () => {
  const folder = project();
  expect(kindsOf(crdgen(folder, "lint", "new.yaml"))).toEqual(new Set(["diagnostic"]));
  const objects = ["object.yaml", "objects"];
  expect(kindsOf(crdgen(folder, "validate", "--verbose", "--crd", "old.yaml", ...objects))).toEqual(
    new Set(["diagnostic"]),
  );
  expect(kindsOf(crdgen(folder, "diff", "old.yaml", "new.yaml"))).toEqual(
    new Set(["diagnostic", "change"]),
  );
  expect(kindsOf(crdgen(folder, "generate"))).toEqual(new Set(["diagnostic"]));
});

it("says what generate wrote, and what would differ", () => {
  const folder = project();
  const args = ["generate", "old.yaml", "--out", "out", "--parts", "types"];
  const check = (): unknown =>
    JSON.parse(
      crdgen(folder, ...args, "--check")
        .split("\n")
        .at(-2) ?? "",
    );
  const before = check();
  expect(before).toMatchObject({ out: "out", upToDate: false, unchanged: 0, stale: [] });
  const out = crdgen(folder, ...args);
  expect(kindsOf(out)).toEqual(new Set(["written"]));
  const { differing } = before as { differing: string[] }; // just seen
  expect(JSON.parse(out)).toEqual({
    out: "out",
    resources: 1,
    versions: 1,
    written: differing.length,
    unchanged: 0,
    removed: 0,
  });
  expect(check()).toMatchObject({ upToDate: true, differing: [], unchanged: differing.length });
  appendFileSync(join(folder, "out/index.ts"), "// more\n");
  const differs = crdgen(folder, ...args, "--check");
  expect(kindsOf(differs)).toEqual(new Set(["diagnostic", "checked"]));
});

it("is what is said of the samples", () => {
  expect(kindsOf(crdgen(root, "lint", samples, "--minimum-version", "1.28", "--verbose"))).toEqual(
    new Set(["diagnostic"]),
  );
});

describeShared("of the corpus", () => {
  it("is what lint and diff say", () => {
    const crds = sharedPath("corpus", "crds");
    expect(kindsOf(crdgen(root, "lint", crds))).toEqual(new Set(["diagnostic"]));
    const old = join(crds, "cert-manager");
    expect(kindsOf(crdgen(root, "diff", old, crds))).toEqual(new Set(["diagnostic", "change"]));
  });
});

it("is what explain and doctor print", () => {
  const folder = project();
  expect(kindsOf(crdgen(folder, "explain"))).toEqual(new Set(["explainedCode"]));
  for (const code of ["crd/name-invalid", "field-removed", "portability/default-surprise"]) {
    expect(kindsOf(crdgen(folder, "explain", code))).toEqual(new Set(["codePage"]));
  }
  const resource = new Set(["explainedResource"]);
  for (const path of ["boats", "boats.spec", "boats.spec.size"]) {
    const args = ["explain", path, "--crd", "old.yaml"];
    expect(kindsOf(crdgen(folder, ...args))).toEqual(resource);
    expect(kindsOf(crdgen(folder, ...args, "--recursive"))).toEqual(resource);
  }
  for (const name of ["crontab", "lists", "int-or-string", "embedded-resource"]) {
    const crd = join(samples, name, "crd.yaml");
    const [, plural = ""] = /^ {4}plural: (\S+)/m.exec(readFileSync(crd, "utf8")) ?? [];
    const out = crdgen(folder, "explain", plural, "--crd", crd, "--recursive");
    expect(kindsOf(out)).toEqual(resource);
  }
  expect(kindsOf(crdgen(folder, "doctor"))).toEqual(new Set(["doctor"]));
  expect(kindsOf(crdgen(folder, "explain", "no/such"))).toEqual(new Set(["diagnostic"]));
});
