// The order in which the modules of the runtime are printed, and whether files that are made so can
// be loaded.
import { isRarelyCopied, placeOf, targets } from "./targets.js";

/**
 * The modules by file and section. Within a section, a module comes after those that it imports.
 *
 * @param {import("./declarations.js").Module[]} modules @returns
 *   {import("./declarations.js").Module[]}
 */
export function inOrder(modules) {
  const sorted = byImports(modules)
    .map((module, index) => ({ module, index, ...rankOf(module.path) }))
    .sort(
      (left, right) =>
        left.file - right.file || left.section - right.section || left.index - right.index,
    )
    .map(({ module }) => module);
  checkFloors(sorted);
  checkLoading(sorted);
  return sorted;
}

function rankOf(path) {
  const { target, section } = placeOf(path);
  return { file: targets.findIndex(({ name }) => name === target), section };
}

function byImports(modules) {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const sorted = new Set();
  const visit = (module) => {
    if (sorted.has(module)) return;
    for (const path of module.imports) visit(byPath.get(path));
    sorted.add(module);
  };
  for (const module of modules.filter(({ path }) => !isRarelyCopied(path))) visit(module);
  for (const module of modules) visit(module);
  return [...sorted];
}

/**
 * Values come from the same file or from one before it, so that files never wait for each other
 * while they are loaded.
 */
function checkFloors(modules) {
  const declarations = allOf(modules);
  const fileOf = ({ module }) => rankOf(module).file;
  for (const declaration of declarations.values()) {
    const other = [...declaration.values]
      .map((name) => declarations.get(name))
      .find((one) => fileOf(one) > fileOf(declaration));
    if (other !== undefined) {
      throw new Error(
        `'${declaration.name}' of '${declaration.module}' uses '${other.name}' of '${other.module}', whose file is a later one: change scripts/runtime/targets.js`,
      );
    }
  }
}

/**
 * What is evaluated while a file is loaded finds what it needs above it: only functions are there
 * from the start.
 */
function checkLoading(modules) {
  const declarations = allOf(modules);
  const places = new Map([...declarations.keys()].map((name, index) => [name, index]));
  const isSameFile = (left, right) => placeOf(left.module).target === placeOf(right.module).target;
  for (const declaration of declarations.values()) {
    if (declaration.isFunction) continue;
    const run = new Set(declaration.run);
    for (const name of run) for (const more of declarations.get(name).values) run.add(more);
    const needed = new Set([...declaration.atLoad, ...run]);
    needed.delete(declaration.name);
    for (const name of needed) {
      const other = declarations.get(name);
      if (
        other.isFunction ||
        !isSameFile(declaration, other) ||
        places.get(name) < places.get(declaration.name)
      )
        continue;
      throw new Error(
        `'${declaration.name}' of '${declaration.module}' may need '${name}' of '${other.module}' while it is loaded, which stands below it: change the order in scripts/runtime/targets.js`,
      );
    }
  }
}

function allOf(modules) {
  return new Map(modules.flatMap(({ declarations }) => declarations.map((one) => [one.name, one])));
}
