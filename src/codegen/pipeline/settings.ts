import { nearest } from "../../crd/diagnostics/wording.js";
import type { Path } from "../../crd/source/source-file.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  oldestMaintainedMinor,
  oldestMinor,
  parseKubernetesVersion,
} from "../../runtime/v1/values/kubernetes-version.js";
import type { EmitTarget } from "../emit/generated-file.js";
import type { ImportExtension } from "../emit/imports.js";
import type { Ignore } from "./ignores/ignore.js";

/** The parts of the output, in the order of their files. */
export const partNames = [
  "types",
  "enums",
  "prune",
  "defaults",
  "validate",
  "rules",
  "admit",
  "apply",
  "client",
  "table",
  "testing",
  "arbitrary",
  "openapi",
  "json-schema",
  "zod",
] as const;

/** Parts that are written only where they are asked for, since few programs want them. */
export const partsOnRequest = [
  "apply",
  "table",
  "testing",
  "arbitrary",
  "openapi",
  "json-schema",
  "zod",
] as const;

const defaultParts = partNames.filter((name) => !partsOnRequest.some((other) => other === name));

/**
 * The entries of the copied runtime that users can ask for: functions for clients, which the index
 * exports, and files beside it.
 */
export const runtimeEntryNames = [
  "node",
  "client",
  "apply",
  "informer",
  "controller",
  "manager",
  "webhooks",
  "webhook-server",
  "testing",
  "built-in",
] as const;

/** A part of the copied runtime that people ask for. */
export type RuntimeEntry = (typeof runtimeEntryNames)[number];

/** A part of the output, which is the name of the back end that writes it. */
export type PartName = (typeof partNames)[number];

/**
 * The options of `generate`; everything has a default. Names are those of the command line, in
 * camel case.
 */
export interface GenerateOptions {
  /** Parts to write; default all but `partsOnRequest`. What a part needs is added. */
  readonly parts?: readonly PartName[];
  /** `ts` (default), or `js` for `.js` with `.d.ts`. */
  readonly emit?: EmitTarget;
  /**
   * `copy` (default): the runtime's modules in use are part of the output. `import`: from the
   * package, `crdgen-runtime/v1/internal`.
   */
  readonly runtime?: "copy" | "import";
  /**
   * The parts of the runtime to copy for your own code, beside those that generated code uses; only
   * together with the part `client`. Default: `node`, and `testing` with the part of that name.
   */
  readonly runtimeEntries?: readonly RuntimeEntry[];
  /** How imports of files end: `.js` (default), `.ts`, or `none`. */
  readonly importExtension?: ImportExtension;
  /** Whose behaviour to copy, `1.28` to `1.37` (default: the newest). */
  readonly kubernetesVersion?: string;
  /** Patterns of `group/Kind`; default everything. */
  readonly only?: readonly string[];
  /**
   * Kinds of Kubernetes itself to write types and clients of: `apps/v1/Deployment`, `v1/Pod`, a
   * group, `workloads`, `all`; default none.
   */
  readonly builtIn?: readonly string[];
  /** `served` (default), `storage` or `all`. */
  readonly versions?: "served" | "storage" | "all";
  /** Generate what can be, even from CRDs that the API server refuses. */
  readonly allowInvalid?: boolean;
  /**
   * Leave out CRDs that the API server refuses: what is wrong with them becomes warnings. Not
   * together with `allowInvalid`.
   */
  readonly skipInvalid?: boolean;
  /** Name crdgen's version in the first line of each file; default true. */
  readonly versionInBanner?: boolean;
  /** Settings that differ for some resources; where several entries name one, later ones win. */
  readonly overrides?: readonly Override[];
}

/** Settings that differ for some resources. */
export interface Override {
  /** Whose: patterns of `group/Kind`, as `only` has them, or one of them. */
  readonly resources: string | readonly string[];
  /** Parts to write of them, in place of those of all. What a part needs is added. */
  readonly parts?: readonly PartName[] | undefined;
  /** `served`, `storage` or `all` of their versions. */
  readonly versions?: "served" | "storage" | "all" | undefined;
  /** How TypeScript calls what they define. Nothing of it is sent to a server. */
  readonly rename?: Rename | undefined;
}

