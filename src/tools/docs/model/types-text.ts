import { canBeFiled } from "../../../codegen/pipeline/can-be-filed.js";
import { createEmitResource } from "../../../codegen/pipeline/emit-source.js";
import { resolveSettings } from "../../../codegen/pipeline/settings.js";
import type { Resource } from "../../../crd/ir/resource.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";

/** The types of a resource as pages show them, by version. */
export type TypesOf = (resource: Resource) => ReadonlyMap<string, string>;

/** For resources that no types are wanted of. */
export const noTypes: TypesOf = () => new Map();

/** Loads what writes the types that `crdgen generate` writes. */
export async function createTypesOf(minor: KubernetesMinor): Promise<TypesOf> {
  const settings = resolveSettings({
    parts: ["types"],
    versions: "all",
    kubernetesVersion: `1.${minor}`,
  });
  const emit = await createEmitResource(settings);
  return (resource) => {
    if (!canBeFiled(resource)) return noTypes(resource);
    const texts = emit(resource).units.flatMap(({ modules, files }) => {
      const types = files.find(({ path }) => path.endsWith("/types.ts"));
      return types === undefined ? [] : [[modules.version, shownTypes(types.text)] as const];
    });
    return new Map(texts);
  };
}

/**
 * What a reader of a page wants to see of a file of types: that of the kind and those that it
 * needs, without comments and the types of lists and of objects as they are sent.
 */
export function shownTypes(file: string): string {
  const blocks = file
    .replace(comments, "")
    .split(/^(?=export )/m)
    .filter((block) => block.startsWith("export "))
    .map((block) => block.replace(/\n+/g, "\n").trimEnd());
  const byName = new Map(blocks.map((block) => [declared.exec(block)?.[1] ?? "", block]));
  const [first] = byName.keys();
  if (first === undefined) return "";
  const names = new Set([first]);
  // The set grows as it is read.
  for (const name of names) {
    for (const [word] of (byName.get(name) ?? "").matchAll(/[\p{L}\p{N}_$]+/gu)) {
      if (byName.has(word)) names.add(word);
    }
  }
  return `${[...names].map((name) => byName.get(name) ?? "").join("\n\n")}\n`;
}

/** Comments of declarations stand on lines of their own. */
const comments = /^[^\S\n]*\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm;

const declared = /^export (?:declare )?(?:interface|type|const|enum) ([\p{L}\p{N}_$]+)/u;
