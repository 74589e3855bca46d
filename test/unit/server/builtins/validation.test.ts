import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../../../src/runtime/v1/built-in/defaults/defaults.js";
import { scheduleFault } from "../../../../src/runtime/v1/built-in/validation/schedule.js";
import { validateKind } from "../../../../src/runtime/v1/built-in/validation/validate-kind.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";

/** What is wrong with an object of a kind, such as `apps/v1/Deployment`, with its defaults. */
function wrong(kind: string, object: JsonObject, old?: JsonObject): readonly string[] {
  const [name = "", version = "", group = ""] = kind.split("/").reverse();
  const [now, before] = [object, old].map((one) => {
    const filled = structuredClone(one);
    if (filled !== undefined) defaultsOf({ group, version, kind: name }, 37)?.(filled);
    return filled;
  });
  const errors = validateKind({ group, kind: name }, now ?? {}, before);
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const container = { name: "c", image: "i" };
const selector = { matchLabels: { a: "b" } };
const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container] } };
const deployment = { spec: { selector, template } };

function podWith(more: JsonObject, spec: JsonObject = {}): readonly string[] {
  return wrong("v1/Pod", { spec: { ...spec, containers: [{ ...container, ...more }] } });
}

describe("rules of pods", () => {
  it("find nothing wrong with a plain one", () => {
    expect(podWith({})).toEqual([]);
  });

  it("demand containers, their names and images", () => {
    expect(wrong("v1/Pod", { spec: {} })).toEqual(["spec.containers: Required value"]);
    expect(wrong("v1/Pod", { spec: { containers: [{}] } })).toEqual([
      "spec.containers[0].name: Required value",
      "spec.containers[0].image: Required value",
    ]);
    const twice = wrong("v1/Pod", { spec: { containers: [container, container] } });
    expect(twice).toEqual(['spec.containers[1].name: Duplicate value: "c"']);
  });

  it("demand that mounts have their volumes, but for those that are wrong themselves", () => {
    const mount = { volumeMounts: [{ name: "v", mountPath: "/v" }] };
    expect(podWith(mount, { volumes: [{ name: "v" }] })).toEqual([]);
    expect(podWith(mount)).toEqual(['spec.containers[0].volumeMounts[0].name: Not found: "v"']);
    const both = [{ name: "v", configMap: { name: "m" }, secret: { secretName: "s" } }];
    expect(podWith(mount, { volumes: both })).toEqual([
      "spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type",
      'spec.containers[0].volumeMounts[0].name: Not found: "v"',
    ]);
  });

  it("demand one source of a variable", () => {
    const valueFrom = { fieldRef: { fieldPath: "metadata.name" } };
    expect(podWith({ env: [{ name: "A", valueFrom }] })).toEqual([]);
    expect(podWith({ env: [{ name: "A", value: "1", valueFrom }] })).toEqual([
      'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    ]);
  });

  it("compare what is requested with the limits", () => {
    const resources = { requests: { cpu: "2" }, limits: { cpu: "1500m" } };
    expect(podWith({ resources })).toEqual([
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1500m',
    ]);
    expect(podWith({ resources: { limits: { cpu: "-1" } } })).toContain(
      'spec.containers[0].resources.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
    );
  });

  it("demand one handler of a probe, and ports in their range", () => {
    expect(podWith({ livenessProbe: {} })).toEqual([
      "spec.containers[0].livenessProbe: Required value: must specify a handler type",
    ]);
    expect(podWith({ ports: [{ containerPort: 70_000 }] })).toEqual([
      "spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
    ]);
  });

  it("let only images, deadlines and added tolerations change", () => {
    const old = { spec: { containers: [container] } };
    const image = { spec: { containers: [{ ...container, image: "j" }] } };
    expect(wrong("v1/Pod", image, old)).toEqual([]);
    const [name] = wrong("v1/Pod", { spec: { ...old.spec, nodeName: "n" } }, old);
    expect(name).toContain("spec: Forbidden: pod updates may not change fields other than");
    const more = { spec: { containers: [container, { ...container, name: "d" }] } };
    expect(wrong("v1/Pod", more, old)).toEqual([
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ]);
  });
});

describe("rules of what makes pods", () => {
  it("demand that selectors match templates, and stay", () => {
    expect(wrong("apps/v1/Deployment", deployment)).toEqual([]);
    const other = { spec: { template, selector: { matchLabels: { a: "c" } } } };
    expect(wrong("apps/v1/Deployment", other, deployment)).toEqual([
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
      'spec.selector: Invalid value: {"matchLabels":{"a":"c"}}: field is immutable',
    ]);
    expect(wrong("apps/v1/StatefulSet", { spec: { template } })).toContain(
      "spec.selector: Required value",
    );
  });

  it("demand the restart policy of their kind", () => {
    expect(wrong("batch/v1/Job", { spec: { template } })).toEqual([
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ]);
    const spec = { ...template.spec, restartPolicy: "Never" };
    const never = { spec: { selector, template: { ...template, spec } } };
    expect(wrong("apps/v1/DaemonSet", never)).toEqual([
      'spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"',
    ]);
  });

  it("keep most of a StatefulSet", () => {
    const changed = { spec: { ...deployment.spec, serviceName: "s", replicas: 3 } };
    expect(wrong("apps/v1/StatefulSet", changed, deployment)).toEqual([
      'spec.serviceName: Invalid value: "s": field is immutable',
    ]);
  });

  it.each([
    ["*/5 0-23/2 * JAN,2 mon-fri", undefined],
    ["@hourly", undefined],
    ["* * *", "expected exactly 5 fields, found 3: [* * *]"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["* * * * x", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ])("know the schedule %s", (schedule, fault) => {
    expect(scheduleFault(schedule)).toBe(fault);
  });
});

describe("rules of other kinds", () => {
  it("keep the address of a Service, and name several ports", () => {
    const spec = { ports: [{ port: 80 }], clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"] };
    const moved = { ...spec, clusterIP: "10.0.0.2", clusterIPs: ["10.0.0.2"] };
    expect(wrong("v1/Service", { spec: moved }, { spec })).toEqual([
      'spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set',
    ]);
    expect(
      wrong("v1/Service", { spec: { ports: [{ port: 80 }, { port: 80, name: "a" }] } }),
    ).toEqual([
      "spec.ports[0].name: Required value",
      'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    ]);
  });

  it("keep a claim, but let a bound one grow", () => {
    const sized = (storage: string, phase = "Bound"): JsonObject => ({
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
      status: { phase, capacity: { storage: "2Gi" } },
    });
    const claim = "v1/PersistentVolumeClaim";
    expect(wrong(claim, sized("3Gi"), sized("2Gi"))).toEqual([]);
    expect(wrong(claim, sized("1Gi"), sized("2Gi"))).toEqual([
      "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
    ]);
    expect(wrong(claim, sized("3Gi", "Pending"), sized("2Gi", "Pending"))).toHaveLength(1);
  });

  it("demand paths of an Ingress to be absolute", () => {
    const backend = { service: { name: "s", port: { number: 80 } } };
    const path = { path: "a", pathType: "Prefix", backend };
    expect(
      wrong("networking.k8s.io/v1/Ingress", { spec: { rules: [{ http: { paths: [path] } }] } }),
    ).toEqual(['spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path']);
  });

  it("say nothing of kinds without rules", () => {
    expect(validateKind({ group: "node.k8s.io", kind: "RuntimeClass" }, {})).toEqual([]);
  });
});
