import type { Json, JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { subdomainFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkContainers, checkInitContainers } from "./containers.js";
import { checkAffinity, checkSpread, checkTolerations } from "./scheduling.js";
import { checkVolumes } from "./volumes.js";

/** What a pod is made of (Kubernetes `pkg/apis/core/validation`, ValidatePodSpec). */
export function checkPodSpec(
  checks: Checks,
  spec: JsonObject,
  path: string,
  claims: readonly string[] = [],
): void {
  const { terminationGracePeriodSeconds: grace } = spec;
  const own = checkVolumes(checks, objectsAt(spec, "volumes"), `${path}.volumes`);
  const volumes = new Set([...own, ...claims]);
  const parts = { volumes, graceSeconds: typeof grace === "number" ? grace : undefined };
  const [regular, init] = [objectsAt(spec, "containers"), objectsAt(spec, "initContainers")];
  checkContainers(checks, regular, `${path}.containers`, parts);
  checkInitContainers(checks, init, `${path}.initContainers`, parts, regular);
  checkHostNetwork(checks, spec, path);
  const policy = textAt(spec, "restartPolicy");
  checks.oneOf(`${path}.restartPolicy`, policy, ["Always", "OnFailure", "Never"]);
  checks.oneOf(`${path}.dnsPolicy`, textAt(spec, "dnsPolicy"), dnsPolicies);
  checks.labels(`${path}.nodeSelector`, structIn(spec, "nodeSelector") ?? {});
  checkSecurity(checks, structIn(spec, "securityContext") ?? {}, `${path}.securityContext`);
  const affinity = structIn(spec, "affinity");
  if (affinity !== undefined) checkAffinity(checks, affinity, `${path}.affinity`);
  const spread = objectsAt(spec, "topologySpreadConstraints");
  checkSpread(checks, spread, `${path}.topologySpreadConstraints`);
  checkNames(checks, spec, path);
  checkTolerations(checks, objectsAt(spec, "tolerations"), `${path}.tolerations`);
}

const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];

function checkHostNetwork(checks: Checks, spec: JsonObject, path: string): void {
  if (spec["hostNetwork"] !== true) return;
  objectsAt(spec, "containers").forEach((container, index) => {
    objectsAt(container, "ports").forEach(({ hostPort = 0, containerPort = 0 }, place) => {
      if (hostPort === 0 || hostPort === containerPort) return;
      const field = `${path}.containers[${index}].ports[${place}].hostPort`;
      checks.invalid(field, hostPort, "must match `containerPort` when `hostNetwork` is true");
    });
  });
}

const profiles = ["Localhost", "RuntimeDefault", "Unconfined"];

function checkSecurity(checks: Checks, context: JsonObject, path: string): void {
  objectsAt(context, "sysctls").forEach((sysctl, index) => {
    if (textAt(sysctl, "name") === "") checks.required(`${path}.sysctls[${index}].name`);
  });
  const profile = structIn(context, "seccompProfile");
  if (profile === undefined) return;
  const own = `${path}.seccompProfile`;
  const [type, { localhostProfile = null }] = [textAt(profile, "type"), profile];
  if (type === "Localhost" && localhostProfile === null) {
    checks.required(`${own}.localhostProfile`, "must be set when seccomp type is Localhost");
  } else if (type !== "Localhost" && localhostProfile !== null) {
    const detail = "can only be set when seccomp type is Localhost";
    const shown = { Type: type, LocalhostProfile: localhostProfile };
    checks.invalidStruct(`${own}.localhostProfile`, shown, detail);
  }
  if (type === "") checks.required(`${own}.type`, "type is required when seccompProfile is set");
  else checks.supported(`${own}.type`, type, profiles);
}

function checkNames(checks: Checks, spec: JsonObject, path: string): void {
  for (const key of ["serviceAccountName", "nodeName"]) {
    const name = textAt(spec, key);
    if (name !== "") checks.faults(`${path}.${key}`, name, subdomainFaults(name));
  }
  const { activeDeadlineSeconds: deadline = null } = spec;
  if (typeof deadline === "number" && (deadline < 1 || deadline > 2 ** 31 - 1)) {
    const detail = `must be between 1 and ${2 ** 31 - 1}, inclusive`;
    checks.invalid(`${path}.activeDeadlineSeconds`, deadline, detail);
  }
  for (const key of ["hostname", "subdomain"]) {
    const name = textAt(spec, key);
    if (name !== "") checks.label(`${path}.${key}`, name);
  }
}

/** A template of pods (ValidatePodTemplateSpec). */
export function checkTemplate(
  checks: Checks,
  template: JsonObject,
  path: string,
  claims: readonly string[] = [],
): void {
  const metadata = structIn(template, "metadata") ?? {};
  checks.labels(`${path}.labels`, structIn(metadata, "labels") ?? {});
  const spec = structIn(template, "spec") ?? {};
  checkPodSpec(checks, spec, `${path}.spec`, claims);
  if (objectsAt(spec, "ephemeralContainers").length > 0) {
    const detail = "ephemeral containers not allowed in pod template";
    checks.forbidden(`${path}.spec.ephemeralContainers`, detail);
  }
}

/** The labels of a template; null if there are none, as errors show them. */
export function templateLabels(template: JsonObject): Json {
  return structIn(structIn(template, "metadata") ?? {}, "labels") ?? null;
}
