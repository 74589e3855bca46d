import type { JsonObject } from "../../values/json/json.js";
import { itemsAt, textAt } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";

/** A probe of a container (Kubernetes `pkg/apis/core/validation`, validateProbe). */
export function checkProbe(
  checks: Checks,
  probe: JsonObject,
  path: string,
  kind: "livenessProbe" | "readinessProbe" | "startupProbe",
  graceSeconds: number | undefined,
): void {
  checkHandler(checks, probe, path, graceSeconds);
  for (const key of numbers) checks.notNegative(`${path}.${key}`, probe[key]);
  const { terminationGracePeriodSeconds: seconds = null, successThreshold = 0 } = probe;
  const field = `${path}.terminationGracePeriodSeconds`;
  if (typeof seconds === "number" && seconds <= 0) {
    checks.invalid(field, seconds, "must be greater than 0");
  }
  if (kind !== "readinessProbe") {
    if (successThreshold !== 1) {
      checks.invalid(`${path}.successThreshold`, successThreshold, "must be 1");
    }
  } else if (seconds !== null) {
    checks.invalid(field, seconds, "must not be set for readinessProbes");
  }
}

const numbers = [
  "initialDelaySeconds",
  "timeoutSeconds",
  "periodSeconds",
  "successThreshold",
  "failureThreshold",
];

/** What a probe or a hook of the life of a container does: one thing (validateHandler). */
export function checkHandler(
  checks: Checks,
  handler: JsonObject,
  path: string,
  graceSeconds: number | undefined,
): void {
  let count = 0;
  for (const [key, check] of Object.entries(actions)) {
    const action = structIn(handler, key);
    if (action === undefined) continue;
    if (count > 0) checks.forbidden(`${path}.${key}`, "may not specify more than 1 handler type");
    else check(checks, action, `${path}.${key}`, graceSeconds);
    count++;
  }
  if (count === 0) checks.required(path, "must specify a handler type");
}

type ActionCheck = (
  checks: Checks,
  action: JsonObject,
  path: string,
  graceSeconds: number | undefined,
) => void;

const actions: Readonly<Record<string, ActionCheck>> = {
  exec: (checks, action, path) => {
    if (itemsAt(action, "command").length === 0) checks.required(`${path}.command`);
  },
  httpGet: (checks, action, path) => {
    if (textAt(action, "path") === "") checks.required(`${path}.path`);
    checks.portOrName(`${path}.port`, action["port"] ?? 0);
    checks.supported(`${path}.scheme`, textAt(action, "scheme"), ["HTTP", "HTTPS"]);
  },
  tcpSocket: (checks, action, path) => {
    checks.portOrName(`${path}.port`, action["port"] ?? 0);
  },
  grpc: (checks, action, path) => {
    checks.port(`${path}.port`, Number(action["port"] ?? 0));
  },
  sleep: (checks, action, path, graceSeconds) => {
    const seconds = Number(action["seconds"] ?? 0);
    if (graceSeconds === undefined || (seconds >= 0 && seconds <= graceSeconds)) return;
    const detail = `must be non-negative and less than terminationGracePeriodSeconds (${graceSeconds})`;
    checks.invalid(path, seconds, detail);
  },
};
