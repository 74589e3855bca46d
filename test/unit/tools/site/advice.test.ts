import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import type { TextDiagnostic } from "../../../../src/tools/language/service.js";
import { createLanguageService } from "../../../../src/tools/language/service.js";
import { boatCrd, boatService, head } from "../language/language-crd.js";

const source = join(import.meta.dirname, "../../../../src");

const option = /(?<![\w(-])--[a-z][a-z-]*/;

/** Options that the editor's modules name all the same: in texts that it never shows. */
const unseen: Readonly<Record<string, string>> = {
  "codegen/backends/table.ts --output": "of kubectl, in generated comments",
  "crd/diagnostics/catalog/runs.ts --only": "of files that are written",
  "crd/values/named-values.ts --verbose": "of the programs that examples of objects run",
  "codegen/pipeline/emit-source.ts --only":
    "of generated output; the tab of TypeScript shows types alone",
  "codegen/pipeline/manifests/skipped.ts --include-crds": "of Helm, not of crdgen",
};

it("names no option of the command line in any text of a module that the editor loads", () => {
  const modules = modulesFrom(["tools/site/editor/main.ts", "tools/language/service.ts"]);
  expect(modules.size).toBeGreaterThan(300);
  const named = [...modules]
    .filter(([, code]) => option.test(code))
    .flatMap(([module, code]) =>
      textsOf(module, code).flatMap((text) =>
        [...text.matchAll(new RegExp(option, "g"))].map(([name]) => `${module} ${name}`),
      ),
    );
  expect([...new Set(named)].sort()).toEqual(Object.keys(unseen).sort());
});

/** The modules that some modules import, then or later, without those of types alone. */
function modulesFrom(entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const pending = [...entries];
  for (let module = pending.pop(); module !== undefined; module = pending.pop()) {
    const path = join(source, module);
    if (found.has(module) || !existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    found.set(module, text);
    const imports = text.matchAll(
      /^(?:import|export) (?!type\b)[^"`;]*?from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm,
    );
    for (const [, now, later = ""] of imports) {
      const target = posix.join(posix.dirname(module), now ?? later);
      pending.push(target.replace(/\.js$/, ".ts"));
    }
  }
  return found;
}

/** What stands in quotes, and in templates around their values. */
function textsOf(module: string, code: string): readonly string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(module, code, ts.ScriptTarget.ES2022));
  return texts;
}

const helpsOf = (diagnostics: readonly TextDiagnostic[]): readonly (string | undefined)[] =>
  diagnostics.map(({ help }) => help);

it.each([
  ["apiVersion: other.example.org/v1\nkind: Thing\n", "drop its CRD onto the page, or open it with “Open files…”"], // prettier-ignore
  ["apiVersion: v1\nkind: Thing\n", "Kubernetes 1.37 has no such kind"],
  ["apiVersion: other.example.org/v1\nkind: Boat\n", "there is 'sea.example.com/Boat'"],
  [`${head.replace("  name", "  resourceVersion: '1'\n  name")}spec: {}\n`, "leave `resourceVersion` out, or choose “Try an update”, and write the object that is replaced there"], // prettier-ignore
  ["apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", "this looks like a kustomization: build it, as with `kustomize build FOLDER`, and drop a file with what it writes onto the page"], // prettier-ignore
])("says what helps in the editor: %j", async (text, help) => {
  const { diagnostics } = await (await boatService()).judge(text);
  expect(helpsOf(diagnostics)).toContain(help);
});

it("says which version to choose where others do not know a feature", async () => {
  const service = createLanguageService();
  await service.use([], "1.29");
  const text = boatCrd.replace("served: true", "served: true\n      selectableFields: [{ jsonPath: .spec.hull }]"); // prettier-ignore
  const help =
    "older servers drop it, and refuse requests that select by these fields; if you need none of them, choose Kubernetes 1.31 above";
  expect(helpsOf(await service.lint({ path: "boats.yaml", text }))).toContain(help);
});
