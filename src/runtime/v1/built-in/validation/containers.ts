import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkEnvironment } from "./environment.js";
import { checkHandler, checkProbe } from "./probes.js";
import { checkResources } from "./resources.js";

/** What containers refer to in their pod. */
export interface PodParts {
  /** The names of volumes without errors. */
  readonly volumes: ReadonlySet<string>;
  readonly graceSeconds: number | undefined;
}

/** The containers of a pod (Kubernetes `pkg/apis/core/validation`, validateContainers). */
export function checkContainers(
  checks: Checks,
  containers: readonly JsonObject[],
  path: string,
  parts: PodParts,
): void {
  if (containers.length === 0) {
    checks.required(path);
    return;
  }
  const names = new Set<string>();
  containers.forEach((container, index) => {
    const own = `${path}[${index}]`;
    checkContainer(checks, container, own, parts);
    const name = textAt(container, "name");
    if (names.has(name)) checks.duplicate(`${own}.name`, name);
    names.add(name);
    checkLife(checks, container, own, parts);
    const policy = container["restartPolicy"];
    if (typeof policy === "string") checks.supported(`${own}.restartPolicy`, policy, restarts);
  });
  checkHostPorts(checks, containers, path);
}

const restarts = ["Always", "Never", "OnFailure"];

/** Those that run first; with `restartPolicy: Always` they stay. */
export function checkInitContainers(
  checks: Checks,
  containers: readonly JsonObject[],
  path: string,
  parts: PodParts,
  regular: readonly JsonObject[],
): void {
  const names = new Set(regular.map((container) => textAt(container, "name")));
  containers.forEach((container, index) => {
    const own = `${path}[${index}]`;
    checkContainer(checks, container, own, parts);
    const policy = container["restartPolicy"];
    if (typeof policy === "string") checks.supported(`${own}.restartPolicy`, policy, restarts);
    const name = textAt(container, "name");
    if (names.has(name)) checks.duplicate(`${own}.name`, name);
    else if (name !== "") names.add(name);
    checkHostPorts(checks, [container], path);
    if (policy === "Always") checkLife(checks, container, own, parts);
    else forbidLife(checks, container, own);
  });
}

function forbidLife(checks: Checks, container: JsonObject, path: string): void {
  for (const key of ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"]) {
    if (structIn(container, key) === undefined) continue;
    const detail = "may not be set for init containers without restartPolicy=Always";
    checks.forbidden(`${path}.${key}`, detail);
  }
}

function checkLife(checks: Checks, container: JsonObject, path: string, parts: PodParts): void {
  const lifecycle = structIn(container, "lifecycle") ?? {};
  for (const key of ["postStart", "preStop"]) {
    const handler = structIn(lifecycle, key);
    if (handler !== undefined) {
      checkHandler(checks, handler, `${path}.lifecycle.${key}`, parts.graceSeconds);
    }
  }
  for (const key of ["livenessProbe", "readinessProbe", "startupProbe"] as const) {
    const probe = structIn(container, key);
    if (probe !== undefined) checkProbe(checks, probe, `${path}.${key}`, key, parts.graceSeconds);
  }
}

function checkContainer(
  checks: Checks,
  container: JsonObject,
  path: string,
  { volumes }: PodParts,
): void {
  const name = textAt(container, "name");
  if (name === "") checks.required(`${path}.name`);
  else checks.label(`${path}.name`, name);
  if (textAt(container, "image") === "") checks.required(`${path}.image`);
  const policy = textAt(container, "terminationMessagePolicy");
  checks.oneOf(`${path}.terminationMessagePolicy`, policy, ["File", "FallbackToLogsOnError"]);
  checkPorts(checks, objectsAt(container, "ports"), `${path}.ports`);
  checkEnvironment(checks, container, path);
  checkMounts(checks, container, path, volumes);
  const pull = textAt(container, "imagePullPolicy");
  checks.oneOf(`${path}.imagePullPolicy`, pull, ["Always", "IfNotPresent", "Never"]);
  checkResources(checks, structIn(container, "resources") ?? {}, `${path}.resources`);
}

const protocols = ["SCTP", "TCP", "UDP"];

function checkPorts(checks: Checks, ports: readonly JsonObject[], path: string): void {
  const names = new Set<string>();
  ports.forEach((port, index) => {
    const own = `${path}[${index}]`;
    const name = textAt(port, "name");
    if (name !== "") {
      const count = checks.errors.length;
      checks.portName(`${own}.name`, name);
      if (checks.errors.length === count && names.has(name)) checks.duplicate(`${own}.name`, name);
      names.add(name);
    }
    const { containerPort = 0, hostPort = 0 } = port;
    if (containerPort === 0) checks.required(`${own}.containerPort`);
    else checks.port(`${own}.containerPort`, Number(containerPort));
    if (hostPort !== 0) checks.port(`${own}.hostPort`, Number(hostPort));
    checks.oneOf(`${own}.protocol`, textAt(port, "protocol"), protocols);
  });
}

function checkHostPorts(checks: Checks, containers: readonly JsonObject[], path: string): void {
  const used = new Set<string>();
  containers.forEach((container, index) => {
    objectsAt(container, "ports").forEach((port, place) => {
      const { hostPort = 0 } = port;
      if (hostPort === 0) return;
      const key = `${textAt(port, "protocol")}/${textAt(port, "hostIP")}/${String(hostPort)}`;
      const field = `${path}[${index}].ports[${place}].hostPort`;
      if (used.has(key)) checks.duplicate(field, key);
      used.add(key);
    });
  });
}

function checkMounts(
  checks: Checks,
  container: JsonObject,
  path: string,
  volumes: ReadonlySet<string>,
): void {
  const paths = new Set<string>();
  const devices = objectsAt(container, "volumeDevices");
  objectsAt(container, "volumeMounts").forEach((mount, index) => {
    const own = `${path}.volumeMounts[${index}]`;
    const [name, mountPath] = [textAt(mount, "name"), textAt(mount, "mountPath")];
    if (name === "") checks.required(`${own}.name`);
    if (!volumes.has(name)) checks.notFound(`${own}.name`, name);
    if (mountPath === "") checks.required(`${own}.mountPath`);
    if (paths.has(mountPath)) checks.invalid(`${own}.mountPath`, mountPath, "must be unique");
    paths.add(mountPath);
    if (devices.some((device) => textAt(device, "name") === name)) {
      checks.invalid(`${own}.name`, name, "must not already exist in volumeDevices");
    }
    if (textAt(mount, "subPath") !== "" && textAt(mount, "subPathExpr") !== "") {
      const detail = "subPathExpr and subPath are mutually exclusive";
      checks.invalid(`${own}.subPathExpr`, textAt(mount, "subPathExpr"), detail);
    }
  });
}
