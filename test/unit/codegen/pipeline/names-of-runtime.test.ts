import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../../../src/index.js";

const runtime = join(import.meta.dirname, "../../../../src/runtime/v1");

/**
 * The kinds whose functions would be called as functions of the runtime are, and a few that it has
 * words for.
 */
function kindsOfRuntime(): readonly string[] {
  const kinds = new Set(["Resource", "Value", "Report", "Is"]);
  const files = readdirSync(runtime, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(join(runtime, file), "utf8");
    const names = text.matchAll(
      /^export (?:async )?function (?:admit|assert|check|default|is|prune|run|validate)([A-Z][A-Za-z]*?)(?:Rules)?\b/gm,
    );
    for (const [, kind = ""] of names) kinds.add(kind);
  }
  return [...kinds].sort();
}

function crd(kind: string): object {
  const plural = `${kind.toLowerCase()}s`;
  const rule = { rule: "self.size > 1", message: "too small" };
  const spec = {
    type: "object",
    required: ["size"],
    properties: { size: { type: "integer", default: 2 }, list: { type: "array", items: {} } },
    "x-kubernetes-validations": [rule],
  };
  const items = { type: "object", properties: { name: { type: "string" } } };
  const properties = {
    spec: { ...spec, properties: { ...spec.properties, list: { type: "array", items } } },
  };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.sea.example.com` },
    spec: {
      group: "sea.example.com",
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, subresources: { status: {} }, schema }],
    },
  };
}

it("no file declares what it imports, whatever the kind is called", async () => {
  const kinds = kindsOfRuntime();
  expect(kinds.length).toBeGreaterThan(20);
  const sources = kinds.map((kind) => ({ path: kind, text: JSON.stringify(crd(kind)) }));
  const { files, diagnostics } = await generate({ sources });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const clashes = files
    .filter(({ path }) => path.startsWith("sea.example.com/"))
    .flatMap(({ path, text }) => {
      const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\}/gm)].flatMap(
        ([, names = ""]) => names.split(",").map((name) => name.trim().replace(/^.* as /, "")),
      );
      const declared = [...text.matchAll(/^(?:export )?(?:function|const|class) (\w+)/gm)].map(
        ([, name = ""]) => name,
      );
      return declared.filter((name) => imported.includes(name)).map((name) => `${path}: ${name}`);
    });
  expect(clashes).toEqual([]);
});
