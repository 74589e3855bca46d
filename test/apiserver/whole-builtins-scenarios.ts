import type { TwinRequest } from "./two-servers.js";
import { apply, json, merge, send, strategic, table } from "./whole-requests.js";

/** Requests in a namespace of their own. */
export type Scenario = (namespace: string) => readonly TwinRequest[];

const strict = { query: "fieldValidation=Strict" };

/** Scenarios by name. */
export const builtinScenarios: { readonly [name: string]: Scenario } = {
  "config maps": (namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    return [
      send("POST", path, { metadata: { name: "a" }, data: { a: 1 } }),
      send("POST", path, { metadata: { name: "a" }, data: ["a"] }),
      send("POST", path, { metadata: { name: "a" }, data: { a: "1" }, other: 1 }, strict),
      send("POST", path, { metadata: { name: "a", x: 1 }, data: { a: "1" }, other: 1 }),
      send("GET", `${path}/a`),
      send("GET", path, undefined, { query: "fieldSelector=metadata.name!=kube-root-ca.crt" }),
      send("GET", `${path}/a`, undefined, table),
      send("POST", path, { metadata: { name: "b" }, data: { "a b": "1", "..": "", "..a": "" } }),
      send("POST", path, { metadata: { name: "b" }, data: { a: "1" }, binaryData: { a: "YQ==" } }),
      send("POST", path, { metadata: { name: "b" }, binaryData: { a: "YQ" } }),
      send("POST", path, { metadata: { name: "b" }, binaryData: { a: [97, 98] } }),
      send("POST", path, { metadata: { name: "B_" }, data: { a: "1" } }),
      send("POST", path, { metadata: { name: "c", finalizers: ["x"] }, data: { a: "1" } }),
      send("POST", path, { metadata: { name: "c", labels: { "a b": "c d" } } }),
      send("POST", path, {
        metadata: { name: "c", generation: 5, selfLink: "x" },
        immutable: true,
      }),
      send("PUT", `${path}/c`, { metadata: { name: "c" }, data: { a: "b" } }),
      send("PUT", `${path}/c`, {
        metadata: { name: "c" },
        data: { a: "b" },
        immutable: true,
        binaryData: { b: "YQ==" },
      }),
      send("PUT", `${path}/c`, { metadata: { name: "d" }, data: { a: "b" } }),
      send("PUT", `${path}/none`, { metadata: { name: "none" }, data: { a: "b" } }),
      send("PUT", `${path}/a`, { metadata: { name: "a", finalizers: ["y"] }, data: { a: "b" } }),
      send("PUT", `${path}/a`, {
        metadata: { name: "a" },
        data: { a: "x".repeat(1024 * 1024 + 1) },
      }),
      send("PATCH", `${path}/a`, { data: { b: 1 } }, merge),
      send("PATCH", `${path}/a`, { data: { b: "1" }, unknown: 1 }, merge),
      send(
        "PATCH",
        `${path}/a`,
        { data: { b: "1" }, unknown: 1 },
        { ...merge, query: "fieldValidation=Strict" },
      ),
      send("PATCH", `${path}/a`, { data: { c: "1", $patch: "replace" } }, strategic),
      send("PATCH", `${path}/a`, { metadata: { finalizers: ["a/b"] } }, strategic),
      send("PATCH", `${path}/a`, { metadata: { ownerReferences: [{ name: "x" }] } }, strategic),
      send("PATCH", `${path}/a`, [{ op: "add", path: "/data/x", value: 1 }], json),
      send("PATCH", `${path}/a`, [{ op: "add", path: "/data/x", value: "1" }], json),
      send("PATCH", `${path}/a`, [{ op: "replace", path: "/kind", value: "Pod" }], json),
      apply(`${path}/a`, { apiVersion: "v1", kind: "ConfigMap", data: { a: 1 } }),
      apply(`${path}/a`, { apiVersion: "v1", kind: "ConfigMap", data: { y: "1" }, unknown: 1 }),
      apply(`${path}/a`, { apiVersion: "v1", kind: "ConfigMap", data: { y: "1" } }),
      apply(`${path}/a`, { apiVersion: "v1", kind: "ConfigMap", data: { y: "1" } }),
      apply(`${path}/e`, {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "e" },
        immutable: false,
        data: {},
      }),
      send("GET", path, undefined, { query: "fieldSelector=data.a=1" }),
      send("GET", path, undefined, { query: "fieldSelector=metadata.name=a" }),
      send("DELETE", `${path}/a`),
      send("DELETE", path, undefined, { query: "fieldSelector=metadata.name!=kube-root-ca.crt" }),
      send(
        "POST",
        path,
        '{"metadata":{"name":"x"},"metadata":{"labels":{"a":"b"}},"data":{"a":"1"},"data":{"b":"2","b":"3"}}',
      ),
      send(
        "POST",
        path,
        '{"metadata":{"name":"y"},"data":{"a":"1"},"data":{"b":"2","b":"3"},"u":1,"u":2}',
        strict,
      ),
      send("POST", path, { apiVersion: "v1", kind: "Secret", metadata: { name: "x" } }),
      send("POST", path, { apiVersion: "v2", kind: "ConfigMap", metadata: { name: "x" } }),
      send("POST", path, "null"),
      send("POST", path, "[]"),
      send("POST", path, "{"),
    ];
  },
  secrets: (namespace) => {
    const path = `/api/v1/namespaces/${namespace}/secrets`;
    const typed = (name: string, type: string, data: object = {}): TwinRequest =>
      send("POST", path, { metadata: { name }, type, data });
    return [
      send("POST", path, {
        metadata: { name: "a" },
        stringData: { a: "1", b: "é" },
        data: { a: "eA==", c: "" },
      }),
      send("POST", path, { metadata: { name: "b" }, stringData: { a: 1 } }),
      send("POST", path, { metadata: { name: "b" }, data: { a: "1" } }),
      send("POST", path, { metadata: { name: "b" }, type: 1 }),
      send("POST", path, { metadata: { name: "b" }, data: { "a b": "YQ==" }, type: "x/y" }),
      typed("tls", "kubernetes.io/tls"),
      typed("tls", "kubernetes.io/tls", { "tls.crt": "YQ==", "tls.key": "YQ==" }),
      typed("docker", "kubernetes.io/dockercfg"),
      typed("docker", "kubernetes.io/dockercfg", { ".dockercfg": "YQ==" }),
      typed("docker", "kubernetes.io/dockerconfigjson", { ".dockerconfigjson": "W10=" }),
      typed("docker", "kubernetes.io/dockerconfigjson", { ".dockerconfigjson": "e30=" }),
      typed("basic", "kubernetes.io/basic-auth"),
      typed("basic", "kubernetes.io/basic-auth", { username: "YQ==" }),
      typed("ssh", "kubernetes.io/ssh-auth", { "ssh-privatekey": "" }),
      typed("token", "kubernetes.io/service-account-token"),
      typed("big", "Opaque", { a: "YWFh".repeat(349_526) }),
      send("GET", path),
      send("GET", path, undefined, table),
      send("GET", path, undefined, { query: "fieldSelector=type=Opaque" }),
      send("GET", path, undefined, { query: "fieldSelector=type!=Opaque,metadata.name=docker" }),
      send("GET", path, undefined, { query: "fieldSelector=data=1" }),
      send("PUT", `${path}/a`, { metadata: { name: "a" }, data: { x: "eA==" } }),
      send("PUT", `${path}/a`, { metadata: { name: "a" }, type: "y" }),
      send("PUT", `${path}/docker`, {
        metadata: { name: "docker" },
        data: { ".dockerconfigjson": "e30=" },
      }),
      send("PATCH", `${path}/a`, { stringData: { x: "new" }, immutable: true }, merge),
      send("PATCH", `${path}/a`, { stringData: { x: "newer" } }, merge),
      send("PATCH", `${path}/a`, { immutable: false }, strategic),
      apply(`${path}/f`, { apiVersion: "v1", kind: "Secret", stringData: { a: "b" } }),
      apply(`${path}/f`, { apiVersion: "v1", kind: "Secret", stringData: { a: "b" } }),
      apply(`${path}/f`, { apiVersion: "v1", kind: "Secret", data: { a: "Yg==" } }),
      send("DELETE", path),
    ];
  },
  leases: (namespace) => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const of = (spec: object): object => ({ metadata: { name: "a" }, spec });
    return [
      send("POST", path, of({ renewTime: "2026-01-02T03:04:05Z" })),
      send("POST", path, of({ renewTime: "2026-01-02T03:04:05.1Z" })),
      send("POST", path, of({ renewTime: "2026-01-02T03:04:05.1234567Z" })),
      send("POST", path, of({ renewTime: "2026-13-02T03:04:05.123456Z" })),
      send("POST", path, of({ renewTime: "2026-02-30T03:04:05.123456Z" })),
      send("POST", path, of({ renewTime: "2026-02-20T25:04:05.123456Z" })),
      send("POST", path, of({ renewTime: "2026-02-20 03:04:05.123456Z" })),
      send("POST", path, of({ renewTime: "2026-02-20T03:04:05.123456" })),
      send("POST", path, of({ renewTime: "2026-02-20T03:04:05.123456Zx" })),
      send("POST", path, of({ renewTime: "x" })),
      send("POST", path, of({ renewTime: "" })),
      send("POST", path, of({ renewTime: 1 })),
      send("POST", path, of({ acquireTime: "2026-02-20T03:04:05.123456+02:00", renewTime: null })),
      send("GET", `${path}/a`),
      send("GET", path, undefined, table),
      send("PUT", `${path}/a`, of({ leaseDurationSeconds: 0, leaseTransitions: -1 })),
      send("PUT", `${path}/a`, of({ holderIdentity: "x" })),
      send("PUT", `${path}/a`, {
        metadata: { name: "a", resourceVersion: "$rv(a)" },
        spec: {
          leaseDurationSeconds: 0,
          leaseTransitions: -1,
          strategy: "x",
          preferredHolder: "y",
        },
      }),
      send("PUT", `${path}/a`, {
        metadata: { name: "a", resourceVersion: "$rv(a)" },
        spec: { leaseDurationSeconds: 1.5 },
      }),
      send("PUT", `${path}/a`, {
        metadata: { name: "a", resourceVersion: "$rv(a)" },
        spec: { leaseDurationSeconds: 3000000000 },
      }),
      send("PUT", `${path}/b`, { metadata: { name: "b" }, spec: { holderIdentity: "me" } }),
      send("PUT", `${path}/c`, { metadata: { name: "b" }, spec: { holderIdentity: "me" } }),
      send("PUT", `${path}/d`, { metadata: { name: "d", resourceVersion: "1" }, spec: {} }),
      send("PUT", `${path}/e`, { metadata: { name: "e", uid: "1" }, spec: {} }),
      send("PUT", `${path}/f`, { metadata: { name: "f" }, spec: {} }, { query: "dryRun=All" }),
      send("GET", path),
      send("PATCH", `${path}/a`, { spec: { leaseDurationSeconds: -5 } }, merge),
      send("DELETE", path),
    ];
  },
  "service accounts": (namespace) => {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    return [
      send("POST", path, {
        metadata: { name: "a" },
        secrets: [{ name: "x", kind: "y" }, {}],
        imagePullSecrets: [{ name: "p" }],
      }),
      send("POST", path, { metadata: { name: "b" }, secrets: "x" }),
      send("POST", path, {
        metadata: { name: "b" },
        secrets: [{ name: 1 }],
        automountServiceAccountToken: "x",
      }),
      send("POST", path, {
        metadata: { name: "b", annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } },
      }),
      send("GET", `${path}/a`, undefined, table),
      send("PATCH", `${path}/a`, { imagePullSecrets: [{ name: "q" }] }, strategic),
      apply(`${path}/a`, { apiVersion: "v1", kind: "ServiceAccount", secrets: [{ name: "w" }] }),
      send("GET", path, undefined, { query: "fieldSelector=secrets=1" }),
      send("DELETE", `${path}/b`),
    ];
  },
  events: (namespace) => {
    const core = `/api/v1/namespaces/${namespace}/events`;
    const other = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
    const pod = { kind: "Pod", namespace, name: "p", uid: "1" };
    const old = {
      metadata: { name: "old" },
      involvedObject: pod,
      reason: "Started",
      message: " it runs ",
      source: { component: "kubelet", host: "n" },
      firstTimestamp: "2026-01-02T03:04:05Z",
      lastTimestamp: "2026-01-02T03:05:05Z",
      count: 2,
      type: "Normal",
    };
    const fresh = {
      metadata: { name: "new" },
      eventTime: "2026-01-02T03:04:05.123456Z",
      reportingController: "a.example/c",
      reportingInstance: "i",
      action: "Act",
      reason: "R",
      note: "n",
      type: "Warning",
      regarding: pod,
    };
    const select = (path: string, fieldSelector: string): TwinRequest =>
      send("GET", path, undefined, { query: `fieldSelector=${fieldSelector}` });
    return [
      send("POST", core, old),
      send("POST", other, fresh),
      send("GET", core),
      send("GET", other),
      send("GET", `${core}/new`),
      send("GET", `${other}/old`),
      send("GET", core, undefined, table),
      send("GET", other, undefined, table),
      send("GET", `/api/v1/events`, undefined, { query: `fieldSelector=involvedObject.name=none` }),
      ...["involvedObject.name=p", "involvedObject.kind=Pod,involvedObject.uid=1", "reason=R"].map(
        (one) => select(core, one),
      ),
      ...[
        "type=Warning",
        "source=kubelet",
        "source=a.example/c",
        "reportingComponent=a.example/c",
      ].map((one) => select(core, one)),
      ...["regarding.name=p", "reportingController=a.example/c", "type!=Normal", "source=x"].map(
        (one) => select(other, one),
      ),
      select(core, "regarding.name=p"),
      select(other, "involvedObject.name=p"),
      select(core, "message=x"),
      send("POST", core, { metadata: { name: "x" }, involvedObject: { name: "a" } }),
      send("POST", core, { metadata: { name: "x" }, involvedObject: { namespace: "other" } }),
      send("POST", core, { metadata: { name: "x" } }),
      send("POST", core, {
        metadata: { name: "x" },
        involvedObject: pod,
        eventTime: "2026-01-02T03:04:05.123456Z",
      }),
      send("POST", core, { metadata: { name: "X_y" }, involvedObject: pod, count: "a" }),
      send("POST", core, { metadata: { name: "X_y" }, involvedObject: pod, firstTimestamp: "a" }),
      send("POST", core, { metadata: { name: "X_y" }, involvedObject: pod }),
      send("POST", other, { metadata: { name: "y" } }),
      send("POST", other, { ...fresh, metadata: { name: "Y_" }, series: { count: 1 } }),
      send("POST", other, {
        ...fresh,
        metadata: { name: "y" },
        type: "x",
        deprecatedCount: 2,
        deprecatedSource: { host: "a" },
      }),
      send("POST", other, {
        ...fresh,
        metadata: { name: "y" },
        deprecatedFirstTimestamp: "2026-01-02T03:04:05Z",
        note: "x".repeat(1025),
      }),
      send("PUT", `${other}/new`, { ...fresh, reason: "other", note: "other" }),
      send("PUT", `${other}/new`, {
        ...fresh,
        series: { count: 2, lastObservedTime: "2026-01-02T03:04:06.000000Z" },
      }),
      send("PUT", `${other}/new`, { ...fresh, series: { count: 1 } }),
      send("PATCH", `${core}/old`, { count: 3, lastTimestamp: "2026-01-02T03:06:05Z" }, strategic),
      send("PATCH", `${other}/old`, { deprecatedCount: 4 }, merge),
      send("PUT", `${core}/made`, { ...old, metadata: { name: "made" } }),
      send("PUT", `${other}/made-too`, { ...fresh, metadata: { name: "made-too" } }),
      apply(`${other}/applied`, {
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        ...fresh,
        metadata: { name: "applied" },
      }),
      apply(`${core}/applied`, {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: "applied" },
        message: "n",
      }),
      send("GET", core),
      send("DELETE", `${other}/old`),
      send("GET", `${core}/old`),
      send("DELETE", core),
    ];
  },
  namespaces: (namespace) => {
    const path = "/api/v1/namespaces";
    const [own, maps] = [`${path}/${namespace}`, `${path}/${namespace}/configmaps`];
    const finalize = (...finalizers: readonly string[]): TwinRequest =>
      send("PUT", `${own}/finalize`, { metadata: { name: namespace }, spec: { finalizers } });
    return [
      send("GET", own),
      send("GET", own, undefined, table),
      send("POST", path, { metadata: { name: "a.b" } }),
      send("POST", path, { metadata: { name: `${namespace}-x` }, spec: { finalizers: ["x"] } }),
      send("POST", path, { metadata: { name: `${namespace}-x` }, spec: { finalizers: [1] } }),
      ...["default", "kube-system", "kube-public"].map((name) => send("DELETE", `${path}/${name}`)),
      send("PATCH", own, { metadata: { labels: null } }, merge),
      send(
        "PATCH",
        own,
        { metadata: { labels: { a: "b", "kubernetes.io/metadata.name": "x" } } },
        merge,
      ),
      send("PATCH", own, { status: { phase: "Terminating" } }, merge),
      send("PATCH", `${own}/status`, { status: { phase: "Terminating" } }, merge),
      send(
        "PATCH",
        `${own}/status`,
        { status: { conditions: [{ type: "a", status: "True" }] } },
        strategic,
      ),
      send(
        "PATCH",
        `${own}/status`,
        { status: { conditions: [{ type: "b", status: "True" }] } },
        strategic,
      ),
      send("GET", path, undefined, {
        query: `fieldSelector=status.phase=Active,metadata.name=${namespace}`,
      }),
      send("GET", path, undefined, { query: "fieldSelector=metadata.namespace=x" }),
      send("GET", path, undefined, {
        query: "fieldSelector=status.phase=Terminating,metadata.name=none",
      }),
      send("GET", `${own}/serviceaccounts/default`),
      send("POST", maps, { metadata: { name: "held", finalizers: ["a/b"] } }),
      finalize("a/b", "kubernetes"),
      finalize("x"),
      finalize("kubernetes"),
      send("DELETE", own),
      send("POST", maps, { metadata: { name: "late" } }),
    ];
  },
  reviews: (namespace) => {
    const [authentication, authorization] = [
      "/apis/authentication.k8s.io/v1",
      "/apis/authorization.k8s.io/v1",
    ];
    const local = `${authorization}/namespaces/${namespace}/localsubjectaccessreviews`;
    const resourceAttributes = { verb: "get", resource: "pods", namespace };
    return [
      send("POST", `${authentication}/selfsubjectreviews`, {}),
      send("POST", `${authentication}/selfsubjectreviews`, { kind: "TokenReview" }),
      send("POST", `${authentication}/tokenreviews`, {}),
      send("POST", `${authentication}/tokenreviews`, { spec: { token: 1 } }),
      send("POST", `${authorization}/subjectaccessreviews`, {}),
      send("POST", `${authorization}/selfsubjectaccessreviews`, {
        spec: { resourceAttributes: "x" },
      }),
      send("POST", `${authorization}/selfsubjectrulesreviews`, {}),
      send("POST", local, {
        metadata: { namespace },
        spec: { user: "a", nonResourceAttributes: {} },
      }),
      send("POST", local, {
        metadata: { namespace },
        spec: { resourceAttributes: { ...resourceAttributes, namespace: "x" } },
      }),
      send("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/none/token`, {}),
    ];
  },
};
