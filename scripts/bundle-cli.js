// Bundles the command line: start-up is dominated by the number of modules that Node.js has to find
// and read, and a bin is started once per build step. The library has bundles of its own: see
// bundle-library.js.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { noticesOf } from "./third-party-notices.js";

const root = join(import.meta.dirname, "..");
const target = join(root, "dist/cli");
/** Only the bundler's files have a hash in their names. */
const chunkName = /-[A-Z0-9]{8}\.js$/;
mkdirSync(target, { recursive: true });
// In a folder of its own first, so that a build neither reads what another one writes nor leaves
// half a bundle behind.
const scratch = mkdtempSync(join(root, "dist/.bundle-"));

/**
 * Commander is CommonJS: what it requires of Node.js is imported, so that no chunk has to make a
 * `require`. It starts other programs for those who ask for it; nobody does here, and loading what
 * it takes is dear.
 */
const requiredModules = {
  name: "required-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "require-call" ? { path, namespace: "required" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      contents:
        path === "node:child_process"
          ? "module.exports = {};"
          : `import value from "${path}"; module.exports = value;`,
    }));
  },
};

/**
 * One chunk for the back ends beyond types and clients: every file that is loaded by itself splits
 * what is shared once more, and those who want one of them want most.
 */
const furtherBackends = {
  name: "further-backends",
  setup({ onResolve, onLoad }) {
    const names = ["admit", "apply", "defaults", "prune", "rules", "validate/backend"];
    onResolve({ filter: /^\.\// }, ({ path, kind, importer }) =>
      kind === "dynamic-import" &&
      importer.endsWith("builtin.ts") &&
      names.includes(path.slice(2, -3))
        ? { path: "further-backends", namespace: "chunk" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "chunk" }, () => ({
      contents: names.map((name) => `export * from "./${name}.js";`).join(""),
      resolveDir: join(root, "src/backends"),
    }));
  },
};

const { metafile } = await build({
  entryPoints: {
    main: join(root, "src/cli/main.ts"),
    "source-worker": join(root, "src/cli/workers/source-worker.ts"),
    "second-thread-main": join(root, "src/cli/serve/second-thread-main.ts"),
  },
  outdir: scratch,
  bundle: true,
  splitting: true,
  // Names stay, for the stacks of bug reports.
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Loaded only by those who need them; commander is needed always and comes along.
  external: ["yaml", "zod", "#runtime-files"],
  plugins: [requiredModules, furtherBackends],
  metafile: true,
  logLevel: "warning",
});
const notices = noticesOf(root, Object.keys(metafile.inputs));
writeFileSync(join(scratch, "THIRD-PARTY-NOTICES.txt"), notices);

// The compiler writes files without the executable bit, which the bin of a checkout needs.
chmodSync(join(scratch, "main.js"), 0o755);
publish();

/** Chunks first, then the entry that names them, then what no entry names any more. */
function publish() {
  const made = readdirSync(scratch).sort(
    (left, right) => Number(left === "main.js") - Number(right === "main.js"),
  );
  for (const name of made) renameSync(join(scratch, name), join(target, name));
  rmSync(scratch, { recursive: true });
  const stale = readdirSync(target).filter((name) => chunkName.test(name) && !made.includes(name));
  for (const name of [...stale, "main.js.map"]) rmSync(join(target, name), { force: true });
}
