import { z } from "zod";
import { effects } from "../../tools/diff/change.js";

const code = z
  .string()
  .regex(/^[a-z]+\/[a-z0-9-]+$/)
  .describe("Kept for ever; `crdgen explain CODE` prints its page.");

const position = z
  .strictObject({ line: z.int().min(1), column: z.int().min(1) })
  .describe("From 1; columns count UTF-16 units.");

const place = {
  source: z.string().describe("The path of a file, or what else was read."),
  start: position,
  end: position.describe("Just behind the last character."),
};

const cause = z
  .strictObject({ reason: z.string(), field: z.string(), message: z.string() })
  .describe("The API server's cause for the same fault, as in `status.details.causes`.");

const severity = z.enum(["error", "warning", "notice"]);

const diagnostic = z
  .strictObject({
    code,
    severity: z
      .enum([...severity.options, "note"])
      .describe("`note` is of documents that were skipped, which `--verbose` names."),
    message: z.string(),
    source: place.source.optional(),
    start: position.optional(),
    end: place.end.optional(),
    related: z.array(z.strictObject({ message: z.string(), ...place })),
    help: z.string().optional(),
    cause: cause.optional(),
  })
  .describe("A diagnostic, of any command.");

const statistic = z
  .strictObject({
    count: z.int().min(1),
    severity,
    code,
    title: z.string().describe("What the code means, in one sentence."),
  })
  .describe("How often a code occurs with a severity: `--statistics`.");

const usage = {
  source: place.source,
  start: position,
  access: z.enum(["reads", "writes", "names", "passes it on"]),
  error: z.string().optional().describe("The compiler's error in the line with the new types."),
};

const change = z
  .strictObject({
    code,
    effects: z.array(z.enum(effects)).min(1).describe("The gravest first."),
    resource: z.string().describe("The name of the CRD."),
    kind: z.string(),
    version: z.string().optional().describe("Absent where it concerns all versions."),
    path: z.string().describe("In the object; empty where it is about none of its fields."),
    before: z.string().optional(),
    after: z.string().optional(),
    reason: z.string(),
    example: z.unknown().optional().describe("A value that was valid before and is refused now."),
    renamedTo: z.string().optional(),
    breaking: z.boolean().describe("It breaks somebody, or may, and nobody allowed it."),
    allowed: z.boolean(),
    fails: z.boolean().describe("It makes the command fail."),
    old: z.strictObject(place).optional(),
    new: z.strictObject(place).optional(),
    usages: z.array(z.strictObject(usage)).optional(),
  })
  .describe("A change that `diff` tells of.");

const stopsCompiling = z
  .strictObject({ code: z.literal("diff/stops-compiling"), ...usage })
  .describe("A line of a program that names nothing that changes, and stops compiling.");

const output = {
  out: z.string().describe("The folder of the output."),
  resources: z.int().min(0),
  versions: z.int().min(0),
  unchanged: z.int().min(0).describe("How many files are as they are to be."),
};

const written = z
  .strictObject({ ...output, written: z.int().min(0), removed: z.int().min(0) })
  .describe("What `generate` did to an output: the number of files.");

const checked = z
  .strictObject({
    ...output,
    upToDate: z.boolean(),
    differing: z.array(z.string()).describe("Files that are missing, or would be written anew."),
    stale: z.array(z.string()).describe("Files that would be removed."),
  })
  .describe("What `generate --check` found of an output; paths are relative to its folder.");

const listedCode = {
  code,
  severity: z
    .enum([...severity.options, "change", "retired"])
    .describe("Changes are as grave as their effects; nothing reports a retired code any more."),
  title: z.string().describe("What the code means, in one sentence."),
  url: z.string().describe("The page of the code."),
};

const explainedCode = z
  .strictObject(listedCode)
  .describe("A code, in the list that `explain` prints without a name.");

const codePage = z
  .strictObject({ ...listedCode, text: z.string().describe("The page, as Markdown.") })
  .describe("What `explain CODE` prints.");

const fieldFacts = {
  type: z.string().describe("As `kubectl explain` names it: `string`, `[]Object`."),
  description: z.string(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  constraints: z
    .record(z.string(), z.unknown())
    .describe("By their keywords; those of items and values are below `items` and the like."),
  rules: z.array(z.looseObject({ rule: z.string() })).describe("As the CRD has them."),
};

const field: z.ZodType = z.strictObject({
  name: z.string(),
  ...fieldFacts,
  required: z.boolean(),
  fields: z.array(z.lazy((): z.ZodType => field)).optional(),
});
// Under this name it stands in the published schema, where it refers to itself.
z.globalRegistry.add(field, {
  id: "field",
  description: "A field below; with `--recursive`, it has its own `fields`.",
});

const explainedResource = z
  .strictObject({
    group: z.string(),
    version: z.string(),
    kind: z.string(),
    path: z.array(z.string()).describe("The names of the fields; empty for the kind itself."),
    ...fieldFacts,
    required: z.boolean().optional().describe("Absent for the kind itself."),
    fields: z.array(field),
  })
  .describe("What `explain RESOURCE[.FIELD]` prints.");

const stream = z.strictObject({
  isTerminal: z.boolean(),
  columns: z.int().min(1).nullable(),
  colours: z.boolean(),
  coloursBecause: z.string(),
  links: z.boolean(),
  linksBecause: z.string(),
});

const doctor = z
  .strictObject({
    crdgen: z.string(),
    node: z.string(),
    system: z.string(),
    packageManager: z.string(),
    configuration: z.string(),
    packages: z.record(z.string(), z.string()).describe("Optional packages, with their versions."),
    git: z.string(),
    kubeconfig: z.string(),
    cache: z.string(),
    output: stream.describe("Standard output."),
    error: stream.describe("Standard error."),
    environment: z.record(z.string(), z.string()).describe("What decides about the terminal."),
    bugs: z.string().describe("Where to report bugs."),
  })
  .describe("What `doctor` prints.");

/** The lines that commands print with `--format json`, each one object. */
export const outputSchemas = {
  diagnostic,
  statistic,
  change,
  stopsCompiling,
  written,
  checked,
  explainedCode,
  codePage,
  explainedResource,
  doctor,
} as const;

/** A line of a kind. */
export type OutputLine<Kind extends keyof typeof outputSchemas> = z.infer<
  (typeof outputSchemas)[Kind]
>;

/**
 * The JSON Schema of one line, whichever it is, and of each kind in `$defs`; the package publishes
 * it as `crdgen/output.schema.json`.
 */
export function outputJsonSchema(): object {
  const kinds = Object.entries(outputSchemas);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A line that crdgen prints with --format json",
    anyOf: kinds.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(kinds.flatMap(([name, schema]) => definitionsOf(name, schema))),
  };
}

/** A schema, and those that it refers to, by their names. */
function definitionsOf(name: string, schema: z.ZodType): readonly (readonly [string, object])[] {
  const { $defs = {}, ...definition } = z.toJSONSchema(schema);
  return [...Object.entries($defs), [name, { ...definition, $schema: undefined }]]; // the whole names it
}
