import { encodeAs } from "../runtime/v1/built-in/go-types/encode-as.js";
import { goStruct } from "../runtime/v1/built-in/kind-types.js";
import { mapAt } from "../runtime/v1/built-in/strategies/strategy.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { objectAt, objectsAt } from "../runtime/v1/values/json/raw-fields.js";
import { metadataOf } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";

/*
 * How a pod is bound to a node (Kubernetes `pkg/registry/core/pod/storage/storage.go`).
 */

/** What is wrong with the target of a binding (`validation.go`, ValidatePodBinding). */
export function targetFault(binding: JsonObject): string | undefined {
  const target = mapAt(binding, "target");
  const kind = textOf(target, "kind");
  const faults: string[] = [];
  if (kind !== "" && kind !== "Node") {
    faults.push(`target.kind: Unsupported value: "${kind}": supported values: "Node", "<empty>"`);
  }
  if (textOf(target, "name") === "") faults.push("target.name: Required value");
  return faults.length > 1 ? `[${faults.join(", ")}]` : faults[0];
}

/** Why a pod cannot be bound. */
export function bindingFault(pod: JsonObject, binding: JsonObject): string | undefined {
  const metadata = metadataOf(pod);
  const [name, spec] = [textOf(metadata, "name"), mapAt(pod, "spec")];
  const [uid, wanted] = [textOf(metadata, "uid"), textOf(metadataOf(binding), "uid")];
  if (wanted !== "" && wanted !== uid) {
    return `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
  }
  if (metadata["deletionTimestamp"] !== undefined) {
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  }
  const node = textOf(spec, "nodeName");
  if (node !== "") return `pod ${name} is already assigned to node "${node}"`;
  const isGated = objectsAt(spec, "schedulingGates").length > 0;
  return isGated ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

/** A pod on a node (`setPodNodeAndMetadata`). */
export function boundPod(
  pod: JsonObject,
  binding: JsonObject,
  nodeName: string,
  now: string,
): JsonObject {
  const [metadata, added] = [metadataOf(pod), metadataOf(binding)];
  const status = { ...mapAt(pod, "status") };
  delete status["nominatedNodeName"];
  const conditions = objectsAt(status, "conditions").filter(({ type }) => type !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastTransitionTime: now };
  const joined = (key: string): JsonObject => ({
    ...objectAt(metadata, key),
    ...objectAt(added, key),
  });
  const changed = {
    ...pod,
    metadata: { ...metadata, annotations: joined("annotations"), labels: joined("labels") },
    spec: { ...mapAt(pod, "spec"), nodeName },
    status: { ...status, conditions: [...conditions, scheduled] },
  };
  const printed = encodeAs(goStruct("core/v1.Pod"), changed);
  return isObject(printed) ? printed : changed;
}

/** An object with another resource version. */
export function numbered(object: JsonObject, version: number): JsonObject {
  const metadata = { ...metadataOf(object), resourceVersion: String(version) };
  return { ...object, metadata };
}
