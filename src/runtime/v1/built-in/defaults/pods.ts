import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt } from "../../values/json/raw-fields.js";
import { textOf } from "../../values/metadata/rules.js";
import { hasKindChange } from "../changes.js";
import type { FillsByStruct } from "./fill.js";
import { structAt } from "./fill.js";
import { isLatestImage } from "./image-tag.js";
import { fillPodResources } from "./pod-resources.js";
import { resourcesAt } from "./quantities.js";

/** Pods and what they are made of (Kubernetes `pkg/apis/core/v1/defaults.go`, `conversion.go`). */
export const podFills: FillsByStruct = {
  "core/v1.Pod": (pod, minor) => {
    const spec = structAt(pod, "spec");
    const { terminationGracePeriodSeconds: seconds } = spec;
    if (typeof seconds === "number" && seconds < 0) spec["terminationGracePeriodSeconds"] = 1;
    const containers = [...structsIn(spec, "initContainers"), ...structsIn(spec, "containers")];
    for (const container of containers) requestLimits(container);
    // Later servers do it when webhooks have been called.
    if (
      hasKindChange(minor, "podResourceDefaults") &&
      !hasKindChange(minor, "lateResourceDefaults")
    ) {
      fillPodResources(spec);
    }
    if (spec["hostNetwork"] === true) for (const one of containers) openHostPorts(one);
  },
  "core/v1.PodSpec": (spec) => {
    // The older name is kept equal to the newer one.
    const name = textOf(spec, "serviceAccountName") || textOf(spec, "serviceAccount");
    if (name !== "") Object.assign(spec, { serviceAccountName: name, serviceAccount: name });
  },
  "core/v1.PodStatus": fillPodAddresses,
  "core/v1.Container": fillPullPolicy,
  "core/v1.EphemeralContainer": fillPullPolicy,
  "core/v1.Volume": (volume, minor) => {
    if (Object.keys(volume).every((key) => key === "name")) volume["emptyDir"] = {};
    const { image } = volume;
    if (!hasKindChange(minor, "imageVolumePolicies") || !isObject(image)) return;
    if (textOf(image, "pullPolicy") !== "") return;
    image["pullPolicy"] = pullPolicy(textOf(image, "reference"));
  },
};

/** The structs of a list, as they are: what is set in them is set in the object. */
function structsIn(object: JsonObject, key: string): readonly JsonObject[] {
  return objectsAt(object, key);
}

function requestLimits(container: JsonObject): void {
  const resources = structAt(container, "resources");
  const limits = resourcesAt(resources, "limits");
  if (Object.keys(limits).length === 0) return;
  resources["requests"] = { ...limits, ...resourcesAt(resources, "requests") };
}

function openHostPorts(container: JsonObject): void {
  for (const port of structsIn(container, "ports")) {
    const { containerPort = 0, hostPort = 0 } = port;
    if (hostPort === 0 && containerPort !== 0) port["hostPort"] = containerPort;
  }
}

function fillPullPolicy(container: JsonObject): void {
  if (textOf(container, "imagePullPolicy") !== "") return;
  container["imagePullPolicy"] = pullPolicy(textOf(container, "image"));
}

function pullPolicy(image: string): string {
  return isLatestImage(image) ? "Always" : "IfNotPresent";
}

/** The address and the list of addresses are kept in step; the single one decides. */
function fillPodAddresses(status: JsonObject): void {
  const [first] = structsIn(status, "podIPs");
  const own = textOf(status, "podIP");
  if (own === "" && first !== undefined) {
    const ip = textOf(first, "ip");
    if (ip !== "") status["podIP"] = ip;
  } else if (own !== "" && (first === undefined || textOf(first, "ip") !== own)) {
    status["podIPs"] = [{ ip: own }];
  }
}
