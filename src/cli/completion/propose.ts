import type { Argument, Command, Option } from "commander";
import { findRequested } from "../../codegen/pipeline/find-requested.js";
import { ignorableCodes } from "../../codegen/pipeline/ignores/ignore.js";
import { isPattern } from "../../codegen/pipeline/pattern.js";
import { partNames, runtimeEntryNames } from "../../codegen/pipeline/settings.js";
import { catalog } from "../../crd/diagnostics/catalog/catalog.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { findCrds } from "../../crd/frontend/find-crds.js";
import { compareVersionNames } from "../../crd/frontend/read-resource.js";
import { decodeSource } from "../../crd/source/decode.js";
import { readDocuments } from "../../crd/source/read.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  flagAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from "../../runtime/v1/values/json/raw-fields.js";
import { newestMinor, oldestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { changeCatalog } from "../../tools/diff/catalog.js";
import { effects, isBreaking } from "../../tools/diff/change.js";
import { findConfigs, isCode } from "../config/find.js";
import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";

/** Gives what can stand at a place, where `typed` stands already. */
type Source = (typed: string, read: ReadWords, host: Host) => Promise<Proposal> | Proposal;

/**
 * Proposes words for the place of the last one. Those that do not begin with what is typed are
 * among it.
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
  if (what.argChoices !== undefined) return only(choicesOf(what, what.argChoices));
  return (await sourceOf(what)?.(typed, read, host)) ?? nothing;
}

/** Nobody needs to type the default, so it comes last. */
function choicesOf(
  { defaultValue }: Option | Argument,
  choices: readonly string[],
): readonly Candidate[] {
  const others = choices.filter((choice) => choice !== defaultValue);
  const last = choices.filter((choice) => choice === defaultValue);
  return [...plainCandidates(others), ...last.map((value) => ({ value, about: "the default" }))];
}

/** Where the values of an option or an argument come from; undefined for any text or number. */
export function sourceOf(what: Option | Argument): Source | undefined {
  if (!("flags" in what)) return byPlaceholder[what.name()];
  const placeholder = /[<[]([^>\].]+)/.exec(what.flags)?.[1] ?? "";
  return byOption[nameOf(what)] ?? byPlaceholder[placeholder];
}

const files: Source = () => ({ candidates: [], paths: "files", goesOn: false });

const folders: Source = () => ({ candidates: [], paths: "folders", goesOn: false });

const inputFiles: Source = () => ({
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
  project: folders,
  input: inputFiles,
  inputs: inputFiles,
  crds: inputFiles,
  old: inputFiles,
  new: inputFiles,
  version: () => only(plainCandidates(serverVersions())),
  resource: async (typed, read, host) =>
    only(resourceCandidates(await readCrds(read, typed, host))),
  name: explained,
};

const byOption: Readonly<Record<string, Source | undefined>> = {
  "--parts": (typed) => listed(typed, plainCandidates(partNames)),
  "--runtime-entries": (typed) => listed(typed, plainCandidates(["none", ...runtimeEntryNames])),
  "--ignore": (typed, read) =>
    listed(
      typed,
      read.command.name() === "diff" ? ignorableChanges() : plainCandidates(ignorableCodes()),
    ),
  "--only": async (typed, read, host) =>
    listed(typed, kindCandidates(await readCrds(read, "", host))),
  "--built-in": async (typed) => listed(typed, await builtinCandidates()),
  "--api-version": async (_, read, host) =>
    only(versionCandidates(await readCrds(read, read.arguments[0] ?? "", host))),
  "--set": assigned,
  "--objects": files,
  // The stored CRDs of `lint` may be those of a cluster; the stored objects of `validate` may not.
  "--old": (typed, read, host) =>
    (read.command.name() === "lint" ? inputFiles : files)(typed, read, host),
  // Any text, though its placeholder is that of another argument.
  "--name": () => nothing,
  "--namespace": () => nothing,
  "--service-account": () => nothing,
};

/** The names of built-in kinds; the table is loaded only where somebody asks. */
async function builtinCandidates(): Promise<readonly Candidate[]> {
  const { kindTable } = await import("../../runtime/v1/built-in/table/kind-table.js");
  const { namesOfKinds } = await import("../../builtin/select-kinds.js");
  return plainCandidates(namesOfKinds(kindTable(newestMinor)));
}

function serverVersions(): readonly string[] {
  const count = newestMinor - oldestMinor + 1;
  return Array.from({ length: count }, (_, index) => `1.${newestMinor - index}`);
}

/** What `diff` can ignore: effects, and kinds of changes. */
function ignorableChanges(): readonly Candidate[] {
  return [...plainCandidates(effects.filter(isBreaking)), ...changes()];
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

/** The plurals of CRDs, with their groups where several have the same. */
function resourceCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  const resources = crds.map(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    const names = objectAt(spec, "names") ?? {};
    const group = textAt(spec, "group");
    return { plural: textAt(names, "plural"), group, kind: textAt(names, "kind") };
  });
  const groups = new Map<string, Set<string>>();
  for (const { plural, group } of resources) {
    groups.set(plural, (groups.get(plural) ?? new Set()).add(group));
  }
  return resources.map(({ plural, group, kind }) => ({
    value: (groups.get(plural)?.size ?? 0) > 1 ? `${plural}.${group}` : plural,
    about: `${kind} of ${group}`,
  }));
}

/** Lists the values for `--only`: `stable.example.com/CronTab`. */
function kindCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  return crds.map(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    const kind = textAt(objectAt(spec, "names") ?? {}, "kind");
    return { value: `${textAt(spec, "group")}/${kind}`, about: "" };
  });
}

