import { fileURLToPath } from "node:url";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { version as ownVersion } from "../../codegen/pipeline/settings.js";
import { compareTexts } from "../../crd/diagnostics/diagnostics.js";
import { compareVersionNames } from "../../crd/frontend/read-resource.js";
import type { Host } from "../host.js";
import type {
  ConfiguredInputs,
  CrdFacts,
  Packaged,
  PackagedResource,
} from "./packaged-resources.js";
import { publicPlace } from "./packaged-resources.js";

const files = [
  "package/manifest.json",
  "package/crdgen.config.json",
  "package/tsconfig.json",
  "package/README.md",
  "package/PROVENANCE.md",
  "package/gitignore",
  "package/test/smoke.test.js",
];

/** A client package as files. */
export async function packageFiles(
  { name, crdgen }: Project,
  inputs: ConfiguredInputs,
  { resources, crds }: Packaged,
  host: Host,
): Promise<readonly OutputFile[]> {
  const values = {
    NAME: name,
    DESCRIPTION: descriptionOf(resources),
    KEYWORDS: keywordsOf(resources),
    INPUTS: inputs.inputs,
    SKIPINVALID: inputs.skipInvalid ? true : undefined,
    SOURCE: crdgen,
    EXPORTS: exportsOf(resources),
  };
  const inMarkdown = {
    NAME: name,
    VERSION: ownVersion,
    RESOURCES: tableOf(resources),
    USAGE: usageOf(name, resources),
    CRDS: provenanceOf(crds, inputs.given),
  };
  return fillTemplates(files, values, inMarkdown, host);
}

const mostKindsNamed = 5;
const mostGroupsNamed = 10;

function descriptionOf(resources: readonly PackagedResource[]): string {
  const kinds = [...new Set(resources.map(({ kind }) => kind))];
  const more = kinds.length > mostKindsNamed ? " and more" : "";
  return `Types, validators and clients for Kubernetes custom resources: ${kinds.slice(0, mostKindsNamed).join(", ")}${more}`;
}

interface Exports {
  readonly [subpath: string]: string | { readonly types: string; readonly default: string };
}

/** One entry per group and version, and below it one per resource. */
function exportsOf(resources: readonly PackagedResource[]): Exports {
  const versions = new Set(resources.map(({ group, version }) => `${group}/${version}`));
  const ofVersions = [...versions].flatMap((path) => [
    [`./${path}`, entry(`${path}/index`)],
    [`./${path}/*`, entry(`${path}/*/index`)],
  ]);
  return {
    ".": entry("index"),
    ...(Object.fromEntries(ofVersions) as Exports), // of entries made above
    "./runtime": entry("runtime/v1/index"),
    "./runtime/node": entry("runtime/v1/node"),
    "./package.json": "./package.json",
  };
}

function entry(path: string): { readonly types: string; readonly default: string } {
  return { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` };
}

/** Groups come first: they are what people search for. */
function keywordsOf(resources: readonly PackagedResource[]): readonly string[] {
  const groups = [...new Set(resources.map(({ group }) => group))];
  const named = groups.slice(0, mostGroupsNamed);
  return ["kubernetes", "crd", "custom-resource", "typescript", "client", ...named];
}

function tableOf(resources: readonly PackagedResource[]): string {
  const rows = resources.map((resource) => {
    const { group, version, kind, plural, isNamespaced, isDeprecated } = resource;
    return [
      codeSpan(kind),
      codeSpan(`${group}/${version}`) + (isDeprecated ? ", deprecated" : ""),
      isNamespaced ? "namespace" : "cluster",
      codeSpan(`${group}/${version}/${plural}`),
    ];
  });
  return markdownTable([["kind", "API version", "scope", "entry of its own"], ...rows]);
}

function provenanceOf(crds: readonly CrdFacts[], inputs: readonly string[]): string {
  const rows = crds.map(({ name, path, marks }) => [
    codeSpan(name),
    codeSpan(publicPlace(path, inputs)),
    marks.map(codeSpan).join(", "),
  ]);
  return markdownTable([
    ["CustomResourceDefinition", "read from", "versions named in it"],
    ...rows,
  ]);
}

/**
 * How to use a package, as a block of code in which one resource stands for all: one that has
 * namespaces, if there is any, of the group with the most resources, in its preferred version.
 */
function usageOf(name: string, resources: readonly PackagedResource[]): string {
  const resource = exampleAmong(resources);
  if (resource === undefined) return "";
  const { group, version, plural, client, type, isNamespaced } = resource;
  const options = isNamespaced ? ', { namespace: "default" }' : "";
  return [
    "```ts",
    importOf([`assert${type}`, client], `${name}/${group}/${version}/${plural}`),
    `import { inCluster } from ${JSON.stringify(`${name}/runtime/node`)};`,
    "",
    `const client = new ${client}(inCluster()${options});`,
    "for await (const item of client.listAll()) console.log(item.metadata.name);",
    "",
    "// The verdict of the API server on an object from anywhere, without a server.",
    `export function read${type}(text: string) {`,
    "  const object: unknown = JSON.parse(text);",
    `  assert${type}(object);`,
    "  return object;",
    "}",
    "```",
  ].join("\n");
}

