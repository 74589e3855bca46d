// Packs the extension for VS Code: `npm run vscode` writes `.cache/vscode/crdgen-VERSION.vsix`. The
// client of the protocol is bundled, the server is not: the extension starts that of the workspace.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { noticesOf } from "./third-party-notices.js";

const root = join(import.meta.dirname, "..");
const source = join(root, "editors/vscode");
const staged = join(root, ".cache/vscode/extension");
const packer = join(source, "node_modules/@vscode/vsce/vsce");
if (!existsSync(packer)) {
  console.error("vscode: the packer is not there: npm ci --prefix editors/vscode --ignore-scripts");
  process.exit(1);
}

rmSync(staged, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });
const { metafile } = await build({
  entryPoints: [join(source, "src/extension.ts")],
  outfile: join(staged, "dist/extension.cjs"),
  absWorkingDir: root,
  bundle: true,
  minify: true,
  // Names stay, for the stacks of bug reports.
  keepNames: true,
  format: "cjs",
  platform: "node",
  // That of the oldest editor which the manifest names.
  target: "node20",
  external: ["vscode"],
  metafile: true,
  logLevel: "warning",
});

const { version } = readJson(join(root, "package.json"));
const files = ["dist", "CHANGELOG.md", "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt"];
const manifest = { ...readJson(join(source, "package.json")), version, files };
for (const ofCheckout of ["devDependencies", "type", "private"]) delete manifest[ofCheckout];
writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(source, "README.md"), join(staged, "README.md"));
for (const name of ["LICENSE", "CHANGELOG.md"]) copyFileSync(join(root, name), join(staged, name));
const notices = noticesOf(root, Object.keys(metafile.inputs));
writeFileSync(join(staged, "THIRD-PARTY-NOTICES.txt"), notices);

const packed = join(root, `.cache/vscode/crdgen-${version}.vsix`);
execFileSync(process.execPath, [packer, "package", "--no-dependencies", "--out", packed], {
  cwd: staged,
  stdio: ["ignore", "ignore", "inherit"],
});
console.log(`vscode: ${packed}, ${(statSync(packed).size / 1024).toFixed(0)} KB`);

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
