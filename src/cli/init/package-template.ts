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
import type { Project } from "./template.js";
import { codeSpan, fillTemplates, markdownTable } from "./template.js";

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
