import type { Argument, Command, Option } from "commander";
import { ignorableCodes } from "../../codegen/pipeline/ignores/ignore.js";
import { partNames, runtimeEntryNames } from "../../codegen/pipeline/settings.js";
import { catalog } from "../../crd/diagnostics/catalog/catalog.js";
import { newestMinor, oldestMinor } from "../../runtime/versions/kubernetes-version.js";
import { changeCatalog } from "../../tools/diff/catalog.js";
import { effects, isBreaking } from "../../tools/diff/effect.js";
import type { Host } from "../host.js";
import type { Candidate, Proposal } from "./candidate.js";
import { nothing, only, plainCandidates } from "./candidate.js";
import { readCrds } from "./read-crds.js";
import type { ReadWords } from "./read-words.js";
import { nameOf, optionOf, readWords, splitFlag, takesValue } from "./read-words.js";
import {
  fieldCandidates,
  kindCandidates,
  resourceCandidates,
  versionCandidates,
} from "./resource-candidates.js";

/** Gives what can stand at a place, where `typed` stands already. */
type Source = (typed: string, read: ReadWords, host: Host) => Promise<Proposal> | Proposal;

/**
 * What can stand in place of the last word. Those that do not begin with what is typed are among
 * it.
 *
 * @param words all behind the name of the program, the last one up to the cursor
 */
export async function propose(
  root: Command,
  words: readonly string[],
  host: Host,
): Promise<Proposal> {
  const typed = words.at(-1) ?? "";
  const read = readWords(root, words.slice(0, -1));
  if (read === undefined) return only(typed.startsWith("-") ? flagsOf(root) : commandsOf(root));
  if (read.option !== undefined) return valuesOf(read.option, typed, read, host);
  if (!read.isBehindDashes && typed.startsWith("-")) return proposeFlag(typed, read, host);
  if (read.command.name() === "help") return only(commandsOf(root));
  return read.argument === undefined ? nothing : valuesOf(read.argument, typed, read, host);
}

function commandsOf(root: Command): readonly Candidate[] {
  return root
    .createHelp()
    .visibleCommands(root)
    .map((command) => ({ value: command.name(), about: command.description() }));
}

function flagsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option) => ({ value: nameOf(option), about: shortened(option.description) }));
}