/** Names in place of those that crdgen makes. */
export interface Rename {
  /**
   * The name that all other names are made of, in place of the kind: with `Cron`, there are
   * `CronClient`, `isCron` and `CronSpec`.
   */
  readonly kind?: string | undefined;
  /**
   * Names of types, by the names that they have otherwise: `{ CronTabSpecEnv: "CronEnv" }`. Types
   * as sent and as applied follow (`CronEnvInput`).
   */
  readonly types?: Readonly<Record<string, string>> | undefined;
  /** Names of types, by a field that holds them: `{ "spec.env[*]": "CronEnv" }`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** An override with all that is checked, and where it stands in the options. */
export interface ResolvedOverride {
  readonly at: Path;
  readonly resources: readonly string[];
  readonly parts: readonly PartName[] | undefined;
  readonly versions: Settings["versions"] | undefined;
  readonly rename: Rename;
}

/** An override, and where it stands in the options: `["overrides", 0]`. */
export interface PlacedOverride {
  readonly override: Override;
  readonly at: Path;
}

/** The options with their defaults filled in and checked: plain data. */
export interface Settings {
  readonly parts: readonly PartName[];
  readonly target: EmitTarget;
  readonly runtime: "copy" | "import";
  readonly runtimeEntries: readonly RuntimeEntry[];
  readonly importExtension: ImportExtension;
  readonly kubernetes: KubernetesMinor;
  /** Patterns of `group/Kind`; none: everything. */
  readonly only: readonly string[];
  /** Names of kinds of Kubernetes itself. */
  readonly builtIn: readonly string[];
  readonly versions: "served" | "storage" | "all";
  /**
   * The treatment of CRDs that the API server refuses: no output at all, what can be made of them,
   * or they are left out.
   */
  readonly invalid: "refuse" | "allow" | "skip";
  readonly versionInBanner: boolean;
  /** Later ones win. */
  readonly overrides: readonly ResolvedOverride[];
  /** Warnings about the CRDs that are left out. */
  readonly ignores: readonly Ignore[];
}

/**
 * @param placed the overrides, where they stand elsewhere than in a list of that name
 * @throws OptionError for a value that is not among those documented
 */
export function resolveSettings(
  options: GenerateOptions,
  ignores: readonly Ignore[] = [],
  placed: readonly PlacedOverride[] = placedOverrides(options.overrides ?? []),
): Settings {
  if (options.emit === "js" && options.importExtension === ".ts") {
    throw new OptionError("importExtension", "must not be '.ts' if emit is 'js'");
  }
  return {
    parts: resolveParts(options.parts ?? defaultParts),
    target: oneOf("emit", options.emit ?? "ts", ["ts", "js"]),
    runtime: oneOf("runtime", options.runtime ?? "copy", ["copy", "import"]),
    runtimeEntries: someOf(
      "runtimeEntries",
      options.runtimeEntries ?? defaultEntries(options, placed),
      runtimeEntryNames,
    ),
    importExtension: oneOf("importExtension", options.importExtension ?? ".js", [
      ".js",
      ".ts",
      "none",
    ]),
    kubernetes: resolveKubernetes(options.kubernetesVersion),
    only: options.only ?? [],
    builtIn: options.builtIn ?? [],
    versions: oneOf("versions", options.versions ?? "served", ["served", "storage", "all"]),
    invalid: resolveInvalid(options),
    versionInBanner: options.versionInBanner ?? true,
    overrides: placed.map(resolveOverride),
    ignores,
  };
}

/** Overrides that stand in a list of that name. */
export function placedOverrides(overrides: readonly Override[]): readonly PlacedOverride[] {
  return overrides.map((override, index) => ({ override, at: ["overrides", index] }));
}

function resolveOverride({ override, at }: PlacedOverride): ResolvedOverride {
  const { resources, parts, versions, rename = {} } = override;
  return {
    at,
    resources: typeof resources === "string" ? [resources] : resources,
    parts: parts && resolveParts(parts),
    versions,
    rename,
  };
}

/** Every part that is written of some resource. */
export function allParts({ parts, overrides }: Settings): readonly PartName[] {
  return [...new Set([...parts, ...overrides.flatMap((override) => override.parts ?? [])])];
}

function defaultEntries(
  { parts = [] }: GenerateOptions,
  placed: readonly PlacedOverride[],
): readonly RuntimeEntry[] {
  const named = [...parts, ...placed.flatMap(({ override }) => override.parts ?? [])];
  return named.includes("testing") ? ["node", "testing"] : ["node"];
}

/**
 * A wrong option: the caller's fault, not the input's. The message is
 * `option: what is wrong with it`.
 */
export class OptionError extends Error {
  override readonly name = "OptionError";
  /**
   * The option as the caller wrote it: `kubernetesVersion`, `backends[0]`; `options` for all of
   * them.
   */
  readonly option: string;
  /** The fault of the option, without the option's name. */
  readonly fault: string;

