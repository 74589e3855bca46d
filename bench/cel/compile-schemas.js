// Schemas as the text of modules, made by the rules back end.
import { join } from "node:path";

/**
 * Gives a function that writes one JavaScript module per schema; its `root` is the schema's node.
 */
export async function compileSchemas(dist) {
  const load = (path) => import(join(dist, path));
  const { GeneratedFile } = await load("codegen/emit/generated-file.js");
  const { tsType } = await load("codegen/emit/code.js");
  const { RuleFile } = await load("codegen/backends/rules/rule-file.js");
  const { RuleTree } = await load("codegen/backends/rules/rule-tree.js");
  const { StoredRules } = await load("crd/rules/ruled-nodes.js");
  const imported = (name, typeOnly) => ({
    name,
    local: name,
    from: { kind: "package", specifier: "crdgen-runtime/v1/internal" },
    typeOnly,
  });
  const names = {
    runtime: (name) => imported(name, false),
    runtimeType: (name) => imported(name, true),
  };
  return (schemas, isResource = true) => {
    const stored = new StoredRules(37);
    return schemas.map((schema, number) => {
      const file = new GeneratedFile(`cases/case${number}`);
      const tree = new RuleTree(new RuleFile(file, names), { localName: () => "Case" }, stored);
      file.add({
        kind: "const",
        name: "root",
        exported: true,
        doc: [],
        type: tsType`unknown`,
        value: tree.root(schema, isResource),
      });
      return file.print({ target: "js", importExtension: ".js", banner: "" })[0].text;
    });
  };
}
