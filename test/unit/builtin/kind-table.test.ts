import { describe, expect, it } from "vitest";
import type { FieldType } from "../../../src/runtime/v1/built-in/table/field-row.js";
import { readFieldRow } from "../../../src/runtime/v1/built-in/table/field-row.js";
import { kindRows } from "../../../src/runtime/v1/built-in/table/kind-rows.js";
import { KindTable, kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";

const minors = kindRows.minors as KubernetesMinor[]; // of our own table

function structsIn(type: FieldType): readonly string[] {
  if (type.kind === "struct") return [type.struct];
  return type.kind === "scalar" ? [] : structsIn(type.of);
}

describe("the table of built-in kinds", () => {
  it.each(minors)("has every struct that kinds of 1.%i are made of", (minor) => {
    const table = new KindTable(minor);
    const seen = new Set<string>();
    const pending = table.resources.map(({ struct }) => struct);
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const { type } of table.struct(name).fields) pending.push(...structsIn(type));
    }
    expect(seen.size).toBeGreaterThan(350);
  });

  it("says what a release has", () => {
    const slices = { group: "resource.k8s.io", version: "v1", kind: "ResourceSlice" };
    expect(kindTable(33).ofKind(slices)).toBeUndefined();
    expect(kindTable(37).ofKind(slices)).toMatchObject({
      plural: "resourceslices",
      scope: "Cluster",
      selectableFields: ["spec.driver", "spec.nodeName", "spec.pool.name"],
    });
    const fieldsOf = (minor: KubernetesMinor): readonly string[] =>
      kindTable(minor)
        .struct("apps/v1.DeploymentStatus")
        .fields.map(({ name }) => name);
    expect(fieldsOf(28)).not.toContain("terminatingReplicas");
    expect(fieldsOf(37)).toContain("terminatingReplicas");
  });

  it("knows subresources and what is sent to them", () => {
    const pods = kindTable(37).ofKind({ group: "", version: "v1", kind: "Pod" });
    const eviction = pods?.subresources.find(({ name }) => name === "eviction");
    expect(eviction).toEqual({
      name: "eviction",
      group: "policy",
      version: "v1",
      kind: "Eviction",
      verbs: ["create"],
    });
    expect(pods?.columns.map(({ name }) => name).slice(0, 3)).toEqual(["Name", "Ready", "Status"]);
  });

  it("has enums with what later releases added", () => {
    expect(kindTable(37).enumValues("core/v1.Protocol")).toEqual(["SCTP", "TCP", "UDP"]);
    expect(kindTable(34).enumValues("core/v1.TolerationOperator")).toEqual(["Equal", "Exists"]);
    expect(kindTable(37).enumValues("core/v1.TolerationOperator")).toContain("Gt");
    expect(kindTable(37).enumValues("core/v1.ResourceName")).toBeUndefined();
  });

  it("reads rows of text", () => {
    const row = "ports []core/v1.ServicePort 1 list=port,protocol patch=merge key=port";
    expect(readFieldRow(row)).toMatchObject({
      name: "ports",
      type: { kind: "list", of: { kind: "struct", struct: "core/v1.ServicePort" } },
      number: 1,
      isPrinted: false,
      list: ["port", "protocol"],
      patch: "merge",
      mergeKey: "port",
    });
    expect(readFieldRow("limits (map[string]Quantity)~core/v1.ResourceList 1").type).toEqual({
      kind: "map",
      of: { kind: "scalar", scalar: "Quantity" },
      name: "core/v1.ResourceList",
    });
    const volume = readFieldRow("hostPath *core/v1.HostPathVolumeSource 1 within=VolumeSource:2");
    expect(volume.within).toEqual({ name: "VolumeSource", number: 2 });
    expect(readFieldRow('protocol string 4 default="TCP"').default).toBe("TCP");
  });
});
