/**
 * What the build makes of `src/runtime/v1`: an index, and for each group of modules and each form a file of their texts.
 * Every specifier is spelled out, so that bundlers find the files; the package's `imports` lead sources and build to the same
 * ones.
 */
export const runtimeFiles: Readonly<Record<string, () => Promise<{ readonly data: unknown }>>> = {
  index: () => import("#runtime-files/index.js"),
  "basic.ts": () => import("#runtime-files/basic.ts.js"),
  "basic.js": () => import("#runtime-files/basic.js.js"),
  "basic.d.ts": () => import("#runtime-files/basic.d.ts.js"),
  "cel.ts": () => import("#runtime-files/cel.ts.js"),
  "cel.js": () => import("#runtime-files/cel.js.js"),
  "cel.d.ts": () => import("#runtime-files/cel.d.ts.js"),
  "cel-cost.ts": () => import("#runtime-files/cel-cost.ts.js"),
  "cel-cost.js": () => import("#runtime-files/cel-cost.js.js"),
  "cel-cost.d.ts": () => import("#runtime-files/cel-cost.d.ts.js"),
  "core.ts": () => import("#runtime-files/core.ts.js"),
  "core.js": () => import("#runtime-files/core.js.js"),
  "core.d.ts": () => import("#runtime-files/core.d.ts.js"),
  "formats.ts": () => import("#runtime-files/formats.ts.js"),
  "formats.js": () => import("#runtime-files/formats.js.js"),
  "formats.d.ts": () => import("#runtime-files/formats.d.ts.js"),
  "go.ts": () => import("#runtime-files/go.ts.js"),
  "go.js": () => import("#runtime-files/go.js.js"),
  "go.d.ts": () => import("#runtime-files/go.d.ts.js"),
  "metadata.ts": () => import("#runtime-files/metadata.ts.js"),
  "metadata.js": () => import("#runtime-files/metadata.js.js"),
  "metadata.d.ts": () => import("#runtime-files/metadata.d.ts.js"),
  "re2.ts": () => import("#runtime-files/re2.ts.js"),
  "re2.js": () => import("#runtime-files/re2.js.js"),
  "re2.d.ts": () => import("#runtime-files/re2.d.ts.js"),
};
