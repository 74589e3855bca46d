import { resolve, sep } from "node:path";
import { z } from "zod";
import type { Ignore } from "../../codegen/pipeline/ignores/ignore.js";
import { faultsOfIgnore } from "../../codegen/pipeline/ignores/ignore.js";
import { faultsOfOverride } from "../../codegen/pipeline/overrides/override-report.js";
import type { Override } from "../../codegen/pipeline/settings.js";
import {
  isKubernetesVersion,
  kubernetesVersions,
  partNames,
  partsOnRequest,
  runtimeEntryNames,
} from "../../codegen/pipeline/settings.js";
import type { ThirdParty } from "../../codegen/pipeline/third-party.js";
import { mustBeOneOf } from "../../crd/diagnostics/wording.js";
import type { Path } from "../../crd/source/source-file.js";
import { failingEffects, faultOfAllowed } from "../../tools/diff/change.js";
import type { ConfigBackend } from "./config.js";

const names = (description: string): object => ({
  type: "object",
  additionalProperties: { type: "string", pattern: String.raw`^[A-Z]\w*$` },
  description,
});

/** An entry of `overrides` as a JSON Schema, for editors; `faultsOfOverride` is what checks it. */
const overrideJsonSchema = {
  type: "object",
  required: ["resources"],
  additionalProperties: false,
  properties: {
    resources: {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" }, minItems: 1 }],
      description: "Whose: a pattern of group/Kind, as `only` has them, or a list of patterns.",
    },
    parts: {
      type: "array",
      minItems: 1,
      items: { type: "string", enum: [...partNames] },
      description: "Write these parts of them, in place of those of all.",
    },
    versions: {
      type: "string",
      enum: ["served", "storage", "all"],
      description: "Which of their versions.",
    },
    rename: {
      type: "object",
      additionalProperties: false,
      description: "How TypeScript calls what they define. Nothing of it is sent to a server.",
      properties: {
        kind: {
          type: "string",
          pattern: String.raw`^[A-Z][A-Za-z\d]*$`,
          description: "What the names are made of, in place of the kind.",
        },
        types: names("Names of types, by the names that they have otherwise."),
        fields: names("Names of types, by the path of a field that holds them: spec.env[*]."),
      },
    },
  },
};

const kubernetesVersion = z
  .string('must be a string in quotes, such as "1.34"')
  .refine(isKubernetesVersion, `must be one of ${kubernetesVersions}`);

const versionPattern = String.raw`^v?1\.\d+(\.\d+)?$`;

const minorOf = (version: string): number => Number(/\.(\d+)/.exec(version)?.[1]);

const ignore = z
  .custom<Ignore>()
  .superRefine((entry, context) => {
    for (const { at, part, reason } of faultsOfIgnore(entry)) {
      context.addIssue({ code: "custom", path: [...at], message: reason, params: { part } });
    }
  })
  .meta({
    anyOf: [
      { type: "string" },
      {
        type: "object",
        properties: {
          code: { type: "string" },
          crd: { type: "string" },
          path: { type: "string" },
        },
        additionalProperties: false,
      },
    ],
  });

/** The settings of `lint`. */
export const lintSchema = z.strictObject({
  ignore: z
    .array(ignore)
    .optional()
    .describe("Leave out these warnings: codes, or { code, crd, path } with patterns."),
  maxWarnings: z
    .int()
    .min(0, "must not be negative")
    .optional()
    .describe("Exit with 1 if more warnings than this are left."),
  minimumVersion: kubernetesVersion
    .optional()
    .meta({ pattern: versionPattern })
    .describe("The oldest API server that the CRDs have to work on."),
});

const text = z.string().min(1, "must not be empty");

/** The object that holds a field, in a path such as `spec.env[*].name`. */
function holderOf(path: string): string {
  return path.replace(/(?:^|\.)[^.[\]]+$|\["(?:[^"\\]|\\.)*"\]$/, "");
}

/** A field that was renamed. */
export const renameSchema = z.strictObject({
  crd: text.optional().describe("A pattern of names of CRDs. Default: all."),
  from: text.describe("The old path of the field, as crdgen diff prints it."),
  to: text.describe("The new path: another field of the same object."),
});

const rename = renameSchema.refine(({ from, to }) => holderOf(from) === holderOf(to), {
  path: ["to"],
  error: "must name a field of the same object as from",
});

const allowedChange = z.string().refine((entry) => faultOfAllowed(entry) === undefined, {
  error: ({ input }) => faultOfAllowed(String(input)) ?? "",
});

