import { compareVersionNames } from "../../crd/frontend/version-order.js";
import type { PackagedResource } from "./packaged-resources.js";

/**
 * How to use a package, as a block of code in which one resource stands for all: one that has
 * namespaces, if there is any, of the group with the most resources, in its preferred version.
 */
export function usageOf(name: string, resources: readonly PackagedResource[]): string {
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

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
