import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RuleFile } from "../../src/codegen/backends/rules/rule-file.js";
import { RuleTree } from "../../src/codegen/backends/rules/rule-tree.js";
import { expr, tsType } from "../../src/codegen/emit/code.js";
import { evaluateFiles } from "../../src/codegen/emit/evaluate.js";
import { GeneratedFile } from "../../src/codegen/emit/generated-file.js";
import { InterpretedRules } from "../../src/crd/interpret/rules.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import type { CostLimits } from "../../src/crd/rules/cost-limits.js";
import { StoredRules } from "../../src/crd/rules/ruled-nodes.js";
import type { RuleNode } from "../../src/runtime/v1/cel/rules/rule-node.js";
import { differenceOf, limitsOf, readRuns, schemaOf } from "../support/recorded-rules.js";
import { describeShared } from "../support/shared.js";

const files = ["k8s-validate.json", "k8s-matrix-validate.json"];

/** Every module of the runtime that generated rules can import. */
async function loadRuntime(): Promise<Readonly<Record<string, unknown>>> {
  const folder = join(import.meta.dirname, "../../src/runtime/v1");
  const modules = ["cel", "values"].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, part, name)),
  );
  const loaded = await Promise.all(
    modules.map((path) => import(path) as Promise<Record<string, unknown>>), // a module
  );
  return Object.assign({}, ...loaded) as Record<string, unknown>; // of modules
}

function emittedRules(
  schema: Schema,
  isResource: boolean,
  limits: CostLimits,
  runtime: Readonly<Record<string, unknown>>,
): RuleNode | undefined {
  if (!schema.hasRules) return undefined;
  const file = new GeneratedFile("rules");
  const imported = (name: string, typeOnly: boolean) => ({
    name,
    local: name,
    from: { kind: "package", specifier: "runtime" } as const,
    typeOnly,
  });
  const rules = new RuleFile(file, {
    runtime: (name) => imported(name, false),
    runtimeType: (name) => imported(name, true),
  });
  const tree = new RuleTree(rules, { localName: () => "Node" }, new StoredRules(37), limits);
  const node = tree.root(schema, isResource) ?? expr`undefined`;
  file.add({
    kind: "const",
    name: "root",
    exported: true,
    doc: [],
    type: tsType`unknown`,
    value: node,
  });
  const made = evaluateFiles([file], () => runtime).get("rules");
  return made?.["root"] as RuleNode; // what was just written
}

const interpreted = new InterpretedRules(37);

describeShared("rules over recorded objects", () => {
  it.each(files)("%s, interpreted", (file) => {
    const different = readRuns(file).flatMap((run) => {
      const schema = schemaOf(run);
      const difference = differenceOf(run, schema, interpreted.of(schema, run.isRoot));
      return difference === undefined ? [] : [`${run.id}: ${difference}`];
    });
    expect(different).toEqual([]);
  });

  it.each(files)("%s, as generated functions", async (file) => {
    const runtime = await loadRuntime();
    const different = readRuns(file).flatMap((run) => {
      const schema = schemaOf(run);
      const node = emittedRules(schema, run.isRoot, limitsOf(run), runtime);
      const difference = differenceOf(run, schema, node, false);
      return difference === undefined ? [] : [`${run.id}: ${difference}`];
    });
    expect(different).toEqual([]);
  });

  it.each(files)("%s, with the cost counted by generated functions", async (file) => {
    const runtime = await loadRuntime();
    const different = readRuns(file).flatMap((run) => {
      const schema = schemaOf(run);
      const node = emittedRules(schema, run.isRoot, { call: 0, object: 0 }, runtime);
      const difference = differenceOf(run, schema, node);
      return difference === undefined ? [] : [`${run.id}: ${difference}`];
    });
    expect(different).toEqual([]);
  });
});
