import { dirname, resolve, sep } from "node:path";
import type { OutputFile } from "../../../codegen/emit/generated-file.js";
import { resourceSettings } from "../../../codegen/pipeline/overrides/resource-settings.js";
import type { GenerateOptions, Override, PartName } from "../../../codegen/pipeline/settings.js";
import { partNames, resolveSettings } from "../../../codegen/pipeline/settings.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { ParsedConfig } from "../../config/schema.js";
import type { FileOfCrdgen } from "./user-program.js";
import { unitOf } from "./user-program.js";

/** The files of outputs, generated anew. */
export interface Regenerated {
  /** New texts by absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
  /** The absolute paths of files that are written no more. */
  readonly removed: ReadonlySet<string>;
}

/** Generates code for the CRDs that were read, and a runtime for it. */
export interface Generator {
  /** The names of the old CRDs: files of others stay as they are. */
  readonly concerned: ReadonlySet<string>;
  readonly names: OutputNames;
  generate(options: GenerateOptions): Promise<readonly OutputFile[]>;
  /** The files of a copied runtime that lacks nothing. */
  runtime(options: GenerateOptions): Promise<readonly OutputFile[]>;
}

/** The files of one run of crdgen, as far as a program imports them. */
interface Output {
  /** Its folder, with a separator at the end. */
  readonly root: string;
  readonly files: readonly FileOfCrdgen[];
}

/**
 * Generates the outputs that a program imports anew, in memory, with the options that the files
 * show (the same parts, the same form, the same runtime), and the names that the configuration
 * says.
 */
export async function regenerate(
  files: readonly FileOfCrdgen[],
  hasUnserved: boolean,
  generator: Generator,
): Promise<Regenerated> {
  const texts = new Map<string, string>();
  const removed = new Set<string>();
  for (const output of outputsOf(files)) {
    const overrides = generator.names.overridesIn(output.root);
    const options = { ...optionsOf(output, hasUnserved), overrides };
    for (const { path, text } of await generator.runtime(options)) {
      if (options.runtime === "copy") texts.set(resolve(output.root, path), text);
    }
    const written = new Map(
      (await generator.generate(options)).map(({ path, text }) => [
        resolve(output.root, path),
        text,
      ]),
    );
    for (const { path, unit } of output.files) {
      if (unit === undefined) continue;
      const text = written.get(path);
      if (text !== undefined) texts.set(path, text);
      else if (generator.concerned.has(unit.resource)) removed.add(path);
    }
    // Types that other parts import stand in files that the program may not have named so far.
    for (const [path, text] of written) if (isOfUnit(path, output)) texts.set(path, text);
    const fresh = unitsBeyond(written, generator.concerned);
    const lacks = removed.size > 0;
    pruneIndexes(output, texts, removed);
    // A CRD of another name stands in the place of one that is gone, in indexes too.
    if (lacks) addUnits(output, written, fresh, texts, removed);
  }
  return { texts, removed };
}

/** Files of units say in their path where their output begins. */
function outputsOf(files: readonly FileOfCrdgen[]): readonly Output[] {
  const roots = new Set(files.flatMap((file) => outputFolderOf(file) ?? []));
  return [...roots].map((root) => ({
    root,
    files: files.filter(({ path }) => path.startsWith(root)),
  }));
}

function isOfUnit(path: string, { files }: Output): boolean {
  return files.some(({ path: other, unit }) => unit && dirname(other) === dirname(path));
}

function optionsOf({ files }: Output, hasUnserved: boolean): GenerateOptions {
  const isRuntime = ({ path }: FileOfCrdgen): boolean =>
    path.includes(`${sep}runtime${sep}v1${sep}`);
  const ofUnits = files.filter(({ unit }) => unit !== undefined);
  const parts = partNames.filter((part) => ofUnits.some(({ path }) => isPart(path, part)));
  const extension = ofUnits
    .map(({ text }) => /from "\.[^"]*?(\.js|\.ts)?";/.exec(text))
    .find((found) => found !== null);
  const emitsDeclarations = ofUnits.every(({ path }) => path.endsWith(".d.ts"));
  return {
    parts: parts.length === 0 ? ["types"] : parts,
    runtime: files.some(isRuntime) ? "copy" : "import",
    importExtension: (extension?.[1] ?? (extension === undefined ? ".js" : "none")) as ".js", // one of three
    emit: emitsDeclarations ? "js" : "ts",
    versions: hasUnserved ? "all" : "served",
    allowInvalid: true,
  };
}

function isPart(path: string, part: PartName): boolean {
  return path.endsWith(`${sep}${part}.ts`) || path.endsWith(`${sep}${part}.d.ts`);
}

