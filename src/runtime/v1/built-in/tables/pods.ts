import type { JsonObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import {
  conditionIn,
  hasCondition,
  noCell,
  numberIn,
  objectIn,
  objectsIn,
  since,
  text,
  textIn,
  cellValue,
} from "./cell.js";

/** Pods (Kubernetes `pkg/printers/internalversion/printers.go`, printPod). */
export const podCells: CellsByKind = {
  "/Pod": {
    Ready: (pod) => {
      const { ready, all } = runOf(pod);
      return `${ready}/${all}`;
    },
    Status: (pod) => statusOf(pod, runOf(pod).reason),
    Restarts: (pod, now) => {
      const { restarts, last } = runOf(pod);
      return restarts === 0 || last === ""
        ? `${restarts}`
        : `${restarts} (${since(last, now)} ago)`;
    },
    IP: (pod) => textIn(objectsIn(pod, "status.podIPs")[0] ?? null, "ip", noCell),
    Node: text("spec.nodeName", noCell),
    "Nominated Node": text("status.nominatedNodeName", noCell),
    "Readiness Gates": (pod) => {
      const gates = objectsIn(pod, "spec.readinessGates");
      const open = gates.filter((gate) => hasCondition(pod, textIn(gate, "conditionType")));
      return gates.length === 0 ? noCell : `${open.length}/${gates.length}`;
    },
  },
};

/** What the containers of a pod say of it. */
interface Run {
  reason: string;
  ready: number;
  readonly all: number;
  restarts: number;
  /** When a container ended last; `""` if none did. */
  last: string;
}

function runOf(pod: JsonObject): Run {
  const staying = new Set(
    objectsIn(pod, "spec.initContainers")
      .filter((one) => one["restartPolicy"] === "Always")
      .map((one) => textIn(one, "name")),
  );
  const gated = objectsIn(pod, "status.conditions").some(
    ({ type, reason }) => type === "PodScheduled" && reason === "SchedulingGated",
  );
  const reason = textIn(pod, "status.reason", textIn(pod, "status.phase"));
  const all = objectsIn(pod, "spec.containers").length + staying.size;
  const run = { reason: gated ? "SchedulingGated" : reason, ready: 0, all, restarts: 0, last: "" };
  const stayed = { restarts: 0, last: "" };
  const isStarting = startRun(pod, run, staying, stayed);
  if (isStarting && !hasCondition(pod, "Initialized")) return run;
  Object.assign(run, stayed);
  mainRun(pod, run);
  return run;
}

type Restarts = Pick<Run, "restarts" | "last">;

/** Goes through the init containers up to the one that runs; whether there is one. */
function startRun(
  pod: JsonObject,
  run: Run,
  staying: ReadonlySet<string>,
  stayed: Restarts,
): boolean {
  const statuses = objectsIn(pod, "status.initContainerStatuses");
  for (const [index, status] of statuses.entries()) {
    countRestarts(run, status);
    const stays = staying.has(textIn(status, "name"));
    if (stays) countRestarts(stayed, status);
    const ended = cellValue(status, "state.terminated");
    if (ended !== null && numberIn(ended, "exitCode") === 0) continue;
    if (stays && status["started"] === true) {
      if (status["ready"] === true) run.ready++;
      continue;
    }
    const waiting = textIn(status, "state.waiting.reason");
    const all = objectsIn(pod, "spec.initContainers").length;
    if (ended !== null) run.reason = `Init:${endOf(status)}`;
    else if (waiting !== "" && waiting !== "PodInitializing") run.reason = `Init:${waiting}`;
    else run.reason = `Init:${index}/${all}`;
    return true;
  }
  return false;
}

function mainRun(pod: JsonObject, run: Run): void {
  let [isRunning, failure] = [false, ""];
  for (const status of [...objectsIn(pod, "status.containerStatuses")].reverse()) {
    countRestarts(run, status);
    const waiting = textIn(status, "state.waiting.reason");
    if (waiting !== "") run.reason = waiting;
    else if (cellValue(status, "state.terminated") !== null) {
      run.reason = endOf(status);
      if (numberIn(status, "state.terminated.exitCode") !== 0) failure = run.reason;
    } else if (status["ready"] === true && cellValue(status, "state.running") !== null) {
      isRunning = true;
      run.ready++;
    }
  }
  if (run.reason !== "Completed") return;
  const isReady = objectsIn(pod, "status.conditions").some(
    ({ type, status }) => type === "Ready" && status === "True",
  );
  if (isRunning && isReady) run.reason = "Running";
  else if (failure !== "") run.reason = failure;
  else if (isRunning) run.reason = "NotReady";
}

function countRestarts(restarts: Restarts, status: JsonObject): void {
  restarts.restarts += numberIn(status, "restartCount");
  const end = textIn(status, "lastState.terminated.finishedAt");
  const isLater =
    end !== "" && (restarts.last === "" || Date.parse(end) > Date.parse(restarts.last));
  if (isLater) restarts.last = end;
}

/** Why a container ended. */
function endOf(status: JsonObject): string {
  const ended = objectIn(status, "state.terminated");
  const signal = numberIn(ended, "signal");
  const code = numberIn(ended, "exitCode");
  return textIn(ended, "reason", signal === 0 ? `ExitCode:${code}` : `Signal:${signal}`);
}

function statusOf(pod: JsonObject, reason: string): string {
  if (cellValue(pod, "metadata.deletionTimestamp") === null) return reason;
  if (textIn(pod, "status.reason") === "NodeLost") return "Unknown";
  const hasEnded = ["Succeeded", "Failed"].includes(textIn(pod, "status.phase"));
  return hasEnded ? reason : "Terminating";
}

/** The names of containers, and their images. */
export function containerCells(path: string): CellsByKind[string] {
  const listed = (key: string) => (object: JsonObject) =>
    objectsIn(object, path)
      .map((container) => textIn(container, key))
      .join(",");
  return { Containers: listed("name"), Images: listed("image") };
}

/** Whether a condition is true, for those that say more than that. */
export function reasonedStatus(object: JsonObject, type: string): string {
  const condition = conditionIn(object, type);
  if (condition === undefined) return "Unknown";
  const [status, reason] = [textIn(condition, "status"), textIn(condition, "reason")];
  return status === "True" || reason === "" ? status : `${status} (${reason})`;
}
