// All rules of the large set from their text to code, and what is left of the CEL part of a
// resource in a bundle.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { parseAllDocuments } from "yaml";
import { readJson, readSet } from "../shared.js";
import { compileSchemas } from "./compile-schemas.js";
import { bestOfRuns } from "./measure.js";

/**
 * Milliseconds for parsing, checking, estimating and emitting every rule, and for yaml's parsing of
 * the same files.
 */
export async function compileTimes(dist) {
  const sources = readSet("large");
  const { SchemaTable } = await import(join(dist, "crd/ir/schema-table.js"));
  const documents = sources.flatMap(({ text }) =>
    parseAllDocuments(text).map((document) => document.toJS()),
  );
  const table = new SchemaTable();
  const schemas = documents.flatMap((crd) =>
    (crd?.spec?.versions ?? []).flatMap(({ schema }) =>
      schema?.openAPIV3Schema === undefined ? [] : [table.schema(schema.openAPIV3Schema)],
    ),
  );
  const compile = await compileSchemas(dist);
  return bestOfRuns(
    {
      rules: () => compile(schemas.filter(({ hasRules }) => hasRules)),
      yaml: () => sources.map(({ text }) => parseAllDocuments(text).map((one) => one.toJS())),
    },
    4,
  );
}

/**
 * Kilobytes, minified and compressed, of the rules of Gateway API's HTTPRoute with the runtime that
 * they need.
 */
export async function httpRouteSize(dist) {
  const { generate } = await import(join(dist, "index.js"));
  const { schema, version, crd } = readJson("bench/cel/crds.json").find(
    (item) => item.crd === "httproutes.gateway.networking.k8s.io" && item.version === "v1",
  );
  const [plural, ...group] = crd.split(".");
  const names = { plural, singular: "httproute", kind: "HTTPRoute", listKind: "HTTPRouteList" };
  const text = JSON.stringify({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: crd,
      annotations: { "api-approved.kubernetes.io": "https://example.com/approved" },
    },
    spec: {
      group: group.join("."),
      names,
      scope: "Namespaced",
      versions: [
        { name: version, served: true, storage: true, schema: { openAPIV3Schema: schema } },
      ],
    },
  });
  const { files, diagnostics } = await generate({
    sources: [{ path: "crd.json", text }],
    parts: ["rules"],
    emit: "js",
    allowInvalid: true,
  });
  const entry = files.find(
    ({ path }) => path.endsWith("/rules.js") && !path.startsWith("runtime/"),
  );
  if (entry === undefined) throw new Error(JSON.stringify(diagnostics[0]));
  const bundle = await build({
    stdin: { contents: `export { checkHTTPRouteRules } from "./${entry.path}";`, resolveDir: "/" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    plugins: [inMemory(files)],
  });
  return gzipSync(bundle.outputFiles[0].contents, { level: 9 }).length / 1024;
}

/** Generated files for the bundler. */
function inMemory(files) {
  const texts = new Map(files.map(({ path, text }) => [`/${path}`, text]));
  return {
    name: "generated files",
    setup(setup) {
      setup.onResolve({ filter: /./ }, ({ path, resolveDir, importer }) => ({
        path: join(importer === "<stdin>" ? "/" : resolveDir, path),
        namespace: "generated",
      }));
      setup.onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
        contents: texts.get(path),
        resolveDir: join(path, ".."),
      }));
    },
  };
}
