import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  builtinNames,
  registeredVersions,
  isServedBy,
  servedApiVersions,
} from "../../../../src/runtime/v1/built-in/table/registered-kinds.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";

const minors: readonly KubernetesMinor[] = [28, 29, 30, 31, 32, 33, 34, 35, 36, 37];

function servedIn(group: string, kind: string, minor: KubernetesMinor): readonly string[] {
  return registeredVersions(group, kind)
    .filter((version) => isServedBy(minor, version))
    .map(({ version }) => version);
}

describe("kinds of Kubernetes itself", () => {
  it.each([
    ["", "Pod", 28, ["v1"]],
    ["apps", "Deployment", 37, ["v1"]],
    ["policy", "PodSecurityPolicy", 28, []],
    ["flowcontrol.apiserver.k8s.io", "FlowSchema", 28, ["v1beta2", "v1beta3"]],
    ["flowcontrol.apiserver.k8s.io", "FlowSchema", 29, ["v1", "v1beta3"]],
    ["flowcontrol.apiserver.k8s.io", "FlowSchema", 32, ["v1"]],
    ["resource.k8s.io", "ResourceClaim", 33, ["v1alpha3", "v1beta1", "v1beta2"]],
    ["resource.k8s.io", "ResourceClaim", 34, ["v1", "v1beta1", "v1beta2"]],
    ["scheduling.k8s.io", "Workload", 36, ["v1alpha2"]],
    ["apiregistration.k8s.io", "APIService", 30, ["v1"]],
    ["stable.example.com", "CronTab", 37, []],
    ["", "constructor", 37, []],
  ] as const)("'%s' %s in 1.%i: %j", (group, kind, minor, versions) => {
    expect(servedIn(group, kind, minor)).toEqual(versions);
  });

  it("tells until when a version was served", () => {
    expect(registeredVersions("policy", "PodSecurityPolicy")).toEqual([
      { version: "v1beta1", until: 24 },
    ]);
  });

  it.each([
    ["apps", "Deployment", 37, ["apps/v1"]],
    ["extensions", "Deployment", 37, ["apps/v1"]],
    ["extensions", "NetworkPolicy", 28, ["networking.k8s.io/v1"]],
    ["extensions", "PodSecurityPolicy", 37, []],
    ["rbac.authorization.k8s.io", "ClusterRole", 37, ["rbac.authorization.k8s.io/v1"]],
    ["flowcontrol.apiserver.k8s.io", "FlowSchema", 29, ["v1", "v1beta3"].map((v) => `flowcontrol.apiserver.k8s.io/${v}`)], // prettier-ignore
    ["node.k8s.io", "RuntimeClass", 37, ["node.k8s.io/v1"]],
    ["networking.k8s.io", "ClusterCIDR", 28, ["networking.k8s.io/v1alpha1"]],
    ["", "Pod", 37, ["v1"]],
  ] as const)("of '%s' %s, 1.%i takes %j", (group, kind, minor, apiVersions) => {
    expect(servedApiVersions(group, kind, minor)).toEqual(apiVersions);
  });

  it("lists what a server has", () => {
    expect(builtinNames(37)).toContain("/ConfigMap");
    expect(builtinNames(37)).not.toContain("policy/PodSecurityPolicy");
  });
});

const modules = process.env["GOMODCACHE"] ?? join(homedir(), "go/pkg/mod");
const available = minors.filter((minor) => goFolders(minor).length > 0);

describe("the table, held against the Go modules of Kubernetes", () => {
  if (available.length === 0) {
    it("DID NOT RUN: k8s.io/api is not in the cache of Go modules", () => {
      console.warn(`DID NOT RUN: no k8s.io/api@v0.N.0 in ${modules}; \`go mod download\` gets it`);
    });
    return;
  }
  it.each(available)("has what 1.%i registers, and nothing else", (minor) => {
    expect(tabled(minor)).toEqual(registered(minor));
  });
});

/** The folders of the versions of the groups that a release registers. */
function goFolders(minor: number): readonly string[] {
  const below = [
    `k8s.io/api@v0.${minor}.0`,
    `k8s.io/kube-aggregator@v0.${minor}.0/pkg/apis`,
    `k8s.io/apiextensions-apiserver@v0.${minor}.0/pkg/apis`,
  ].map((path) => join(modules, path));
  if (!below.every((path) => existsSync(path))) return [];
  return below.flatMap((path) =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => /^\w+\/v\d\w*\/register\.go$/.test(name))
      .map((name) => join(path, name, "..")),
  );
}

function registered(minor: KubernetesMinor): readonly string[] {
  return goFolders(minor)
    .flatMap((folder) => {
      const text = readFileSync(join(folder, "register.go"), "utf8").replace(/\/\/.*/g, "");
      const group = /GroupName\s*=\s*"([^"]*)"/.exec(text)?.[1] ?? "";
      const version = /Version: "([^"]+)"/.exec(text)?.[1] ?? "";
      const known = text.slice(text.search(/AddKnownTypes\(\s*SchemeGroupVersion/));
      const removed = removedIn(join(folder, "zz_generated.prerelease-lifecycle.go"));
      return [...known.matchAll(/&(\w+)\{\}/g)]
        .map(([, kind = ""]) => kind)
        .filter((kind) => !/(?:List|Options)$/.test(kind))
        .filter((kind) => (removed.get(kind) ?? Infinity) > minor)
        .map((kind) => `${group}/${version} ${kind}`);
    })
    .sort();
}

/** From which minor release on kinds are not served any more. */
function removedIn(path: string): ReadonlyMap<string, number> {
  if (!existsSync(path)) return new Map();
  const functions = readFileSync(path, "utf8").matchAll(
    /func \(in \*(\w+)\) APILifecycleRemoved\(\) \(major, minor int\) \{\s*return 1, (\d+)/g,
  );
  return new Map([...functions].map(([, kind = "", minor]) => [kind, Number(minor)]));
}

function tabled(minor: KubernetesMinor): readonly string[] {
  return builtinNames(minor)
    .flatMap((name) => {
      const [group = "", kind = ""] = name.split("/");
      return servedIn(group, kind, minor).map((version) => `${group}/${version} ${kind}`);
    })
    .sort();
}