/** Up to the first break of the sentence, and never more than fits beside a name. */
function shortened(description: string): string {
  const [clause = ""] = description.split(/[;:(]/, 1);
  return clause.length <= longestAbout ? clause.trim() : `${clause.slice(0, longestAbout - 1)}…`;
}

const longestAbout = 60;

/** Names of options, or values behind `--option=`. */
async function proposeFlag(typed: string, read: ReadWords, host: Host): Promise<Proposal> {
  const [flag, value] = splitFlag(typed);
  if (value === undefined) return only(flagsOf(read.command));
  const option = optionOf(read.command, flag);
  if (option === undefined || !takesValue(option)) return nothing;
  const proposal = await valuesOf(option, value, read, host);
  const candidates = proposal.candidates.map((one) => ({ ...one, value: `${flag}=${one.value}` }));
  return { ...proposal, candidates };
}

async function valuesOf(
  what: Option | Argument,
  typed: string,
  read: ReadWords,
  host: Host,
): Promise<Proposal> {
  if (what.argChoices !== undefined) return only(plainCandidates(what.argChoices));
  return (await sourceOf(what)?.(typed, read, host)) ?? nothing;
}

/** Where the values of an option or an argument come from; undefined for any text or number. */
export function sourceOf(what: Option | Argument): Source | undefined {
  if (!("flags" in what)) return byPlaceholder[what.name()];
  const placeholder = /[<[]([^>\].]+)/.exec(what.flags)?.[1] ?? "";
  return byOption[nameOf(what)] ?? byPlaceholder[placeholder];
}

const files: Source = () => ({ candidates: [], paths: "files", goesOn: false });

const folders: Source = () => ({ candidates: [], paths: "folders", goesOn: false });

const inputs: Source = () => ({
  candidates: [{ value: "cluster", about: "the CRDs of your cluster" }],
  paths: "files",
  goesOn: false,
});

/** By what the help calls an argument, or the value of an option. */
const byPlaceholder: Readonly<Record<string, Source | undefined>> = {
  file: files,
  files,
  "path-or-url": files,
  objects: files,
  folder: folders,
  input: inputs,
  inputs,
  crds: inputs,
  old: inputs,
  new: inputs,
  version: () => only(plainCandidates(serverVersions())),
  resource: async (typed, read, host) =>
    only(resourceCandidates(await readCrds(read, typed, host))),
  name: explained,
};

const byOption: Readonly<Record<string, Source | undefined>> = {
  "--parts": (typed) => listed(typed, plainCandidates(partNames)),
  "--runtime-entries": (typed) => listed(typed, plainCandidates(["none", ...runtimeEntryNames])),
  "--ignore": (typed) => listed(typed, plainCandidates(ignorableCodes())),
  "--only": async (typed, read, host) =>
    listed(typed, kindCandidates(await readCrds(read, "", host))),
  "--allow": () => only([...plainCandidates(effects.filter(isBreaking)), ...changes()]),
  "--api-version": async (_, read, host) =>
    only(versionCandidates(await readCrds(read, read.arguments[0] ?? "", host))),
  "--set": assigned,
  "--objects": files,
  // The stored CRDs of `lint` may be those of a cluster; the stored objects of `validate` may not.
  "--old": (typed, read, host) =>
    (read.command.name() === "lint" ? inputs : files)(typed, read, host),
  // Any text, though its placeholder is that of another argument.
  "--name": () => nothing,
};

function serverVersions(): readonly string[] {
  const count = newestMinor - oldestMinor + 1;
  return Array.from({ length: count }, (_, index) => `1.${newestMinor - index}`);
}

function changes(): readonly Candidate[] {
  return Object.entries(changeCatalog).map(([value, { title }]) => ({ value, about: title }));
}

/** A list with commas: the last item is completed, to one that is not there yet. */
function listed(typed: string, candidates: readonly Candidate[]): Proposal {
  const before = typed.slice(0, typed.lastIndexOf(",") + 1);
  const given = before.split(",");
  return only(
    candidates
      .filter(({ value }) => !given.includes(value))
      .map((one) => ({ ...one, value: `${before}${one.value}` })),
  );
}

/** A resource with fields of it, or the code of a diagnostic. */
async function explained(typed: string, read: ReadWords, host: Host): Promise<Proposal> {
  const codes = [...plainCandidates(Object.keys(catalog)), ...changes()];
  if (typed.includes("/")) return only(codes);
  const at = typed.lastIndexOf(".");
  if (at === -1) {
    const resources = resourceCandidates(await readCrds(read, typed, host));
    return only(typed === "" && resources.length > 0 ? resources : [...resources, ...codes]);
  }
  const resource = typed.slice(0, at);
  const crds = await readCrds(read, resource.split(".", 1)[0] ?? "", host);
  const path = { resource, above: [], prefix: `${resource}.`, ending: "" };
  return fieldCandidates(path, read.values.get("--api-version")?.at(-1), crds);
}

/** The path of `path=value`; indices stand behind lists: `spec.env[0].name=`. */
async function assigned(typed: string, read: ReadWords, host: Host): Promise<Proposal> {
  const [resource] = read.arguments;
  if (resource === undefined || typed.includes("=")) return nothing;
  const prefix = typed.slice(0, typed.lastIndexOf(".") + 1);
  const above = prefix
    .replaceAll(/\[\d+\]/g, "")
    .split(".")
    .slice(0, -1);
  const crds = await readCrds(read, resource.split(".", 1)[0] ?? "", host);
  const path = { resource, above, prefix, ending: "=" };
  return fieldCandidates(path, read.values.get("--api-version")?.at(-1), crds);
}