/** Lists the values for `--api-version`: the versions that are served, with their groups. */
function versionCandidates(crds: readonly CrdDocument[]): readonly Candidate[] {
  return crds.flatMap(({ value }) => {
    const spec = objectAt(value, "spec") ?? {};
    return servedVersions(spec).map((version) => ({
      value: `${textAt(spec, "group")}/${textAt(version, "name")}`,
      about: textAt(objectAt(spec, "names") ?? {}, "kind"),
    }));
  });
}

/** A way to a field, as far as it is typed. */
interface TypedPath {
  /** The name of the resource. */
  readonly resource: string;
  /** The names between the resource and the last dot. */
  readonly above: readonly string[];
  /** The text before the name of the field in the candidate. */
  readonly prefix: string;
  /** The text behind a field without fields. */
  readonly ending: string;
}

/** The fields that a path can go on with. Lists have the fields of their items. */
function fieldCandidates(
  { resource, above, prefix, ending }: TypedPath,
  apiVersion: string | undefined,
  crds: readonly CrdDocument[],
): Proposal {
  const [version, group] = (apiVersion ?? "").split("/").reverse();
  const found = findRequested(resource, crds, group);
  if ("reason" in found) return nothing;
  const wanted = version === "" ? found.version : version;
  const root = withObjectMeta(schemaOf(found.crd.value, wanted));
  let schema: JsonObject | undefined = root;
  for (const name of [...found.path, ...above]) schema = schema && fieldOf(schema, name);
  const fields = Object.entries((schema && objectAt(schema, "properties")) ?? {});
  const hasMore = fields.some(([name]) => schema !== undefined && isParent(fieldOf(schema, name)));
  const candidates = fields.map(([name]) => {
    const field = (schema && fieldOf(schema, name)) ?? {};
    return {
      value: `${prefix}${name}${isParent(field) ? "" : ending}`,
      about: firstSentence(textAt(field, "description")),
    };
  });
  return only(candidates, hasMore || ending !== "");
}

/** The schemas of CRDs say nothing of these fields, or little. */
function withObjectMeta(schema: JsonObject): JsonObject {
  const text = { type: "string" };
  const map = { type: "object", additionalProperties: text };
  const metadata = {
    type: "object",
    properties: { name: text, namespace: text, labels: map, annotations: map },
  };
  const properties = { ...objectAt(schema, "properties"), metadata };
  return { ...schema, properties: { apiVersion: text, kind: text, ...properties } };
}

