import { ageText } from "../../client/tables/cells.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import {
  ago,
  hasCondition,
  integer,
  noCell,
  numberIn,
  objectsIn,
  size,
  text,
  textIn,
  unset,
  cellValue,
} from "./cell.js";
import { containerCells } from "./pods.js";
import { labelsText, selectorString, selectorText } from "./selector-text.js";

const containers = containerCells("spec.template.spec.containers");
const selector = (object: JsonObject): string => selectorText(cellValue(object, "spec.selector"));
const replicas = {
  Desired: integer("spec.replicas"),
  Current: integer("status.replicas"),
  Ready: integer("status.readyReplicas"),
  ...containers,
};
const readyReplicas = (object: JsonObject): string =>
  `${numberIn(object, "status.readyReplicas")}/${numberIn(object, "spec.replicas")}`;

/** Kinds that make pods (Kubernetes `pkg/printers/internalversion/printers.go`). */
export const workloadCells: CellsByKind = {
  "/ReplicationController": {
    ...replicas,
    Selector: (controller) => labelsText(cellValue(controller, "spec.selector")),
  },
  "/PodTemplate": {
    ...containerCells("template.spec.containers"),
    "Pod Labels": (template) => labelsText(cellValue(template, "template.metadata.labels")),
  },
  "apps/ControllerRevision": {
    Controller: controllerOf,
    Revision: integer("revision"),
  },
  "apps/DaemonSet": {
    Desired: integer("status.desiredNumberScheduled"),
    Current: integer("status.currentNumberScheduled"),
    Ready: integer("status.numberReady"),
    "Up-to-date": integer("status.updatedNumberScheduled"),
    Available: integer("status.numberAvailable"),
    "Node Selector": (set) => labelsText(cellValue(set, "spec.template.spec.nodeSelector")),
    ...containers,
    Selector: selector,
  },
  "apps/Deployment": {
    Ready: readyReplicas,
    "Up-to-date": integer("status.updatedReplicas"),
    Available: integer("status.availableReplicas"),
    ...containers,
    Selector: (deployment) => selectorString(cellValue(deployment, "spec.selector")) ?? "<invalid>",
  },
  "apps/ReplicaSet": { ...replicas, Selector: selector },
  "apps/StatefulSet": { Ready: readyReplicas, ...containers },
  "batch/CronJob": {
    Schedule: text("spec.schedule"),
    Timezone: (job) => {
      const zone = cellValue(job, "spec.timeZone");
      return typeof zone === "string" ? zone : noCell;
    },
    Suspend: (job) => {
      const value = cellValue(job, "spec.suspend");
      return value === null ? unset : value === true ? "True" : "False";
    },
    Active: size("status.active"),
    "Last Schedule": ago("status.lastScheduleTime", noCell),
    ...containerCells("spec.jobTemplate.spec.template.spec.containers"),
    Selector: (job) => selectorText(cellValue(job, "spec.jobTemplate.spec.selector")),
  },
  "batch/Job": {
    Status: jobStatus,
    Completions: completions,
    Duration: durationOf,
    ...containers,
    Selector: selector,
  },
};

function controllerOf(revision: JsonObject): string {
  const owner = objectsIn(revision, "metadata.ownerReferences").find(
    ({ controller }) => controller === true,
  );
  if (owner === undefined) return noCell;
  const [name, kind] = [textIn(owner, "name"), textIn(owner, "kind")];
  const version = textIn(owner, "apiVersion");
  const group = version.includes("/") ? version.replace(/\/.*/, "") : "";
  if (kind === "" && group === "") return name;
  return `${(group === "" ? kind : `${kind}.${group}`).toLowerCase()}/${name}`;
}

function completions(job: JsonObject): string {
  const done = numberIn(job, "status.succeeded");
  const wanted = cellValue(job, "spec.completions");
  if (wanted !== null) return `${done}/${String(wanted)}`;
  const parallel = numberIn(job, "spec.parallelism");
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`;
}

function durationOf(job: JsonObject, now: number): Json {
  const [start, end] = [textIn(job, "status.startTime"), textIn(job, "status.completionTime")];
  if (start === "") return "";
  return ageText((end === "" ? now : Date.parse(end)) - Date.parse(start));
}

function jobStatus(job: JsonObject): string {
  if (hasCondition(job, "Complete")) return "Complete";
  if (hasCondition(job, "Failed")) return "Failed";
  if (cellValue(job, "metadata.deletionTimestamp") !== null) return "Terminating";
  const later = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];
  return later.find((type) => hasCondition(job, type)) ?? "Running";
}