/** The settings of `diff`. */
export const diffSchema = z.strictObject({
  failOn: choice(failingEffects)
    .optional()
    .describe("Fail for changes with this effect, or a graver one. Default: unknown."),
  ignore: z
    .array(allowedChange)
    .optional()
    .describe("Do not fail for these kinds of changes, or effects."),
  allow: z.array(allowedChange).optional().describe("What ignore was called before."),
  renames: z.array(rename).optional().describe("Fields that were renamed: { crd, from, to }."),
});

const override = z
  .custom<Override>()
  .superRefine((entry, context) => {
    for (const { at, part, reason } of faultsOfOverride(entry)) {
      context.addIssue({ code: "custom", path: [...at], message: reason, params: { part } });
    }
  })
  .meta(overrideJsonSchema);

const backend = z
  .custom<ConfigBackend>(
    isBackendEntry,
    "must be a back end (see crdgen/backend), the name of its module, or a list of one of these and its options",
  )
  .meta({ anyOf: [{ type: "string" }, { type: "array", prefixItems: [{ type: "string" }, {}] }] });

const outputFields = {
  parts: z
    .array(choice(partNames))
    .min(1, "must name at least one")
    .optional()
    .describe(
      `Write only these parts, and what they need. Default: all but ${partsOnRequest.join(", ")}.`,
    ),
  emit: choice(["ts", "js"])
    .optional()
    .describe("Write TypeScript (the default), or JavaScript with declarations."),
  runtime: choice(["copy", "import"])
    .optional()
    .describe(
      "Copy the runtime into the output (the default), or import the package crdgen-runtime.",
    ),
  runtimeEntries: z
    .array(choice(runtimeEntryNames))
    .optional()
    .describe("What to copy of the runtime for your own code. Default: node."),
  importExtension: choice([".js", ".ts", "none"])
    .optional()
    .describe("How import paths end. Default: .js."),
  only: z
    .array(z.string())
    .optional()
    .describe("Generate only these kinds: patterns of group/Kind, such as stable.example.com/*."),
  builtIn: z
    .array(z.string())
    .optional()
    .describe(
      "Kinds of Kubernetes itself to write types and clients of: apps/v1/Deployment, v1/Pod, a group, workloads, all.",
    ),
  versions: choice(["served", "storage", "all"])
    .optional()
    .describe("Which versions of each CRD. Default: served."),
  versionInBanner: z
    .boolean()
    .optional()
    .describe("Name the version of crdgen in the first line of each file. Default: true."),
  prettier: z
    .boolean()
    .optional()
    .describe("Format the files with your own prettier configuration. Default: false."),
  overrides: z
    .array(override)
    .optional()
    .describe("What is different for some resources: names, parts, versions. Later entries win."),
  backends: z
    .array(backend)
    .optional()
    .describe(
      "Back ends of others: modules (paths that begin with ./ are relative to this file, others are packages), or [module, options].",
    ),
};

/** One of several outputs. */
export const outputSchema = z.strictObject(
  {
    out: text.describe("The folder to write to, relative to the working folder."),
    ...outputFields,
  },
  { error: objectOr("must be an object with out") },
);

/**
 * A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel
 * case; flags win. The descriptions are those of the JSON Schema, which editors show.
 */
export const configSchema = z.strictObject(
  {
    $schema: z.string().optional().describe("The JSON Schema of this file, for editors."),
    extends: z
      .union([text, z.array(text)], "must be the name of a file or package, or a list of names")
      .optional()
      .describe(
        "Configurations to begin with: files, relative to this one (./base.json), or packages. Later ones win.",
      ),
    inputs: z
      .array(z.string())
      .optional()
      .describe(
        "The CRDs: files, folders, patterns, URLs or cluster[:CONTEXT]. Paths are relative to the working folder.",
      ),
    prefer: z
      .array(text)
      .optional()
      .describe(
        "Which file counts where several hold variants of one CRD: patterns of paths. The first that matches wins.",
      ),
    out: text.optional().describe("The folder to write to, relative to the working folder."),
    outputs: z
      .array(outputSchema)
      .min(1, "must have at least one")
      .optional()
      .describe(
        "Several outputs of the same inputs, in place of out. What an output leaves out is as for all.",
      ),
    ...outputFields,
    kubernetesVersion: kubernetesVersion
      .optional()
      .meta({ pattern: versionPattern })
      .describe(`Behave as this API server: ${kubernetesVersions}. Default: the newest.`),
    allowInvalid: z
      .boolean()
      .optional()
      .describe("Generate what is possible from CRDs that the API server refuses. Default: false."),
    skipInvalid: z
      .boolean()
      .optional()
      .describe("Leave out CRDs that the API server refuses, with a warning. Default: false."),
    cache: z
      .boolean()
      .optional()
      .describe("Keep the code of each input for later runs. Default: true."),
    cacheDir: text
      .optional()
      .describe(
        "The folder of the cache, relative to the working folder. Default: node_modules/.cache/crdgen.",
      ),
    lint: lintSchema.optional().describe("Options of crdgen lint."),
    diff: diffSchema.optional().describe("Options of crdgen diff."),
  },
  { error: objectOr("must be an object of options") },
);

