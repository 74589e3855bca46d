import { nearest } from "../../crd/diagnostics/wording.js";
import { pathText } from "../../runtime/v1/values/json/path-text.js";
import { faultsOfIgnore } from "./ignores/ignore.js";
import { faultsOfOverride } from "./overrides/override-report.js";
import { OptionError } from "./settings.js";

/**
 * The values that each option takes; those that must be one of a few are looked at where they are
 * used.
 */
const options = {
  sources: { expected: "a list of { path, text }", accepts: isListOfSources },
  old: { expected: "a list of { path, text }", accepts: isListOfSources },
  documents: { expected: "a list of { path, text }", accepts: isListOfSources },
  parts: { expected: "a list of strings", accepts: isListOfTexts },
  emit: { expected: "a string", accepts: isText },
  runtime: { expected: "a string", accepts: isText },
  runtimeEntries: { expected: "a list of strings", accepts: isListOfTexts },
  importExtension: { expected: "a string", accepts: isText },
  kubernetesVersion: { expected: 'a string such as "1.34"', accepts: isText },
  minimumVersion: { expected: 'a string such as "1.34"', accepts: isText },
  ignore: { expected: "a list of codes or { code, crd, path }", accepts: Array.isArray },
  only: { expected: "a list of strings", accepts: isListOfTexts },
  builtIn: { expected: "a list of strings", accepts: isListOfTexts },
  versions: { expected: "a string", accepts: isText },
  allowInvalid: { expected: "true or false", accepts: isBoolean },
  skipInvalid: { expected: "true or false", accepts: isBoolean },
  versionInBanner: { expected: "true or false", accepts: isBoolean },
  overrides: { expected: "a list of { resources, … }", accepts: Array.isArray },
  backends: { expected: "a list of back ends", accepts: Array.isArray },
} as const;

type OptionName = keyof typeof options;

/**
 * Says what is wrong with the argument of a public function, for callers whom no compiler told.
 * Options that are `undefined` are as good as absent; one object may be handed to `generate`,
 * `compile` and `lint`, which leave alone what concerns the others.
 *
 * @throws OptionError that names the option, and the one that was meant where the name is nearly
 *   right
 */
export function checkInput(input: unknown): void {
  if (typeof input !== "object" || input === null) {
    throw new OptionError("options", "must be an object with sources");
  }
  for (const [name, value] of Object.entries(input)) {
    if (!isOption(name)) throw unknownOption(name);
    if (value !== undefined && !options[name].accepts(value)) throw wrongValue(name);
  }
  checkIgnores((input as { readonly ignore?: readonly unknown[] }).ignore ?? []); // a list, as was just seen
  checkOverrides((input as { readonly overrides?: readonly unknown[] }).overrides ?? []); // likewise
  if ((input as { readonly sources?: unknown }).sources === undefined) throw wrongValue("sources"); // any key may be asked for
}

function checkIgnores(entries: readonly unknown[]): void {
  for (const [index, entry] of entries.entries()) {
    const [fault] = faultsOfIgnore(entry);
    if (fault === undefined) continue;
    throw new OptionError([`ignore[${index}]`, ...fault.at].join("."), fault.reason);
  }
}

function checkOverrides(entries: readonly unknown[]): void {
  for (const [index, entry] of entries.entries()) {
    const [fault] = faultsOfOverride(entry);
    if (fault === undefined) continue;
    throw new OptionError(pathText(["overrides", index, ...fault.at]), fault.reason);
  }
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(options, name);
}

function unknownOption(name: string): OptionError {
  const names = Object.keys(options);
  const meant = nearest(name, names);
  const hint =
    meant === undefined ? `the options are ${names.join(", ")}` : `did you mean '${meant}'?`;
  return new OptionError(name, `there is no such option; ${hint}`);
}

function wrongValue(name: OptionName): OptionError {
  return new OptionError(name, `must be ${options[name].expected}`);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isListOfSources(value: unknown): boolean {
  return Array.isArray(value) && value.every(isSource);
}

function isSource(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { path, text } = value as { readonly path?: unknown; readonly text?: unknown }; // any key may be asked for
  return isText(path) && isText(text);
}
