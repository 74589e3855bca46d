import { expect, it } from "vitest";
import { selectKinds } from "../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";

function kindsFor(...names: readonly string[]): readonly string[] {
  const { resources, faults } = selectKinds(kindTable(37), names);
  expect(faults).toEqual([]);
  return resources.map(({ group, version, kind }) => [group, version, kind].join("/"));
}

function faultOf(name: string, minor: KubernetesMinor = 37): string | undefined {
  return selectKinds(kindTable(minor), [name]).faults[0]?.message;
}

it("takes kinds by their names, with and without versions", () => {
  expect(kindsFor("apps/v1/Deployment")).toEqual(["apps/v1/Deployment"]);
  expect(kindsFor("apps/v1/deployments")).toEqual(["apps/v1/Deployment"]);
  expect(kindsFor("v1/Pod", "core/v1/Secret")).toEqual(["/v1/Pod", "/v1/Secret"]);
  expect(kindsFor("HorizontalPodAutoscaler")).toEqual([
    "autoscaling/v1/HorizontalPodAutoscaler",
    "autoscaling/v2/HorizontalPodAutoscaler",
  ]);
  expect(kindsFor("v1/Pod", "v1/Pod")).toEqual(["/v1/Pod"]);
});

it("takes groups, versions of groups, workloads and all", () => {
  expect(kindsFor("apps")).toEqual(kindsFor("apps/v1"));
  expect(kindsFor("apps")).toContain("apps/v1/StatefulSet");
  expect(kindsFor("core")).toEqual(kindsFor("v1"));
  expect(kindsFor("core")).not.toContain("/v1/Binding");
  expect(kindsFor("workloads")).toContain("batch/v1/Job");
  expect(kindsFor("all").length).toBe(65);
});

it("takes what can only be created by its own name", () => {
  expect(kindsFor("authorization.k8s.io/v1/SubjectAccessReview")).toHaveLength(1);
  expect(kindsFor("all").join()).not.toContain("Review");
});

it("proposes the nearest names for what there is not", () => {
  expect(faultOf("apps/v1/Deploymnet")).toContain("did you mean 'apps/v1/Deployment'?");
  expect(faultOf("Podz")).toContain("'v1/Pod'");
  expect(faultOf("workload")).toContain("'workloads'");
  expect(faultOf("nothing at all like it")).toContain("name kinds as 'apps/v1/Deployment'");
});

it("says which release has a kind", () => {
  expect(faultOf("resource.k8s.io/v1/ResourceClaim", 33)).toContain("since 1.34");
  expect(faultOf("admissionregistration.k8s.io/v1alpha1/MutatingAdmissionPolicy")).toContain(
    "--cluster",
  );
});

it("says of documents what is in none of them", () => {
  const { resources } = kindTable(37);
  const [pod] = resources.filter(({ kind }) => kind === "Pod");
  const documents = {
    resources: pod === undefined ? [] : [pod],
    ofKind: () => undefined,
    findStruct: () => undefined,
    enumValues: () => undefined,
  };
  const [fault] = selectKinds(documents, ["apps/v1/Deployment"]).faults;
  expect(fault?.message).toMatch(/^'apps\/v1\/Deployment' is in none of the documents; /);
  const [near] = selectKinds(documents, ["v1/Pods"]).faults;
  expect(near?.message).toBe("'v1/Pods' is in none of the documents; did you mean 'v1/Pod'?");
});
