import { z } from "zod";
import type { Backend } from "../backends/backend.js";
import { isKubernetesVersion, kubernetesVersions, partNames } from "../pipeline/settings.js";

const kubernetesVersion = z
  .string('must be a text in quotes, such as "1.34"')
  .refine(isKubernetesVersion, `must be one of ${kubernetesVersions}`);

/** A configuration, as `crdgen.config.*` holds it. Names are those of the command line in camel case; flags win. */
export const configSchema = z.strictObject({
  /** Files, folders, patterns or URLs, relative to the working folder. */
  inputs: z.array(z.string()).optional(),
  out: z.string().min(1, "must not be empty").optional(),
  parts: z.array(z.enum(partNames)).min(1, "must name at least one").optional(),
  emit: z.enum(["ts", "js"]).optional(),
  runtime: z.enum(["copy", "import"]).optional(),
  importExtension: z.enum([".js", ".ts", "none"]).optional(),
  kubernetesVersion: kubernetesVersion.optional(),
  only: z.array(z.string()).optional(),
  versions: z.enum(["served", "storage", "all"]).optional(),
  allowInvalid: z.boolean().optional(),
  skipInvalid: z.boolean().optional(),
  versionInBanner: z.boolean().optional(),
  prettier: z.boolean().optional(),
  /** Back ends of third parties; they run after the built-in ones. */
  backends: z
    .array(z.custom<Backend>(isBackend, "must be a back end, see crdgen/backend"))
    .optional(),
});

/**
 * A `Config` that passed the schema; what is absent may be there as `undefined` too. Nothing is defaulted: `generate` knows
 * what stands for what is absent.
 */
export type ParsedConfig = z.infer<typeof configSchema>;

function isBackend(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, needs, generate } = value as Partial<Backend>; // checked member by member below
  return typeof name === "string" && Array.isArray(needs) && typeof generate === "function";
}
