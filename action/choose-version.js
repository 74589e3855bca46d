// Says which crdgen runs: one that is installed here, or the package to install. A pull request can
// name a version, but no other package and no other place.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { input, InputError, runStep, setOutput } from "./workflow.js";

function use(folder) {
  const { version } = read(`${folder}/package.json`);
  tell(`crdgen ${version} of node_modules`, mainOf(folder), "");
}

function install(version) {
  const folder = join(process.env.RUNNER_TEMP ?? "", "crdgen/node_modules/crdgen");
  tell(`crdgen@${version}`, mainOf(folder), `crdgen@${version}`);
}

function mainOf(folder) {
  return join(folder, "dist/cli/main.js");
}

function tell(what, main, packageName) {
  console.log(`takes ${what}`);
  setOutput("main", main);
  setOutput("package", packageName);
}

/** A version, a range or a tag, and nothing else that npm would take: no address, no path. */
function checked(version, where) {
  if (typeof version === "string" && /^[\w.~^<>=*][\w.~^<>=|*+ -]*$/.test(version)) return version;
  throw new InputError(
    `${where}: '${version}' is no version of crdgen; install crdgen in a step before, as with npm ci`,
  );
}

/** The data of a file of JSON; nothing where there is none that can be read. */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

await runStep(() => {
  const installed = "node_modules/crdgen";
  if (input("VERSION") !== "") return install(checked(input("VERSION"), "version"));
  if (read(`${installed}/package.json`) !== undefined) return use(installed);
  const locked = read("package-lock.json")?.packages?.[installed]?.version;
  if (locked !== undefined) return install(checked(locked, "package-lock.json"));
  const manifest = read("package.json");
  const wanted = manifest?.devDependencies?.crdgen ?? manifest?.dependencies?.crdgen;
  if (wanted !== undefined) return install(checked(wanted, "package.json"));
  return install(read(join(import.meta.dirname, "../package.json")).version);
});