/** The files of CRDs that were not there before. */
function unitsBeyond(
  written: ReadonlyMap<string, string>,
  concerned: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const isFresh = ([, text]: readonly [string, string]): boolean => {
    const unit = unitOf(text);
    return unit !== undefined && !concerned.has(unit.resource);
  };
  return new Map([...written].filter(isFresh));
}

/** Adds units, and the lines of indexes that lead to them. */
function addUnits(
  output: Output,
  written: ReadonlyMap<string, string>,
  fresh: ReadonlyMap<string, string>,
  texts: Map<string, string>,
  removed: Set<string>,
): void {
  if (fresh.size === 0) return;
  for (const [path, text] of fresh) texts.set(path, text);
  const indexes = output.files.filter(({ unit, isIndex }) => unit === undefined && isIndex);
  const back = indexes.filter(({ path }) => written.has(path) && removed.delete(path));
  const paths = [...fresh.keys(), ...back.map(({ path }) => path)];
  const folders = new Set(paths.map((path) => dirname(path)));
  for (const { path, text } of indexes) {
    const now = written.get(path);
    if (now === undefined) continue;
    const isBack = back.some((index) => index.path === path);
    texts.set(path, isBack ? now : withLines(texts.get(path) ?? text, now, path, folders));
  }
}

/** An index with the lines of another one that lead to some folders. */
function withLines(
  index: string,
  other: string,
  path: string,
  folders: ReadonlySet<string>,
): string {
  const added = [...other.matchAll(/^export [^;]*?from "([^"]+)";\n/gm)].filter(
    ([line, specifier = ""]) =>
      folders.has(dirname(resolve(dirname(path), specifier))) && !index.includes(line),
  );
  return index + added.map(([line]) => line).join("");
}

/**
 * Takes out of the index files what is gone, and leaves them out where nothing is left; they may
 * name units of CRDs that nobody compares.
 */
function pruneIndexes({ files }: Output, texts: Map<string, string>, removed: Set<string>): void {
  const indexes = files.filter(({ unit, isIndex }) => unit === undefined && isIndex);
  for (let before = -1; before < removed.size;) {
    before = removed.size;
    for (const { path, text } of indexes) {
      const left = (texts.get(path) ?? text).replaceAll(
        /^export [^;]*?from "([^"]+)";\n/gm,
        (line, specifier: string) =>
          isRemoved(resolve(dirname(path), specifier), removed) ? "" : line,
      );
      if (/^export /m.test(left)) texts.set(path, left);
      else removed.add(path);
    }
  }
}

function isRemoved(target: string, removed: ReadonlySet<string>): boolean {
  const bare = target.replace(/\.[jt]s$/, "");
  return removed.has(`${bare}.ts`) || removed.has(`${bare}.d.ts`);
}

/**
 * The folder of the output that a file of a unit is in, with a separator at the end: the file's
 * path ends with the group, the version and the plural name. `undefined` for files of no unit, and
 * for those that were moved elsewhere.
 */
export function outputFolderOf({ path, unit }: FileOfCrdgen): string | undefined {
  if (unit === undefined) return undefined;
  const [plural = "", ...group] = unit.resource.split(".");
  const tail = [group.join("."), unit.version, plural].join(sep);
  const folder = dirname(path);
  return folder.endsWith(sep + tail) ? folder.slice(0, -tail.length) : undefined;
}

/** How the outputs that a program imports call their types: files do not show what was renamed. */
export interface OutputNames {
  /** Returns the renames in the output of a folder. */
  overridesIn(folder: string): readonly Override[];
  /**
   * Returns the name that others are made of in the output of a folder: the kind, unless that is
   * renamed.
   */
  kindIn(folder: string, resource: Resource): string;
}

/**
 * The names that a configuration gives. What it renames in all outputs holds in every folder, as
 * the folder may have been named on the command line.
 */
export function outputNames({
  overrides = [],
  outputs = [],
}: Pick<ParsedConfig, "overrides" | "outputs">): OutputNames {
  const overridesIn: OutputNames["overridesIn"] = (folder) => {
    const own = outputs.find(({ out }) => resolve(out) === resolve(folder))?.overrides ?? [];
    return [...overrides, ...own].map(({ resources, rename }) => ({ resources, rename }));
  };
  return {
    overridesIn,
    kindIn(folder, { group, names }) {
      const settingsOf = resourceSettings(resolveSettings({ overrides: overridesIn(folder) }));
      return settingsOf(group, names.kind).renames.kind?.name ?? names.kind;
    },
  };
}
