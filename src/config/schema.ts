import { z } from "zod";
import type { Backend } from "../backends/backend.js";
import { nearest } from "../diagnostics/similar.js";
import type { Ignore } from "../pipeline/ignores/ignore.js";
import { faultsOfIgnore } from "../pipeline/ignores/ignore.js";
import {
  isKubernetesVersion,
  kubernetesVersions,
  partNames,
  partsOnRequest,
  runtimeEntryNames,
} from "../pipeline/settings.js";

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

/** What concerns `lint`. */
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

/**
 * A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel
 * case; flags win. The descriptions are those of the JSON Schema, which editors show.
 */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe("The JSON Schema of this file, for editors."),
  inputs: z
    .array(z.string())
    .optional()
    .describe(
      "The CRDs: files, folders, patterns, URLs or cluster[:CONTEXT]. Paths are relative to the working folder.",
    ),
  out: z
    .string()
    .min(1, "must not be empty")
    .optional()
    .describe("The folder to write to, relative to the working folder."),
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
  kubernetesVersion: kubernetesVersion
    .optional()
    .meta({ pattern: versionPattern })
    .describe(`Behave as this API server: ${kubernetesVersions}. Default: the newest.`),
  only: z
    .array(z.string())
    .optional()
    .describe("Generate only these kinds: patterns of group/Kind, such as stable.example.com/*."),
  versions: choice(["served", "storage", "all"])
    .optional()
    .describe("Which versions of each CRD. Default: served."),
  allowInvalid: z
    .boolean()
    .optional()
    .describe("Generate what is possible from CRDs that the API server refuses. Default: false."),
  skipInvalid: z
    .boolean()
    .optional()
    .describe("Leave out CRDs that the API server refuses, with a warning. Default: false."),
  versionInBanner: z
    .boolean()
    .optional()
    .describe("Name the version of crdgen in the first line of each file. Default: true."),
  prettier: z
    .boolean()
    .optional()
    .describe("Format the files with your own prettier configuration. Default: false."),
  cache: z
    .boolean()
    .optional()
    .describe("Keep the code of each input for later runs. Default: true."),
  cacheDir: z
    .string()
    .min(1, "must not be empty")
    .optional()
    .describe(
      "The folder of the cache, relative to the working folder. Default: node_modules/.cache/crdgen.",
    ),
  /** Back ends of third parties; they run after the built-in ones. */
  backends: z
    .array(z.custom<Backend>(isBackend, "must be a back end, see crdgen/backend"))
    .optional(),
  lint: lintSchema.optional().describe("Options of crdgen lint."),
});

/** A configuration: what each of its fields may be, and what two of them may be together. */
export const checkedConfigSchema = configSchema.superRefine(
  ({ kubernetesVersion: server, lint }, context) => {
    const { minimumVersion } = lint ?? {};
    if (server === undefined || minimumVersion === undefined) return;
    if (minorOf(minimumVersion) <= minorOf(server)) return;
    const message = `must not be newer than kubernetesVersion, ${server}`;
    context.addIssue({ code: "custom", path: ["lint", "minimumVersion"], message });
  },
);

/**
 * A `Config` that passed the schema; what is absent may be there as `undefined` too. Nothing is
 * defaulted: `generate` knows what stands for what is absent.
 */
export type ParsedConfig = z.infer<typeof configSchema>;

/**
 * The JSON Schema of a configuration in JSON or YAML, which the package publishes as
 * `crdgen/config.schema.json`. Back ends are code, which such a file cannot hold.
 */
export function configJsonSchema(): ConfigJsonSchema {
  const {
    $schema,
    properties = {},
    ...schema
  } = z.toJSONSchema(configSchema.omit({ backends: true }), {
    // What an entry of `lint.ignore` may be stands in its metadata.
    unrepresentable: "any",
  });
  return { $schema, title: "Configuration of crdgen", ...schema, properties };
}

/** A JSON Schema of an object, by its fields. */
export interface ConfigJsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties: { readonly [field: string]: unknown };
}

function choice<const T extends readonly string[]>(values: T) {
  return z.enum(values, {
    error: ({ input }) => {
      const similar = typeof input === "string" ? nearest(input, values) : undefined;
      const meant = similar === undefined ? "" : `; did you mean "${similar}"?`;
      return `must be one of ${values.map((value) => JSON.stringify(value)).join(", ")}${meant}`;
    },
  });
}

function isBackend(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, needs, generate } = value as Partial<Backend>; // checked member by member below
  return typeof name === "string" && Array.isArray(needs) && typeof generate === "function";
}
