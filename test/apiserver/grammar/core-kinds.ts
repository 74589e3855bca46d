import { reviewResources } from "./reviews.js";
import type { ApiResource } from "./world.js";
import { builtinResource } from "./world.js";

/** The kinds of Kubernetes itself that both servers have. */
export const coreResources: readonly ApiResource[] = [
  builtinResource("configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "x" },
    data: { one: "1", "two.txt": "second\n" },
    binaryData: { three: "AQID" },
    immutable: false,
  }),
  builtinResource(
    "secrets",
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "x" },
      type: "Opaque",
      data: { one: "AQID" },
      stringData: { two: "plain" },
    },
    { selectable: ["type"] },
  ),
  builtinResource(
    "serviceaccounts",
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "x" },
      secrets: [{ name: "a" }],
      imagePullSecrets: [{ name: "b" }],
      automountServiceAccountToken: false,
    },
    { subresources: ["token"] },
  ),
  builtinResource(
    "namespaces",
    {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "x" },
      spec: { finalizers: ["kubernetes"] },
      status: { phase: "Active" },
    },
    {
      isNamespaced: false,
      subresources: ["status", "finalize"],
      selectable: ["status.phase"],
      names: ["space1", "space2", "space3"],
    },
  ),
  builtinResource(
    "events",
    {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "x" },
      involvedObject: { kind: "Thing", namespace: "grammar-a", name: "one", apiVersion: "x.example.com/v1" },
      reason: "Tested",
      message: "a message",
      source: { component: "tester", host: "here" },
      firstTimestamp: "2024-01-02T03:04:05Z",
      lastTimestamp: "2024-01-02T03:04:05Z",
      count: 2,
      type: "Normal",
    },
    { selectable: ["involvedObject.name", "involvedObject.kind", "reason", "type", "source", "reportingComponent"] },
  ),
  builtinResource(
    "events",
    {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { name: "x" },
      eventTime: "2024-01-02T03:04:05.000006Z",
      reportingController: "example.com/tester",
      reportingInstance: "tester-1",
      action: "Testing",
      reason: "Tested",
      regarding: { kind: "Thing", namespace: "grammar-a", name: "one", apiVersion: "x.example.com/v1" },
      note: "a message",
      type: "Normal",
    },
    { selectable: ["reason", "type", "regarding.name", "reportingController"] },
  ),
  builtinResource("leases", {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "x" },
    spec: {
      holderIdentity: "me",
      leaseDurationSeconds: 15,
      acquireTime: "2024-01-02T03:04:05.000006Z",
      renewTime: "2024-01-02T03:04:06.000000Z",
      leaseTransitions: 1,
    },
  }),
  ...reviewResources,
]; // prettier-ignore
