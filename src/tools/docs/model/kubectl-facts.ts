import type { Version } from "../../../crd/ir/resource.js";
import type { FieldTable } from "./page.js";

/**
 * What kubectl does with the fields of a version, in words, by their paths; empty where it does
 * nothing with them. Paths that choose among items are left out.
 */
export function kubectlFacts(version: Version): Pick<FieldTable, "kubectl"> {
  const { printerColumns, selectableFields, scale } = version;
  const told = [
    ...printerColumns.map(({ name, jsonPath, priority }) => {
      return [
        jsonPath,
        `column ${name.toUpperCase()}${priority === 0 ? "" : " of -o wide"}`,
      ] as const;
    }),
    ...selectableFields.map((path) => [path, "can be selected by its value"] as const),
    [scale?.specReplicasPath ?? "", "replicas that kubectl scale asks for"] as const,
    [scale?.statusReplicasPath ?? "", "replicas that kubectl scale finds"] as const,
  ];
  const kubectl = new Map<string, string[]>();
  for (const [path, words] of told) {
    if (!/^(?:\.[\w-]+)+$/.test(path)) continue;
    const key = path.slice(1);
    kubectl.set(key, [...(kubectl.get(key) ?? []), words]);
  }
  return kubectl.size === 0 ? {} : { kubectl: Object.fromEntries(kubectl) };
}
