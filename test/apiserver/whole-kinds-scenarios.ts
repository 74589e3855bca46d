import type { TwinRequest } from "./two-servers.js";
import type { Scenario } from "./whole-builtins-scenarios.js";
import { applyAs, merge, send, strategic, table } from "./whole-requests.js";

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

/**
 * What the first version cannot say is kept here only by what is stored: the place of the metric of
 * CPU among the others, and amounts that nobody measured.
 */
const metrics = [
  {
    type: "Resource",
    resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } },
  },
  {
    type: "Pods",
    pods: {
      metric: { name: "hits", selector: { matchLabels: { a: "b" } } },
      target: { type: "AverageValue", averageValue: "1500m" },
    },
  },
  {
    type: "Object",
    object: {
      metric: { name: "requests" },
      describedObject: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "main" },
      target: { type: "Value", value: "10k" },
    },
  },
  {
    type: "Object",
    object: {
      metric: { name: "others" },
      describedObject: { apiVersion: "v1", kind: "Service", name: "main" },
      target: { type: "AverageValue", averageValue: "2" },
    },
  },
  {
    type: "External",
    external: {
      metric: { name: "queue", selector: { matchExpressions: [{ key: "a", operator: "Exists" }] } },
      target: { type: "AverageValue", averageValue: "30" },
    },
  },
  {
    type: "ContainerResource",
    containerResource: {
      name: "cpu",
      container: "app",
      target: { type: "Utilization", averageUtilization: 50 },
    },
  },
  {
    type: "Resource",
    resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
  },
];

const behavior = {
  scaleDown: {
    stabilizationWindowSeconds: 60,
    policies: [{ type: "Pods", value: 1, periodSeconds: 30 }],
  },
};

const status = {
  currentReplicas: 2,
  desiredReplicas: 3,
  lastScaleTime: "2026-01-02T03:04:05Z",
  observedGeneration: 1,
  currentMetrics: [
    {
      type: "Resource",
      resource: { name: "cpu", current: { averageUtilization: 40, averageValue: "400m" } },
    },
    { type: "External", external: { metric: { name: "queue" }, current: { value: "7" } } },
    { type: "Pods", pods: { metric: { name: "hits" }, current: { averageValue: "3" } } },
  ],
  conditions: [
    {
      type: "AbleToScale",
      status: "True",
      reason: "Ready",
      lastTransitionTime: "2026-01-02T03:04:05Z",
    },
  ],
};

const prefix = "autoscaling.alpha.kubernetes.io/";

/** Scenarios of all built-in kinds, by name. */
export const kindScenarios: { readonly [name: string]: Scenario } = {
  "autoscalers in two versions": (namespace) => {
    const at = (version: string, name = ""): string =>
      `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers${name === "" ? "" : `/${name}`}`;
    const read = (name: string): TwinRequest[] => [
      send("GET", at("v1", name)),
      send("GET", at("v2", name)),
      send("GET", at("v1", name), undefined, { ...table, query: "includeObject=None" }),
      send("GET", at("v2", name), undefined, table),
    ];
    const spec = { scaleTargetRef: target, maxReplicas: 5 };
    const old = (name: string, more: object = {}, annotations?: object): object => ({
      apiVersion: "autoscaling/v1",
      kind: "HorizontalPodAutoscaler",
      metadata: { name, ...(annotations && { annotations }) },
      spec: { ...spec, ...more },
    });
    const now = (name: string, more: object = {}, annotations?: object): object => ({
      ...old(name, more, annotations),
      apiVersion: "autoscaling/v2",
    });
    return [
      send("POST", at("v1"), old("a")),
      ...read("a"),
      send("POST", at("v1"), old("b", { targetCPUUtilizationPercentage: 70, minReplicas: 2 })),
      ...read("b"),
      send("POST", at("v2"), now("c", { metrics, behavior })),
      ...read("c"),
      send("PUT", `${at("v2", "c")}/status`, { ...now("c"), status }),
      ...read("c"),
      send("PATCH", at("v1", "c"), { spec: { targetCPUUtilizationPercentage: 61 } }, merge),
      ...read("c"),
      send(
        "PATCH",
        at("v1", "c"),
        { metadata: { annotations: { [`${prefix}behavior`]: null } } },
        merge,
      ),
      ...read("c"),
      send("PATCH", at("v1", "c"), { metadata: { annotations: null } }, strategic),
      ...read("c"),
      send(
        "POST",
        at("v1"),
        old(
          "d",
          {},
          {
            own: "1",
            [`${prefix}behavior`]:
              '{"scaleup":{"Policies":[{"Type":"Percent","value":10,"PeriodSeconds":20}]}}',
            [`${prefix}metrics`]:
              '[{"type":"Pods","pods":{"metricName":"hits","targetAverageValue":"0.5"}},{"type":"Object","object":{"target":{"kind":"Service","name":"s","apiVersion":"v1"},"metricName":"m","targetValue":"0","averageValue":"2"}}]',
          },
        ),
      ),
      ...read("d"),
      send(
        "POST",
        at("v1"),
        old("e", {}, { [`${prefix}metrics`]: "{", [`${prefix}behavior`]: "{}" }),
      ),
      ...read("e"),
      send("POST", at("v2"), now("f", {}, { [`${prefix}metrics`]: "[]", x: "y" })),
      ...read("f"),
      send("POST", at("v1"), old("g", { metrics })),
      send("POST", at("v1"), old("h", { targetCPUUtilizationPercentage: -1 })),
      send("POST", at("v1"), old("i", { targetCPUUtilizationPercentage: 0 })),
      send("POST", at("v1"), now("j")),
      send("POST", at("v1"), old("k", {}, { [`${prefix}metrics`]: '[{"type":"Pods"}]' })),
      applyAs(at("v1", "l"), old("l", { targetCPUUtilizationPercentage: 30 }), "one"),
      applyAs(at("v2", "l"), now("l", { maxReplicas: 6 }), "two"),
      applyAs(at("v2", "l"), now("l", { maxReplicas: 6 }), "two", true),
      applyAs(at("v1", "l"), old("l", { minReplicas: 2 }), "one", true),
      applyAs(
        at("v2", "l"),
        now("l", { metrics: [...metrics.slice(0, 1), ...metrics.slice(-1)] }),
        "three",
        true,
      ),
      ...read("l"),
      send(
        "PATCH",
        `${at("v1", "l")}/status`,
        { status: { currentReplicas: 1, desiredReplicas: 1 } },
        merge,
      ),
      ...read("l"),
      send("GET", at("v1"), undefined, { ...table, query: "includeObject=None" }),
      send("GET", at("v2"), undefined, table),
      send("GET", at("v1")),
      send("GET", at("v2")),
      send("DELETE", at("v1", "a")),
    ];
  },
};
