import type { OutputFile } from "../../emit/generated-file.js";
import { version as ownVersion } from "../../pipeline/version.js";
import type { Host } from "../host.js";
import type { PackagedResource } from "./packaged-resources.js";
import { codeSpan, fillTemplates } from "./template.js";

const files = [
  "package/manifest.json",
  "package/crdgen.config.json",
  "package/tsconfig.json",
  "package/README.md",
  "package/gitignore",
  "package/test/smoke.test.js",
];

/** A client package as files; `inputs` are relative to its folder. */
export async function packageFiles(
  name: string,
  inputs: readonly string[],
  resources: readonly PackagedResource[],
  host: Host,
): Promise<readonly OutputFile[]> {
  const values = {
    NAME: name,
    DESCRIPTION: descriptionOf(resources),
    INPUTS: inputs,
    RELEASE: `^${ownVersion}`,
    EXPORTS: exportsOf(resources),
  };
  const inMarkdown = { NAME: name, RESOURCES: tableOf(resources), USAGE: usageOf(name, resources) };
  return fillTemplates(files, values, inMarkdown, host);
}

const mostKindsNamed = 5;

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

/** In the form in which prettier leaves a table. */
function tableOf(resources: readonly PackagedResource[]): string {
  const rows = resources.map(({ group, version, kind, plural }) => [
    codeSpan(kind),
    codeSpan(`${group}/${version}`),
    codeSpan(`${group}/${version}/${plural}`),
  ]);
  const table = [["kind", "API version", "entry of its own"], ...rows];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** A block of code in which the first resource, namespaced if there is one, stands for all. */
function usageOf(name: string, resources: readonly PackagedResource[]): string {
  const resource = resources.find(({ isNamespaced }) => isNamespaced) ?? resources[0];
  if (resource === undefined) return "";
  const { group, version, plural, client, isNamespaced } = resource;
  const options = isNamespaced ? ', { namespace: "default" }' : "";
  return [
    "```ts",
    `import { ${client} } from ${JSON.stringify(`${name}/${group}/${version}/${plural}`)};`,
    `import { inCluster } from ${JSON.stringify(`${name}/runtime/node`)};`,
    "",
    `const client = new ${client}(inCluster()${options});`,
    "for await (const item of client.listAll()) console.log(item.metadata.name);",
    "```",
  ].join("\n");
}
