import { parseQuery } from "../runtime/v1/testing/request-info.js";
import type { ServerAnswer } from "../runtime/v1/testing/server-call.js";
import { plainAnswer } from "../runtime/v1/testing/server-call.js";
import { quote } from "../runtime/v1/values/go/quote.js";

/*
 * What load balancers and `kubectl get --raw '/readyz?verbose'` ask for (apiserver
 * `server/healthz/healthz.go`). A server in one process is well as long as it answers: its checks
 * have the names that a cluster's have, so that whoever names one finds it.
 */

const hooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
].map((name) => `poststarthook/${name}`);

const common = [
  ...hooks,
  "autoregister-completion",
  "poststarthook/apiservice-openapi-controller",
  "poststarthook/apiservice-openapiv3-controller",
];

const liveness = ["ping", "log", "loopback-serving-certificate", "etcd", ...common];

/** The checks of each path, in the server's order (1.37). */
const checks: { readonly [kind: string]: readonly string[] } = {
  healthz: liveness,
  livez: liveness,
  readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...common, "shutdown"],
};

/**
 * The answer to `/healthz`, `/livez` and `/readyz`, and to each of their checks; undefined for
 * other paths. Any method will do, as in a cluster.
 *
 * @param query percent-encoded; `verbose` lists the checks, `exclude` names those to leave out
 */
export function healthAnswer(path: string, query: string | undefined): ServerAnswer | undefined {
  const [, kind = "", check] = /^\/(healthz|livez|readyz)(?:\/(.*))?$/.exec(path) ?? [];
  const names = checks[kind];
  if (names === undefined) return undefined;
  if (check !== undefined) return names.includes(check) ? passed : undefined;
  const values = parseQuery(query);
  const text = values.has("verbose") ? reportOf(kind, names, values.get("exclude") ?? []) : "ok";
  return plainAnswer(200, text);
}

/** Nothing says that its type is not to be guessed. */
const passed: ServerAnswer = {
  status: 200,
  headers: [["content-type", "text/plain; charset=utf-8"]],
  body: "ok",
};

function reportOf(kind: string, names: readonly string[], excluded: readonly string[]): string {
  const lines = names.map((name) =>
    excluded.includes(name) ? `[+]${name} excluded: ok` : `[+]${name} ok`,
  );
  const unknown = [...new Set(excluded)].filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0) {
    const list = unknown.map(quote).join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${list}`);
  }
  return [...lines, `${kind} check passed`, ""].join("\n");
}
