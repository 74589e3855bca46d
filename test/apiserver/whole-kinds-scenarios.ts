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
  "warnings of kinds": (namespace) => {
    const at = (group: string, plural: string): string =>
      `${group === "v1" ? "/api/v1" : `/apis/${group}`}/namespaces/${namespace}/${plural}`;
    const dry = { query: "dryRun=All" };
    const named = (more: object, metadata: object = {}): object => ({
      metadata: { name: `${namespace}-a`, ...metadata },
      ...more,
    });
    const template = {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "a", image: "a" }] },
    };
    const selector = { matchLabels: { a: "b" } };
    const job = { ...template, spec: { ...template.spec, restartPolicy: "Never" } };
    const claim = {
      metadata: { name: "c" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1500m" } } },
    };
    // Others that are odd are refused in new objects.
    const [oddAddress, oddRange] = ["2001:db8:0:0::1", "2001:db8:0::/64"];
    const service = (spec: object): TwinRequest =>
      send("POST", at("v1", "services"), named({ spec: { ports: [{ port: 80 }], ...spec } }), dry);
    return [
      send(
        "POST",
        at("v1", "endpoints"),
        named({
          subsets: [
            {
              addresses: [{ ip: "1.2.3.4" }],
              notReadyAddresses: [{ ip: "2001:db8:0:0::1" }],
              ports: [{ port: 1 }],
            },
          ],
        }),
        dry,
      ),
      send("GET", at("v1", "endpoints")),
      send("GET", `${at("v1", "endpoints")}/none`),
      send("DELETE", `${at("v1", "endpoints")}/none`),
      send(
        "POST",
        at("discovery.k8s.io/v1", "endpointslices"),
        named({ addressType: "FQDN", endpoints: [{ addresses: ["a.b"] }] }),
        dry,
      ),
      send(
        "POST",
        "/api/v1/nodes",
        named({ spec: { externalID: "x", podCIDRs: [oddRange], podCIDR: oddRange } }),
        dry,
      ),
      send(
        "POST",
        "/api/v1/nodes",
        named({
          spec: {
            configSource: { configMap: { name: "a", namespace: "b", kubeletConfigKey: "c" } },
          },
        }),
        dry,
      ),
      send(
        "POST",
        at("v1", "resourcequotas"),
        named({
          spec: {
            hard: {
              cpu: "2",
              "limits.cpu": "1500m",
              "requests.memory": "2Gi",
              "limits.memory": "1Gi",
            },
          },
        }),
        dry,
      ),
      send(
        "POST",
        at("networking.k8s.io/v1", "ingresses"),
        named(
          { spec: { defaultBackend: { service: { name: "a", port: { number: 1 } } } } },
          { annotations: { "kubernetes.io/ingress.class": "x" } },
        ),
        dry,
      ),
      send(
        "POST",
        at("networking.k8s.io/v1", "networkpolicies"),
        named({
          spec: {
            podSelector: {},
            ingress: [
              {
                from: [{ ipBlock: { cidr: oddRange, except: ["2001:db8:0:0:1::/80"] } }],
              },
            ],
            egress: [{ to: [{ ipBlock: { cidr: oddRange } }] }],
          },
        }),
        dry,
      ),
      send(
        "POST",
        "/apis/node.k8s.io/v1/runtimeclasses",
        named({ handler: "a", scheduling: { nodeSelector: { "beta.kubernetes.io/os": "linux" } } }),
        dry,
      ),
      send(
        "POST",
        "/apis/resource.k8s.io/v1/resourceslices",
        named({
          spec: {
            driver: "A.b",
            pool: { name: "a", resourceSliceCount: 1, generation: 1 },
            allNodes: true,
          },
        }),
        dry,
      ),
      send(
        "POST",
        "/apis/storage.k8s.io/v1/csidrivers",
        named({ spec: { tokenRequests: [{ audience: "a" }] } }),
        dry,
      ),
      send(
        "POST",
        "/apis/storage.k8s.io/v1/storageclasses",
        named({
          provisioner: "a.b/c",
          allowedTopologies: [
            {
              matchLabelExpressions: [
                { key: "failure-domain.beta.kubernetes.io/zone", values: ["a"] },
              ],
            },
          ],
        }),
        dry,
      ),
      send(
        "POST",
        at("storage.k8s.io/v1", "csistoragecapacities"),
        named({
          storageClassName: "a",
          nodeTopology: {
            matchLabels: { "beta.kubernetes.io/arch": "a" },
            matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }],
          },
        }),
        dry,
      ),
      send(
        "POST",
        "/api/v1/persistentvolumes",
        named({
          spec: {
            capacity: { storage: "1Gi" },
            accessModes: ["ReadWriteOnce"],
            persistentVolumeReclaimPolicy: "Retain",
            rbd: { monitors: ["a"], image: "a" },
            nodeAffinity: {
              required: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }] },
                ],
              },
            },
          },
        }),
        dry,
      ),
      send(
        "POST",
        at("apps/v1", "deployments"),
        named({ spec: { selector, template } }, { name: "a.b" }),
        dry,
      ),
      send(
        "POST",
        at("apps/v1", "replicasets"),
        named({ spec: { selector, template } }, { name: "a.b" }),
        dry,
      ),
      send(
        "POST",
        at("v1", "replicationcontrollers"),
        named({ spec: { selector: { a: "b" }, template } }, { name: "a.b" }),
        dry,
      ),
      send(
        "POST",
        at("apps/v1", "daemonsets"),
        named({ spec: { selector, template } }, { name: "a.b" }),
        dry,
      ),
      send(
        "POST",
        at("apps/v1", "statefulsets"),
        named({
          spec: {
            selector,
            template,
            serviceName: "a",
            revisionHistoryLimit: -1,
            volumeClaimTemplates: [claim],
          },
        }),
        dry,
      ),
      send(
        "POST",
        at("batch/v1", "jobs"),
        named(
          {
            spec: {
              template: job,
              completionMode: "Indexed",
              completions: 100001,
              parallelism: 10001,
            },
          },
          { name: "a" },
        ),
        { query: "dryRun=All&fieldManager=m" },
      ),
      send(
        "POST",
        at("batch/v1", "cronjobs"),
        named(
          { spec: { schedule: "* * * * *", jobTemplate: { spec: { template: job } } } },
          { name: "a.b" },
        ),
        dry,
      ),
      service({ externalIPs: [oddAddress] }),
      service({
        clusterIP: "None",
        externalIPs: ["1.2.3.4"],
        loadBalancerIP: "1.2.3.4",
        sessionAffinity: "ClientIP",
      }),
      service({
        type: "LoadBalancer",
        loadBalancerIP: oddAddress,
        loadBalancerSourceRanges: [oddRange],
      }),
      service({
        type: "LoadBalancer",
        loadBalancerSourceRanges: ["10.0.0.0/8"],
        trafficDistribution: "PreferClose",
      }),
      service({ type: "ExternalName", externalName: "a.b", externalIPs: ["1.2.3.4"] }),
    ];
  },
  "limits without a name, bindings": (namespace) => {
    const limits = `/api/v1/namespaces/${namespace}/limitranges`;
    const spec = { limits: [{ type: "Container", default: { cpu: "1" } }] };
    return [
      send("POST", limits, { spec }),
      send("POST", limits, { metadata: { generateName: "a-" }, spec }),
      send("POST", limits, { metadata: { name: "b" }, spec }),
      send("GET", `${limits}/b`),
      send("GET", `/api/v1/namespaces/${namespace}/bindings`),
      send("POST", `/api/v1/namespaces/${namespace}/bindings`, {
        metadata: { name: "none" },
        target: { name: "n" },
      }),
      send("POST", `/api/v1/namespaces/${namespace}/bindings`, { metadata: { name: "none" } }),
    ];
  },
};