  constructor(option: string, fault: string, cause?: unknown) {
    super(`${option}: ${fault}`, cause === undefined ? undefined : { cause });
    this.option = option;
    this.fault = fault;
  }
}

/** The values that `kubernetesVersion` takes, for messages. */
export const kubernetesVersions = `1.${oldestMinor} to 1.${newestMinor}`;

/** Tells whether `resolveKubernetes` takes a text. */
export function isKubernetesVersion(text: string): boolean {
  return parseKubernetesVersion(text) !== undefined;
}

/** @throws OptionError */
export function resolveKubernetes(text: string | undefined): KubernetesMinor {
  if (text === undefined) return newestMinor;
  const minor = parseKubernetesVersion(text);
  if (minor !== undefined) return minor;
  throw new OptionError("kubernetesVersion", `'${text}' is not one of ${kubernetesVersions}`);
}

/**
 * The oldest server that a CRD has to work on. Where none is named, it is the server that is: who
 * names one says what they have. Where that is not named either, it is the oldest that the
 * Kubernetes project maintains.
 *
 * @throws OptionError for a version that is unknown, or newer than `kubernetesVersion`
 */
export function resolveMinimum(
  text: string | undefined,
  kubernetesVersion: string | undefined,
): KubernetesMinor {
  const minor = resolveKubernetes(kubernetesVersion);
  if (text === undefined) return kubernetesVersion === undefined ? oldestMaintainedMinor : minor;
  const minimum = parseKubernetesVersion(text);
  if (minimum === undefined) {
    throw new OptionError("minimumVersion", `'${text}' is not one of ${kubernetesVersions}`);
  }
  if (minimum <= minor) return minimum;
  throw new OptionError(
    "minimumVersion",
    `'${text}' is newer than the Kubernetes version, 1.${minor}`,
  );
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  throw new OptionError(name, `'${value}' is not one of ${allowed.join(", ")}`);
}

function resolveInvalid(options: GenerateOptions): Settings["invalid"] {
  const { allowInvalid = false, skipInvalid = false } = options;
  if (allowInvalid && skipInvalid) {
    throw new OptionError("skipInvalid", "invalid CRDs can be allowed or skipped, not both");
  }
  if (allowInvalid) return "allow";
  return skipInvalid ? "skip" : "refuse";
}

function resolveParts(parts: readonly string[]): readonly PartName[] {
  if (parts.length === 0) throw new OptionError("parts", "name at least one");
  return someOf("parts", parts, partNames);
}

/** The known names that are wanted, in their own order. All wrong ones are named at once. */
function someOf<Name extends string>(
  option: string,
  wanted: readonly string[],
  known: readonly Name[],
): readonly Name[] {
  const wrong = wanted.filter((one) => !known.some((name) => name === one));
  if (wrong.length > 0) {
    const named = [...new Set(wrong)].map((one) => withProposal(one, known)).join(", ");
    throw new OptionError(
      option,
      `${named} ${wrong.length === 1 ? "is not one of" : "are not among"} ${known.join(", ")}`,
    );
  }
  return known.filter((name) => wanted.includes(name));
}

function withProposal(wrong: string, known: readonly string[]): string {
  const similar = nearest(wrong, known) ?? known.find((name) => beginsAlike(name, wrong));
  return similar === undefined ? `'${wrong}'` : `'${wrong}' (did you mean '${similar}'?)`;
}

/** As `validation` and `validate` do. */
function beginsAlike(name: string, text: string): boolean {
  return name.slice(0, 4) === text.slice(0, 4).toLowerCase();
}

/**
 * Milliseconds by phase, in the order in which the phases first ran; `undefined` while nobody wants
 * to know.
 */
let times: Map<string, number> | undefined;

/** From now on `timed` measures. */
export function measurePhases(): void {
  times = new Map();
}

/**
 * Runs a phase, and adds the time that it takes to that of its name. Phases must not run within
 * others.
 */
export function timed<T>(phase: string, run: () => T): T {
  if (times === undefined) return run();
  const begin = performance.now();
  const result = run();
  const add = (): void => {
    times?.set(phase, (times.get(phase) ?? 0) + performance.now() - begin);
  };
  if (result instanceof Promise) return result.finally(add) as T; // of the same type
  add();
  return result;
}

/** A table of the phases, a line each; `""` where nothing was measured. */
export function phaseTable(): string {
  return [...(times ?? [])]
    .map(([phase, time]) => `${time.toFixed(1).padStart(10)} ms  ${phase}\n`)
    .join("");
}

/** crdgen's version, equal to that in package.json (a test compares them). */
export const version = "0.1.0";

/**
 * True if npm has crdgen and crdgen-runtime. A release sets it, and tells in README.md how to
 * install them then: nothing else names a place to install them from.
 */
export const isPublished = false as boolean; // a release changes it