/** As prettier lays it out. */
function importOf(names: readonly string[], module: string): string {
  const from = `from ${JSON.stringify(module)};`;
  const line = `import { ${names.join(", ")} } ${from}`;
  if (line.length <= 80) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join("")}} ${from}`;
}

function exampleAmong(resources: readonly PackagedResource[]): PackagedResource | undefined {
  // What a project borrows from others is rarely most of it.
  const sizes = new Map<string, number>();
  for (const { group } of resources) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const sizeOf = ({ group }: PackagedResource): number => sizes.get(group) ?? 0;
  const [best] = [...resources].sort(
    (left, right) =>
      Number(right.isNamespaced) - Number(left.isNamespaced) ||
      Number(left.isDeprecated) - Number(right.isDeprecated) ||
      sizeOf(right) - sizeOf(left) ||
      compareTexts(left.group, right.group) ||
      compareTexts(left.plural, right.plural) ||
      compareVersionNames(left.version, right.version),
  );
  return best;
}

/** Seen from `dist/cli`, where the bundle lies. */
const templates = new URL("../../templates/", import.meta.url);

/** The values that replace tokens `CRDGEN_NAME`, by their `NAME`. */
interface TokenValues {
  readonly [name: string]: unknown;
}

/**
 * Files that have another name among the templates: npm packs no `.gitignore`, and would take a
 * `package.json` in a folder for one of this package. Hidden files are easily overlooked.
 */
const namesWritten: ReadonlyMap<string, string> = new Map([
  ["gitignore", ".gitignore"],
  ["dockerignore", ".dockerignore"],
  ["manifest.json", "package.json"],
]);

/**
 * A file of `templates/` with its tokens replaced. In code, JSON and YAML a token is a whole
 * string, `"CRDGEN_NAME"`, and becomes the value as JSON, so that no text of the value is code. In
 * Markdown it is bare, and its value has to be Markdown; in TypeScript a bare one has to be an
 * identifier, and in templates of Helm a name. A line whose token has the value `undefined` is
 * left out.
 *
 * @throws Error for a token without a value, which is a bug
 */
export async function fillTemplate(
  path: string,
  values: TokenValues,
  host: Host,
): Promise<OutputFile> {
  const inTemplate = path.slice(path.indexOf("/") + 1);
  const nameWritten = namesWritten.get(inTemplate) ?? inTemplate;
  const bytes = await host.readFile(fileURLToPath(new URL(path, templates)));
  const template = Buffer.from(bytes).toString("utf8");
  if (path.endsWith(".md")) {
    const wanted = template.replace(/\n*^CRDGEN_([A-Z]+)$/gm, (line, name: string) =>
      valueOf(name, values) === undefined ? "" : line,
    );
    const text = wanted.replace(bareToken, (_, name: string) => String(valueOf(name, values)));
    return { path: nameWritten, text };
  }
  const wanted = template.replace(/^.*"CRDGEN_([A-Z]+)".*\n/gm, (line, name: string) =>
    valueOf(name, values) === undefined ? "" : line,
  );
  const filled = wanted.replace(
    /^( *)(.*?)"CRDGEN_([A-Z]+)"/gm,
    (_, indent: string, before: string, name: string) =>
      indent + before + asJson(valueOf(name, values), indent),
  );
  const bare = path.endsWith(".ts") ? identifier : path.includes("/chart/") ? chartText : undefined;
  const text =
    bare === undefined
      ? filled
      : filled.replace(bareToken, (_, name: string) => bare(valueOf(name, values)));
  return { path: nameWritten, text };
}

/** Several files of `templates/`, with other values for Markdown. */
export async function fillTemplates(
  paths: readonly string[],
  values: TokenValues,
  inMarkdown: TokenValues,
  host: Host,
): Promise<readonly OutputFile[]> {
  const filled: OutputFile[] = [];
  for (const path of paths) {
    filled.push(await fillTemplate(path, path.endsWith(".md") ? inMarkdown : values, host));
  }
  return filled;
}

const bareToken = /CRDGEN_([A-Z]+)/g;

/** crdgen itself makes the names of types and clients; anything else is a bug. */
function identifier(value: unknown): string {
  if (typeof value === "string" && /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(value))
    return value;
  throw new Error(`not an identifier: ${String(value)}`);
}

/** What stands within texts of Helm's templates: nothing that could end them. */
function chartText(value: unknown): string {
  if (typeof value === "string" && /^[a-z0-9-]+$/.test(value)) return value;
  throw new Error(`not a name of a chart: ${String(value)}`);
}

function valueOf(name: string, values: TokenValues): unknown {
  if (!Object.hasOwn(values, name)) throw new Error(`the template's token '${name}' has no value`);
  return values[name];
}

/** Lists of texts stand in one line, as prettier leaves short ones. */
function asJson(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);
}

/**
 * A text as code in Markdown, also in a table. Names of Kubernetes lack what is left out here; a
 * CRD may be anybody's.
 */
export function codeSpan(text: string): string {
  const plain = text.replaceAll(/[`|\\]/g, "").replaceAll(/[\s\p{Cc}]+/gu, " ").trim(); // prettier-ignore
  return plain === "" ? "" : `\`${plain}\``;
}

/** A table whose first row is its head, in the form in which prettier leaves it. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** The project that a template is filled in for. */
export interface Project {
  /** The name of its package. */
  readonly name: string;
  /** Where it gets crdgen from, as package.json names it. */
  readonly crdgen: string;
}
