import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import {
  flag,
  noCell,
  objectIn,
  objectsIn,
  size,
  text,
  textIn,
  textsIn,
  unset,
  cellValue,
} from "./cell.js";

/** Volumes and their drivers (Kubernetes `pkg/printers/internalversion/printers.go`). */
export const storageCells: CellsByKind = {
  "/PersistentVolume": {
    Capacity: (volume) => String(objectIn(volume, "spec.capacity")["storage"] ?? 0),
    "Access Modes": (volume) => modesText(volume, "spec.accessModes"),
    "Reclaim Policy": text("spec.persistentVolumeReclaimPolicy"),
    Status: phaseOf,
    Claim: (volume) => {
      const claim = cellValue(volume, "spec.claimRef");
      return isObject(claim) ? `${textIn(claim, "namespace")}/${textIn(claim, "name")}` : "";
    },
    StorageClass: classOf,
    VolumeAttributesClass: textOrUnset("spec.volumeAttributesClassName"),
    Reason: text("status.reason"),
    VolumeMode: textOrUnset("spec.volumeMode"),
  },
  "/PersistentVolumeClaim": {
    Status: phaseOf,
    Volume: text("spec.volumeName"),
    Capacity: (claim) => {
      if (textIn(claim, "spec.volumeName") === "") return "";
      return String(objectIn(claim, "status.capacity")["storage"] ?? 0);
    },
    "Access Modes": (claim) =>
      textIn(claim, "spec.volumeName") === "" ? "" : modesText(claim, "status.accessModes"),
    StorageClass: classOf,
    VolumeAttributesClass: textOrUnset("spec.volumeAttributesClassName"),
    VolumeMode: textOrUnset("spec.volumeMode"),
  },
  "storage.k8s.io/CSIDriver": {
    AttachRequired: flag("spec.attachRequired", true),
    PodInfoOnMount: flag("spec.podInfoOnMount"),
    StorageCapacity: flag("spec.storageCapacity"),
    TokenRequests: (driver) => {
      const audiences = objectsIn(driver, "spec.tokenRequests").map((one) =>
        textIn(one, "audience"),
      );
      return audiences.length === 0 ? unset : audiences.join(",");
    },
    RequiresRepublish: flag("spec.requiresRepublish"),
    Modes: (driver) => {
      const modes = textsIn(driver, "spec.volumeLifecycleModes");
      return modes.length === 0 ? noCell : modes.join(",");
    },
  },
  "storage.k8s.io/CSINode": { Drivers: size("spec.drivers") },
  "storage.k8s.io/StorageClass": {
    Provisioner: text("provisioner"),
    ReclaimPolicy: text("reclaimPolicy", "Delete"),
    VolumeBindingMode: text("volumeBindingMode", "Immediate"),
    AllowVolumeExpansion: flag("allowVolumeExpansion"),
  },
  "storage.k8s.io/VolumeAttachment": {
    Attacher: text("spec.attacher"),
    PV: text("spec.source.persistentVolumeName"),
    Node: text("spec.nodeName"),
    Attached: flag("status.attached"),
  },
  "storage.k8s.io/VolumeAttributesClass": { DriverName: text("driverName") },
};

/** A pointer to a text, which may be empty. */
function textOrUnset(path: string): (object: JsonObject) => Json {
  return (object) => cellValue(object, path) ?? unset;
}

function phaseOf(volume: JsonObject): string {
  const isDeleted = cellValue(volume, "metadata.deletionTimestamp") !== null;
  return isDeleted ? "Terminating" : textIn(volume, "status.phase");
}

/** An older annotation comes before the field. */
function classOf(volume: JsonObject): string {
  const annotations = objectIn(volume, "metadata.annotations");
  const { "volume.beta.kubernetes.io/storage-class": older } = annotations;
  return typeof older === "string" ? older : textIn(volume, "spec.storageClassName");
}

const modeNames = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

function modesText(object: JsonObject, path: string): string {
  const given = textsIn(object, path);
  return modeNames
    .filter(([mode]) => given.includes(mode))
    .map(([, short]) => short)
    .join(",");
}
