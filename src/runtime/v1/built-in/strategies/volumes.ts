import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import { labelFault } from "./node-labels.js";
import { deprecatedVolumes, fractionWarnings } from "./pod-warnings.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/*
 * Volumes and claims to them (Kubernetes `pkg/registry/core/persistentvolume`,
 * `persistentvolumeclaim`, `pkg/api/persistentvolume`, `persistentvolumeclaim`).
 */

const betaClass = "volume.beta.kubernetes.io/storage-class";
const recycleFault =
  "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";

/** A new volume is pending, since now. */
export const volumeHooks: KindHooks = {
  prepareCreate(volume, { now }) {
    volume["status"] = { phase: "Pending", lastPhaseTransitionTime: now() };
  },
  prepareUpdate(volume, old, part, { now }) {
    if (part !== "status") return;
    const [status, before] = [mapAt(volume, "status"), mapAt(old, "status")];
    const { lastPhaseTransitionTime: time } = status;
    const { lastPhaseTransitionTime: oldTime } = before;
    const isSamePhase = textOf(status, "phase") === textOf(before, "phase");
    if (isSamePhase ? time !== undefined : time !== undefined && time !== oldTime) return;
    const set = isSamePhase ? oldTime : now();
    if (set !== undefined) volume["status"] = { ...status, lastPhaseTransitionTime: set };
  },
  warnings(volume) {
    const spec = mapAt(volume, "spec");
    const annotations = mapAt(metadataOf(volume), "annotations");
    const warnings = annotationWarnings(annotations, {
      [betaClass]: 'deprecated since v1.8; use "storageClassName" attribute instead',
      "volume.beta.kubernetes.io/mount-options":
        'deprecated since v1.31; use "mountOptions" attribute instead',
    });
    if (spec["persistentVolumeReclaimPolicy"] === "Recycle") {
      warnings.push(`spec.persistentVolumeReclaimPolicy: ${recycleFault}`);
    }
    return [...warnings, ...placeWarnings(spec), ...deprecatedVolumes(spec, "spec", ofVolumes)];
  },
};

function placeWarnings(spec: JsonObject): readonly string[] {
  const required = mapAt(mapAt(spec, "nodeAffinity"), "required");
  return objectsOf(required, "nodeSelectorTerms").flatMap((term, index) =>
    objectsOf(term, "matchExpressions").flatMap((expression, at) => {
      const key = textOf(expression, "key");
      const fault = labelFault(key);
      const path = `spec.nodeAffinity.required.nodeSelectorTerms[${index}].matchExpressions[${at}]`;
      return fault === undefined ? [] : [`${path}.key: ${key} is ${fault}`];
    }),
  );
}

const ofVolumes = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"];

/** A claim is pending; its two ways to name a source agree. */
export const claimHooks: KindHooks = {
  prepareCreate(claim) {
    claim["status"] = { phase: "Pending" };
    normalizeSources(claim, {});
  },
  prepareUpdate(claim, old, part) {
    if (part !== "status") normalizeSources(claim, old);
  },
  warnings(claim) {
    const annotations = mapAt(metadataOf(claim), "annotations");
    const fault = 'deprecated since v1.8; use "storageClassName" attribute instead';
    const resources = mapAt(mapAt(claim, "spec"), "resources");
    return [
      ...annotationWarnings(annotations, { [betaClass]: fault }),
      ...fractionWarnings(mapAt(resources, "requests"), "spec.resources.requests", ["storage"]),
      ...fractionWarnings(mapAt(resources, "limits"), "spec.resources.limits", ["storage"]),
    ];
  },
};

function annotationWarnings(
  annotations: JsonObject,
  faults: { readonly [annotation: string]: string },
): string[] {
  return Object.entries(faults)
    .filter(([key]) => Object.hasOwn(annotations, key))
    .map(([key, fault]) => `metadata.annotations[${key}]: ${fault}`);
}

/** What is no claim and no snapshot is dropped, where the older field alone names it. */
function normalizeSources(claim: JsonObject, old: JsonObject): void {
  const spec = { ...mapAt(claim, "spec") };
  claim["spec"] = spec;
  const before = mapAt(old, "spec");
  const { dataSource: oldSource, dataSourceRef: oldReference } = before;
  // Between namespaces nothing is taken, as servers come.
  const isForeign = textOf(mapAt(spec, "dataSourceRef"), "namespace") !== "";
  if (isForeign && oldReference === undefined) delete spec["dataSourceRef"];
  const isInUse = isObject(oldSource) || isObject(oldReference);
  if (!isInUse && spec["dataSourceRef"] === undefined && !isKnownSource(spec)) {
    delete spec["dataSource"];
  }
  const { dataSource, dataSourceRef } = spec;
  if (isObject(dataSource) && dataSourceRef === undefined) {
    spec["dataSourceRef"] = { ...dataSource };
  } else if (isObject(dataSourceRef) && dataSource === undefined) {
    if (textOf(dataSourceRef, "namespace") === "") spec["dataSource"] = { ...dataSourceRef };
  }
}

function isKnownSource(spec: JsonObject): boolean {
  const source = mapAt(spec, "dataSource");
  const [kind, group] = [textOf(source, "kind"), textOf(source, "apiGroup")];
  if (kind === "PersistentVolumeClaim") return group === "";
  return kind === "VolumeSnapshot" && group === "snapshot.storage.k8s.io";
}
