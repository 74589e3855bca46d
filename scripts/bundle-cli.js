// Bundles the command line: start-up is dominated by the number of modules that Node.js has to find and read, and a bin is
// started once per build step. The library stays as the compiler wrote it.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const folder = join(root, "dist/cli");

await build({
  entryPoints: [join(folder, "main.js")],
  outdir: folder,
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  // Names stay, for the stacks of bug reports.
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Loaded only by those who need them; commander is needed always and comes along.
  external: ["yaml", "zod", "prettier", "ts-morph", "#runtime-files/*"],
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: "warning",
});

// The compiler writes files without the executable bit, which the bin of a checkout needs.
chmodSync(join(folder, "main.js"), 0o755);
