import { compareUtf8 } from "../../values/go/utf8.js";
import type { JsonObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import {
  conditionIn,
  noCell,
  objectIn,
  objectsIn,
  size,
  sizeIn,
  text,
  textIn,
  cellValue,
} from "./cell.js";

const unknown = "<unknown>";

/** Other kinds of the core group (Kubernetes `pkg/printers/internalversion/printers.go`). */
export const coreCells: CellsByKind = {
  "/ComponentStatus": {
    Status: (component) => {
      const healthy = conditionIn(component, "Healthy", "conditions");
      if (healthy === undefined) return "Unknown";
      return healthy["status"] === "True" ? "Healthy" : "Unhealthy";
    },
    Message: (component) =>
      textIn(conditionIn(component, "Healthy", "conditions") ?? {}, "message"),
    Error: (component) => textIn(conditionIn(component, "Healthy", "conditions") ?? {}, "error"),
  },
  "/ConfigMap": { Data: (map) => sizeIn(map, "data") + sizeIn(map, "binaryData") },
  "/Namespace": { Status: text("status.phase") },
  "/Node": {
    Status: nodeStatus,
    Roles: rolesOf,
    Version: text("status.nodeInfo.kubeletVersion"),
    "Internal-IP": (node) => addressOf(node, "InternalIP"),
    "External-IP": (node) => addressOf(node, "ExternalIP"),
    "OS-Image": text("status.nodeInfo.osImage", unknown),
    "Kernel-Version": (node) => {
      const kernel = textIn(node, "status.nodeInfo.kernelVersion", unknown);
      const architecture = textIn(node, "status.nodeInfo.architecture");
      return architecture === "" ? kernel : `${kernel} (${architecture})`;
    },
    "Container-Runtime": text("status.nodeInfo.containerRuntimeVersion", unknown),
  },
  "/ResourceQuota": {
    Request: (quota) => usesOf(quota, (name) => !name.startsWith("limits.")),
    Limit: (quota) => usesOf(quota, (name) => name.startsWith("limits.")),
  },
  "/Secret": { Type: text("type"), Data: size("data") },
  "/ServiceAccount": { Secrets: size("secrets") },
};

function nodeStatus(node: JsonObject): string {
  // The last one of equal types counts.
  const ready = objectsIn(node, "status.conditions")
    .filter(({ type }) => type === "Ready")
    .at(-1);
  const status =
    ready === undefined ? "Unknown" : ready["status"] === "True" ? "Ready" : "NotReady";
  return cellValue(node, "spec.unschedulable") === true ? `${status},SchedulingDisabled` : status;
}

const rolePrefix = "node-role.kubernetes.io/";

function rolesOf(node: JsonObject): string {
  const roles = Object.entries(objectIn(node, "metadata.labels")).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix)) return [key.slice(rolePrefix.length)];
    return key === "kubernetes.io/role" ? [String(value)] : [];
  });
  const named = [...new Set(roles)].filter((role) => role !== "");
  return named.length === 0 ? noCell : named.sort(compareUtf8).join(",");
}

function addressOf(node: JsonObject, type: string): string {
  const found = objectsIn(node, "status.addresses").find((address) => address["type"] === type);
  return found === undefined ? noCell : textIn(found, "address");
}

function usesOf(quota: JsonObject, isShown: (name: string) => boolean): string {
  const [hard, used] = [objectIn(quota, "status.hard"), objectIn(quota, "status.used")];
  return Object.keys(hard)
    .filter(isShown)
    .sort(compareUtf8)
    .map((name) => `${name}: ${String(used[name] ?? 0)}/${String(hard[name])}`)
    .join(", ");
}