function schemaOf(crd: JsonObject, wanted: string | undefined): JsonObject {
  const spec = objectAt(crd, "spec") ?? {};
  const served = servedVersions(spec);
  const version = served.find((one) => textAt(one, "name") === wanted) ?? served[0] ?? {};
  // v1beta1 may have one schema for all versions.
  const validation = objectAt(version, "schema") ?? objectAt(spec, "validation") ?? {};
  return objectAt(validation, "openAPIV3Schema") ?? {};
}

/** The preferred one first. */
function servedVersions(spec: JsonObject): readonly JsonObject[] {
  return objectsAt(spec, "versions")
    .filter((version) => flagAt(version, "served"))
    .sort((left, right) => compareVersionNames(textAt(left, "name"), textAt(right, "name")));
}

function fieldOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = objectAt(schema, "properties") ?? {};
  const field = Object.hasOwn(properties, name)
    ? objectAt(properties, name)
    : objectAt(schema, "additionalProperties");
  return field && withoutLists(field);
}

function withoutLists(schema: JsonObject): JsonObject {
  let inner = schema;
  for (let items = objectAt(inner, "items"); items !== undefined; items = objectAt(inner, "items"))
    inner = { ...items, description: inner["description"] ?? null };
  return inner;
}

function isParent(schema: JsonObject | undefined): boolean {
  return schema !== undefined && objectAt(schema, "properties") !== undefined;
}

function firstSentence(description: string): string {
  const sentence = description.split(/(?<=\.)\s|\n/, 1)[0] ?? "";
  return sentence.length <= longestAbout ? sentence : `${sentence.slice(0, longestAbout - 1)}…`;
}

/** Nobody waits longer for a completion; what has been read by then has to do. */
const longestRead = 100;

/**
 * The CRDs that arguments and `--crd`, or else the configuration, name: those in files of this
 * machine alone. No server, revision of git or standard input is read, and nothing is judged.
 *
 * @param word a word that the texts of interest contain, in upper or lower case
 */
async function readCrds(
  read: ReadWords,
  word: string,
  host: Host,
): Promise<readonly CrdDocument[]> {
  const { values } = read;
  const named = [...crdArguments(read), ...(values.get("--crd") ?? [])];
  const config = values.get("--config")?.at(-1);
  const inputs = named.length > 0 ? named : await configuredInputs(config, host);
  const end = performance.now() + longestRead;
  const crds: CrdDocument[] = [];
  for (const argument of inputs) {
    if (!(await isHere(argument, host))) continue;
    for (const input of await findInputs([argument], host)) {
      if (performance.now() > end) return crds;
      const source = decodeSource(input.path, await input.read(), new Diagnostics());
      if (source === undefined || !mayDefine(source.text, word)) continue;
      const documents = await readDocuments(source, new Diagnostics());
      crds.push(...findCrds(documents, new Diagnostics()).crds);
    }
  }
  return crds;
}

/** The CRDs that are named as arguments, which come last. */
function crdArguments({ command, arguments: given }: ReadWords): readonly string[] {
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1)?.name();
  if (last !== "inputs" && last !== "crds") return [];
  return given.slice(registeredArguments.length - 1);
}

async function isHere(input: string, host: Host): Promise<boolean> {
  if (input === "-" || /^(?:https?:\/\/|cluster(?::|$))/i.test(input)) return false;
  const kind = await host.kindOf(input);
  if (kind === undefined) return isPattern(input);
  // Devices and pipes, which may never end, have no size.
  return kind === "folder" || ((await host.factsOfFile(input))?.bytes ?? 0) > 0;
}

function mayDefine(text: string, word: string): boolean {
  return (
    text.includes("CustomResourceDefinition") && text.toLowerCase().includes(word.toLowerCase())
  );
}

