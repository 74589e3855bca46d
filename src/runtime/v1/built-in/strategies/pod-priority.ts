import { parseStored } from "../../testing/store.js";
import type { JsonObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { textOf } from "../../values/metadata/rules.js";
import type { KindSurroundings } from "./strategy.js";

/**
 * Gives a new pod the priority of its PriorityClass, without one that of the class that is the
 * default, by which a scheduler makes room for it (plugin `admission/priority`). A class that is
 * not there gives nothing, where a cluster refuses the pod.
 */
export function setPriority(spec: JsonObject, { texts }: KindSurroundings): void {
  const stored = texts("priorityclasses.scheduling.k8s.io");
  if (stored.length === 0) return;
  const found = chosenClass(stored.map(parseStored), textOf(spec, "priorityClassName"));
  if (found === undefined) return;
  const { value = 0, preemptionPolicy } = found;
  spec["priorityClassName"] = textOf(metadataOf(found), "name");
  spec["priority"] ??= value;
  if (preemptionPolicy !== undefined) spec["preemptionPolicy"] ??= preemptionPolicy;
}

/** Of several defaults, the lowest. */
function chosenClass(classes: readonly JsonObject[], name: string): JsonObject | undefined {
  if (name !== "") return classes.find((one) => textOf(metadataOf(one), "name") === name);
  const [lowest] = classes
    .filter(({ globalDefault }) => globalDefault === true)
    .sort((one, other) => Number(one["value"] ?? 0) - Number(other["value"] ?? 0));
  return lowest;
}
