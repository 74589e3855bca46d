// Bundles what people import: the package has a few files in place of one per module, and their declarations. All entries
// are bundled together, so that what they share, such as the classes of the runtime, is there once.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = join(import.meta.dirname, "..");
const target = join(root, "dist");
const entries = ["index", "index-backend", "index-cel", "runtime/v1/index", "runtime/v1/node"];
const external = ["yaml", "zod", "prettier", "ts-morph"];

rmSync(join(target, "chunks"), { recursive: true, force: true });
mkdirSync(target, { recursive: true });

await build({
  entryPoints: entries.map((name) => ({ in: join(root, `build/${name}.js`), out: name })),
  outdir: target,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  // The library runs in browsers too; what is for Node.js alone is an entry of its own.
  platform: "neutral",
  target: "es2022",
  external: [...external, "node:*", "#runtime-files/*"],
  logLevel: "warning",
});

// TypeScript reads one file per entry instead of hundreds.
const declarations = await rollup({
  input: Object.fromEntries(entries.map((name) => [name, join(root, `build/${name}.d.ts`)])),
  external: (id) => external.includes(id) || id.startsWith("node:"),
  plugins: [dts()],
  onwarn({ message }) {
    // Types that the entries use and do not export are no names of the public surface.
    if (!message.includes("with no public re-export")) throw new Error(message);
  },
});
await declarations.write({
  dir: target,
  format: "es",
  entryFileNames: "[name].d.ts",
  chunkFileNames: "chunks/[name]-[hash].d.ts",
});
await declarations.close();