/**
 * The inputs that the configuration names. One that is code is never run for a completion: only
 * texts that stand in a list `inputs: […]` are found in it.
 */
async function configuredInputs(path: string | undefined, host: Host): Promise<readonly string[]> {
  const found = path ?? (await findConfigs())[0];
  if (found === undefined || (await host.kindOf(found)) !== "file") return [];
  const diagnostics = new Diagnostics();
  const source = decodeSource(found, await host.readFile(found), diagnostics);
  if (source === undefined) return [];
  if (isCode(found)) return inputsInCode(source.text);
  const [document] = await readDocuments(source, diagnostics);
  return isObject(document?.value) ? textsAt(document.value, "inputs") : [];
}

function inputsInCode(text: string): readonly string[] {
  const list = /\binputs["']?\s*:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return [...list.matchAll(/"([^"\\]*)"|'([^'\\]*)'/g)].map((match) => match[1] ?? match[2] ?? "");
}

/** The words before the cursor, as the command reads them. */
interface ReadWords {
  readonly command: Command;
  /** The option whose value is due. */
  readonly option: Option | undefined;
  /** The argument that is due, if no option is. */
  readonly argument: Argument | undefined;
  /** `--` came before: nothing is an option any more. */
  readonly isBehindDashes: boolean;
  /** Arguments that are there already. */
  readonly arguments: readonly string[];
  /** The values that options have already, by the options' long names. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the words between the name of the program and the cursor.
 *
 * @returns undefined before and at the name of the command
 */
function readWords(root: Command, before: readonly string[]): ReadWords | undefined {
  const at = before.findIndex((word) => !word.startsWith("-"));
  const command = root.commands.find((one) => one.name() === before[at]);
  if (at === -1 || command === undefined) return undefined;
  const operands: string[] = [];
  const values = new Map<string, string[]>();
  let due: Option | undefined;
  let isBehindDashes = false;
  const take = (option: Option, value: string): void => {
    const name = nameOf(option);
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (const word of before.slice(at + 1)) {
    if (due !== undefined) {
      take(due, word);
      due = undefined;
    } else if (isBehindDashes || !word.startsWith("-") || word === "-") operands.push(word);
    else if (word === "--") isBehindDashes = true;
    else {
      const [flag, value] = splitFlag(word);
      const option = optionOf(command, flag);
      if (option === undefined || !takesValue(option)) continue;
      if (value === undefined) due = option;
      else take(option, value);
    }
  }
  const argument = due === undefined ? argumentAt(command, operands.length) : undefined;
  return { command, option: due, argument, isBehindDashes, arguments: operands, values };
}

/** An option that begins a word, and the value behind its equals sign. */
function splitFlag(word: string): readonly [flag: string, value: string | undefined] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at === -1 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/** The option of a command with this name, long or short. */
function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ short, long }) => flag === short || flag === long);
}

/** Its long name, or the short one where there is no other. */
function nameOf({ long, short }: Option): string {
  return long ?? short ?? "";
}

/** Not a switch. */
export function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The last argument may stand for any number. */
function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}

/** A word that can stand at the cursor. */
export interface Candidate {
  /** The whole word, not only what is left to type. */
  readonly value: string;
  /** A description in a few words; may be empty. */
  readonly about: string;
}

/** All that can stand there. */
export interface Proposal {
  readonly candidates: readonly Candidate[];
  /** The kind of paths that the shell itself is to look for. */
  readonly paths: "none" | "files" | "folders";
  /** The word goes on behind these candidates: no space is written. */
  readonly goesOn: boolean;
}

/** Nothing can. */
const nothing: Proposal = { candidates: [], paths: "none", goesOn: false };

/** Words without anything to say of them. */
function plainCandidates(values: readonly string[]): readonly Candidate[] {
  return values.map((value) => ({ value, about: "" }));
}

/** Nothing but these. */
function only(candidates: readonly Candidate[], goesOn = false): Proposal {
  return { candidates, paths: "none", goesOn };
}