/** A fault of two options together, at one of them. */
interface FaultTogether {
  readonly at: Path;
  readonly reason: string;
}

/** Says what is wrong with options that are good each on its own. */
export function faultsTogether(config: ParsedConfig): readonly FaultTogether[] {
  return [...faultsOfVersions(config), ...faultsOfOutputs(config)];
}

function faultsOfVersions({
  kubernetesVersion: server,
  lint,
}: ParsedConfig): readonly FaultTogether[] {
  const { minimumVersion } = lint ?? {};
  if (server === undefined || minimumVersion === undefined) return [];
  if (minorOf(minimumVersion) <= minorOf(server)) return [];
  const reason = `must not be newer than kubernetesVersion, ${server}`;
  return [{ at: ["lint", "minimumVersion"], reason }];
}

/**
 * Finds folders of outputs that overlap. Files that an output no longer writes are removed, so none
 * may be in the folder of another.
 */
function faultsOfOutputs({ out, outputs = [] }: ParsedConfig): readonly FaultTogether[] {
  const faults: FaultTogether[] = [];
  if (out !== undefined && outputs.length > 0) {
    const reason = "cannot stand beside outputs, each of which has a folder of its own";
    faults.push({ at: ["out"], reason });
  }
  for (const [index, output] of outputs.entries()) {
    const at = ["outputs", index, "out"];
    for (const [before, other] of outputs.slice(0, index).entries()) {
      const relation = relationOf(resolve(output.out), resolve(other.out));
      if (relation === undefined) continue;
      const reason = `'${output.out}' ${relation} that of outputs[${before}], '${other.out}'; outputs need folders side by side`;
      faults.push({ at, reason });
    }
  }
  return faults;
}

function relationOf(folder: string, other: string): string | undefined {
  if (folder === other) return "is the same folder as";
  if (isWithin(folder, other)) return "is within";
  return isWithin(other, folder) ? "contains" : undefined;
}

function isWithin(folder: string, other: string): boolean {
  return folder.startsWith(other.endsWith(sep) ? other : other + sep);
}

/**
 * A `Config` that passed the schema; what is absent may be there as `undefined` too. Nothing is
 * defaulted: `generate` knows what stands for what is absent.
 */
export type ParsedConfig = z.infer<typeof configSchema>;

/**
 * The JSON Schema of a configuration in JSON or YAML, which the package publishes as
 * `crdgen/config.schema.json`. Back ends stand in
 * it by their modules.
 */
export function configJsonSchema(): ConfigJsonSchema {
  const {
    $schema,
    properties = {},
    ...schema
  } = z.toJSONSchema(configSchema, {
    // What an entry of `lint.ignore`, `overrides` or `backends` may be stands in its metadata.
    unrepresentable: "any",
  });
  return { $schema, title: "Configuration of crdgen", ...schema, properties };
}

/** A JSON Schema of an object, by its fields. */
interface ConfigJsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties: { readonly [field: string]: unknown };
}

function choice<const T extends readonly string[]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => mustBeOneOf(values, input),
  });
}

/** The words for what is no object; faults within one have words of their own. */
function objectOr(message: string) {
  return ({ code }: { readonly code: string }): string | undefined =>
    code === "invalid_type" ? message : undefined;
}

function isBackendEntry(value: unknown): boolean {
  const module: unknown = Array.isArray(value) && value.length === 2 ? value[0] : value;
  return isBackend(module) || (typeof module === "string" && module !== "");
}

/**
 * Tells whether a value has the members of a back end; what is in it is looked at when it is used.
 */
export function isBackend(value: unknown): value is ThirdParty {
  if (typeof value !== "object" || value === null) return false;
  const { name, needs, generate } = value as Partial<ThirdParty>; // checked member by member below
  return typeof name === "string" && Array.isArray(needs) && typeof generate === "function";
}
