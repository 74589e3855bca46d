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
import { isBuiltin } from "node:module";
import { basename, join } from "node:path";
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
 * Commander and the protocol of language servers are CommonJS: what they require of Node.js is
 * imported, so that no chunk has to make a `require`. They start other programs for those who ask
 * for it; nobody does here, and loading what it takes is dear.
 */
const requiredModules = {
  name: "required-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path)
        ? { path: `node:${path.replace(/^node:/, "")}`, namespace: "required" }
        : undefined,
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
      resolveDir: join(root, "src/codegen/backends"),
    }));
  },
};

/**
 * What measures and wraps texts in terminals makes its tables as soon as it is loaded, which takes
 * longer than all that most runs do: it is loaded when it is called.
 */
const calledPackages = {
  name: "called-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:string-width|wrap-ansi)$/ }, ({ path, kind, importer }) =>
      kind === "import-statement" && !importer.includes("node_modules")
        ? { path, namespace: "called" }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: "called" }, ({ path }) => ({
      contents: `let made; export default (...given) => (made ??= require("${path}").default)(...given);`,
      resolveDir: root,
    }));
  },
};

const options = {
  bundle: true,
  // Names stay, for the stacks of bug reports.
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  platform: "node",
  target: "node20",
  // Loaded only by those who need them; commander is needed always and comes along.
  external: ["yaml", "zod", "#runtime-files"],
  metafile: true,
  logLevel: "warning",
};
const { metafile } = await build({
  ...options,
  entryPoints: {
    main: join(root, "src/cli/main.ts"),
    "source-worker": join(root, "src/cli/workers/source-worker.ts"),
    "background-worker": join(root, "src/cli/lsp/background/background-worker.ts"),
    "settings-worker": join(root, "src/cli/lsp/workspace/settings-worker.ts"),
    "second-thread-main": join(root, "src/cli/serve/second-thread-main.ts"),
  },
  outdir: scratch,
  splitting: true,
  plugins: [requiredModules, furtherBackends, calledPackages],
});
await joinWhatIsAlwaysLoaded();
const notices = noticesOf(root, Object.keys(metafile.inputs));
writeFileSync(join(scratch, "THIRD-PARTY-NOTICES.txt"), notices);

// The compiler writes files without the executable bit, which the bin of a checkout needs.
chmodSync(join(scratch, "main.js"), 0o755);
publish();

/**
 * Makes one file of all chunks that `main.js` loads at its start: the bundler makes a chunk for
 * each set of those who share something, a hundred of them. Whoever else takes something of these
 * chunks takes it from that file.
 */
async function joinWhatIsAlwaysLoaded() {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]),
  );
  const joined = [...loadedBy("main.js", outputs)].filter((name) => name !== "main.js");
  const exportsOf = (chunk, from, rename) => {
    const index = joined.indexOf(chunk);
    const statements = outputs.get(chunk).exports.map((name, at) => {
      return `export { ${rename(name, `c${index.toString(36)}_${at.toString(36)}`)} } from "${from}";`;
    });
    return statements.join("");
  };
  const contents = joined.map((chunk) =>
    exportsOf(chunk, `./${chunk}`, (name, unique) => `${name} as ${unique}`),
  );
  // Chunks import others for the order alone, which nothing in them depends on.
  const quiet = { ...options, logOverride: { "ignored-bare-import": "silent" } };
  const core = await build({
    ...quiet,
    stdin: { contents: contents.join(""), resolveDir: scratch },
    outdir: scratch,
    entryNames: "core-[hash]",
    plugins: [leavingChunks((name, kind) => kind === "dynamic-import" || !joined.includes(name))],
  });
  const coreFile = `./${basename(Object.keys(core.metafile.outputs)[0])}`;
  const fromCore = {
    name: "from-core",
    setup({ onLoad }) {
      onLoad({ filter: /\/chunk-[^/]*$/ }, ({ path }) => {
        const name = basename(path);
        if (!joined.includes(name)) return undefined;
        const contents = exportsOf(name, coreFile, (own, unique) => `${unique} as ${own}`);
        return { contents };
      });
    },
  };
  const others = [...outputs.keys()].filter((name) => !joined.includes(name));
  await build({
    ...quiet,
    entryPoints: others.map((name) => join(scratch, name)),
    outdir: scratch,
    allowOverwrite: true,
    plugins: [leavingChunks((name) => !joined.includes(name)), fromCore],
  });
  for (const name of joined) rmSync(join(scratch, name));
}

/** All that a file imports, and what that imports, but for what is loaded later. */
function loadedBy(name, outputs, found = new Set()) {
  if (found.has(name) || !outputs.has(name)) return found;
  found.add(name);
  for (const { path, kind } of outputs.get(name).imports) {
    if (kind === "import-statement") loadedBy(basename(path), outputs, found);
  }
  return found;
}

/** Leaves some imports of files of the bundle as they are. */
function leavingChunks(isLeft) {
  return {
    name: "leaving-chunks",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\// }, ({ path, kind }) =>
        kind !== "entry-point" && isLeft(basename(path), kind)
          ? { path, external: true }
          : undefined,
      );
    },
  };
}

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
