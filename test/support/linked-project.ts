import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { writeBelow } from "./cli.js";

const root = join(import.meta.dirname, "../..");

/** What `npm run` printed where it failed, or "" where it did not. */
export function scriptFaults(project: string, script: string): string {
  const { status, stdout, stderr } = spawnSync("npm", ["run", script], {
    cwd: project,
    encoding: "utf8",
  });
  return status === 0 ? "" : `npm run ${script}: ${status}\n${stdout}${stderr}`;
}

/** In place of `npm install`, which needs a network: the packages of this repository. */
export function linkPackages(project: string): void {
  mkdirSync(join(project, "node_modules"));
  for (const name of [
    ".bin",
    "typescript",
    "@types",
    "undici-types",
    "publint",
    "@arethetypeswrong",
  ]) {
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  symlinkSync(root, join(project, "node_modules/crdgen"));
  const manifest = join(project, "package.json");
  const text = readFileSync(manifest, "utf8");
  // `.bin` is the repository's, which has no bin of itself.
  writeBelow(
    project,
    "package.json",
    text.replaceAll('"crdgen generate', '"node node_modules/crdgen/dist/cli/main.js generate'),
  );
}

/** Links all packages of this repository, and itself. */
export function linkAllPackages(project: string): void {
  const modules = join(root, "node_modules");
  const names = readdirSync(modules).filter((name) => !name.startsWith("."));
  mkdirSync(join(project, "node_modules"));
  for (const name of names) symlinkSync(join(modules, name), join(project, "node_modules", name));
  symlinkSync(root, join(project, "node_modules/crdgen"));
}

/** Packs a project, and unpacks it where `npm install` would put it for another one. */
export function installPacked(project: string, name: string, user: string): void {
  const text = execFileSync("npm", ["pack", "--json", "--ignore-scripts"], {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(text) as [{ filename: string }]; // one package, one answer
  const folder = join(user, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const unpack = ["-xzf", join(project, filename), "-C", folder, "--strip-components=1"];
  execFileSync("tar", unpack);
  symlinkSync(join(root, "node_modules/@types"), join(user, "node_modules/@types"));
  symlinkSync(join(root, "node_modules/undici-types"), join(user, "node_modules/undici-types"));
  const manifest = { private: true, type: "module", dependencies: { [name]: "*" } };
  writeBelow(user, "package.json", JSON.stringify(manifest));
}
