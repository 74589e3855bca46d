/**
 * What the build makes of `src/runtime/v1`: its contents, and for each file of a copied runtime and each form the texts of its
 * declarations. Every specifier is spelled out, so that bundlers find the files; the package's `imports` lead sources and
 * build to the same ones.
 */
export const runtimeFiles: Readonly<Record<string, () => Promise<{ readonly data: unknown }>>> = {
  contents: () => import("#runtime-files/contents.js"),
  "index.ts": () => import("#runtime-files/index.ts.js"),
  "index.js": () => import("#runtime-files/index.js.js"),
  "index.d.ts": () => import("#runtime-files/index.d.ts.js"),
  "values.ts": () => import("#runtime-files/values.ts.js"),
  "values.js": () => import("#runtime-files/values.js.js"),
  "values.d.ts": () => import("#runtime-files/values.d.ts.js"),
  "metadata.ts": () => import("#runtime-files/metadata.ts.js"),
  "metadata.js": () => import("#runtime-files/metadata.js.js"),
  "metadata.d.ts": () => import("#runtime-files/metadata.d.ts.js"),
  "validation.ts": () => import("#runtime-files/validation.ts.js"),
  "validation.js": () => import("#runtime-files/validation.js.js"),
  "validation.d.ts": () => import("#runtime-files/validation.d.ts.js"),
  "cel.ts": () => import("#runtime-files/cel.ts.js"),
  "cel.js": () => import("#runtime-files/cel.js.js"),
  "cel.d.ts": () => import("#runtime-files/cel.d.ts.js"),
  "rules.ts": () => import("#runtime-files/rules.ts.js"),
  "rules.js": () => import("#runtime-files/rules.js.js"),
  "rules.d.ts": () => import("#runtime-files/rules.d.ts.js"),
  "cel-cost.ts": () => import("#runtime-files/cel-cost.ts.js"),
  "cel-cost.js": () => import("#runtime-files/cel-cost.js.js"),
  "cel-cost.d.ts": () => import("#runtime-files/cel-cost.d.ts.js"),
  "admission.ts": () => import("#runtime-files/admission.ts.js"),
  "admission.js": () => import("#runtime-files/admission.js.js"),
  "admission.d.ts": () => import("#runtime-files/admission.d.ts.js"),
  "client.ts": () => import("#runtime-files/client.ts.js"),
  "client.js": () => import("#runtime-files/client.js.js"),
  "client.d.ts": () => import("#runtime-files/client.d.ts.js"),
  "node.ts": () => import("#runtime-files/node.ts.js"),
  "node.js": () => import("#runtime-files/node.js.js"),
  "node.d.ts": () => import("#runtime-files/node.d.ts.js"),
};
