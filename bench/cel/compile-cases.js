// The schemas of the benchmark as the text of modules, made by the rules back end.
import { join } from "node:path";

/** One JavaScript module per case; `root` is the node above the case's schema. */
export async function compileCases(dist, cases) {
  const load = (path) => import(join(dist, path));
  const { SchemaTable } = await load("ir/schema-table.js");
  const { GeneratedFile } = await load("emit/generated-file.js");
  const { code, empty } = await load("emit/code.js");
  const { RuleFile } = await load("backends/rules/rule-file.js");
  const { RuleTree } = await load("backends/rules/rule-tree.js");
  const { StoredRules } = await load("rules/stored-rules.js");
  const { loadRuntimeModules } = await load("emit/runtime-modules.js");
  const runtime = await loadRuntimeModules();
  return cases.map(({ schema }, number) => {
    const file = new GeneratedFile(`cases/case${number}`);
    const imported = (name, typeOnly) => ({
      name,
      local: name,
      from: { kind: "file", path: `runtime/v1/${runtime.moduleOf(name)}` },
      typeOnly,
    });
    const rules = new RuleFile(file, {
      runtime: (name) => imported(name, false),
      runtimeType: (name) => imported(name, true),
    });
    const root = new SchemaTable().schema({ type: "object", properties: { spec: schema } });
    const node = new RuleTree(rules, { localName: () => "Case" }, new StoredRules(37)).root(root);
    file.add({
      kind: "const",
      name: "root",
      exported: true,
      doc: empty,
      type: code`unknown`,
      value: node,
    });
    return file.print({ target: "js", importExtension: ".js", banner: "" })[0].text;
  });
}
