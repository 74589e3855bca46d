// Builds packages/runtime, the runtime as a package without dependencies: the modules as the
// compiler wrote them, so that bundlers leave out those that a program does not use, and one file
// of declarations per entry.
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { entries as runtimeEntries } from "./runtime/targets.js";

const modules = join(import.meta.dirname, "../build/runtime");
const target = join(import.meta.dirname, "../packages/runtime/dist");
const entries = ["index", "internal", "internal-built-in", ...runtimeEntries].map(
  (name) => `v1/${name}`,
);

rmSync(target, { recursive: true, force: true });
cpSync(join(modules, "v1"), join(target, "v1"), {
  recursive: true,
  filter: (path) => !path.endsWith(".d.ts"),
});
const declarations = await rollup({
  input: Object.fromEntries(entries.map((name) => [name, join(modules, `${name}.d.ts`)])),
  external: (id) => id.startsWith("node:"),
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
  chunkFileNames: "v1/[name]-[hash].d.ts",
});
await declarations.close();
