import { afterAll, beforeAll, expect, it } from "vitest";
import { defaultsOf } from "../../src/runtime/v1/built-in/defaults/defaults.js";
import { convertEvent } from "../../src/runtime/v1/built-in/event-forms.js";
import { encodeAs } from "../../src/runtime/v1/built-in/go-types/encode-as.js";
import { structOfKind } from "../../src/runtime/v1/built-in/kind-types.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { builtinTable } from "../../src/runtime/v1/built-in/tables/builtin-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { GeneratedModules } from "../support/generated-modules.js";
import { describeShared, readShared, readSharedLines } from "../support/shared.js";

interface TableCase {
  readonly id: string;
  readonly kind: string;
  readonly body: JsonObject;
  readonly columns: readonly string[];
  readonly cells: readonly (readonly Json[])[];
}

interface Facts {
  readonly kind: string;
  readonly columns?: readonly object[];
}

/** What the strategies of kinds make on creation, of which a table shows something. */
const madeByStrategies: Readonly<Record<string, JsonObject>> = {
  "t-minimal-batch-v1-Job": {
    spec: { selector: { matchLabels: { "batch.kubernetes.io/controller-uid": "<uid 1>" } } },
  },
  "t-minimal-certificates.k8s.io-v1-CertificateSigningRequest": { spec: { username: "admin" } },
  "t-rich-v1-Pod": { status: { phase: "Pending" } },
  "t-rich-v1-Service": {
    spec: {
      clusterIPs: ["10.0.0.0"],
      ports: [
        { port: 80, nodePort: 30080, protocol: "TCP" },
        { port: 53, nodePort: 30081, protocol: "UDP" },
      ],
    },
  },
};

describeShared("tables of built-in kinds", () => {
  const facts = JSON.parse(readShared("conformance/builtin/facts.json")) as {
    readonly [place: string]: Facts;
  }; // of the recorder
  it.each(Object.entries(facts))("columns of %s", (place, { kind, columns = [] }) => {
    const [, version = "", group = ""] = place.split("/").reverse();
    const { definitions } = builtinTable({ group, version, kind }, 37);
    const own = definitions.map(({ name, type, format, priority }) => {
      return { name, type, format, priority };
    });
    expect(own).toEqual(columns);
  });

  let modules: GeneratedModules;

  beforeAll(async () => {
    const parts = ["types", "table"] as const;
    modules = await GeneratedModules.generate({ sources: [], builtIn: ["all"], parts });
  }, 120_000);

  afterAll(() => {
    modules.remove();
  });

  const cases = readSharedLines<TableCase>("conformance/builtin/tables.jsonl.gz");
  it.each(cases)("cells of $id", async ({ id, kind: place, body, cells }) => {
    const now = Date.parse("2026-11-27T12:00:00Z");
    const [name = "", version = "", group = ""] = place.split("/").reverse();
    const kind = { group, version, kind: name };
    const object = made(kind, body, madeByStrategies[id] ?? {});
    const shown = group === "events.k8s.io" ? convertEvent(object, "v1") : object;
    const row = builtinTable(kind, 37).row(shown, now);
    const plural = kindTable(37).ofKind(kind)?.plural ?? "";
    const folder = `${group === "" ? "core" : group}/${version}/${plural}`;
    const exported = await modules.load(`${folder}/table`);
    const [rowName = ""] = Object.keys(exported).filter((one) => one.endsWith("Row"));
    const generatedRow = exported[rowName] as (object: Json, now: number) => Json[]; // by its name
    expect(generatedRow(object, now)).toEqual(row);
    const isDated = kindTable(37)
      .ofKind(kind)
      ?.columns.map((column) => column.name === "Created At");
    const masked = row.map((cell, index) => (isDated?.[index] === true ? "<time>" : cell));
    expect([masked]).toEqual(cells);
  });
});

/** An object as it is stored when it was just created. */
function made(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  body: JsonObject,
  more: JsonObject,
): JsonObject {
  const type = structOfKind(kind, 37);
  if (type === undefined) throw new Error(`no type of ${kind.kind}`);
  const metadata = {
    ...(body["metadata"] as JsonObject), // of an object
    creationTimestamp: "2026-11-27T12:00:00Z",
  };
  const object = encodeAs(type, { ...body, metadata }) as JsonObject; // a struct
  defaultsOf(kind, 37)?.(object);
  const taint = (object["spec"] as JsonObject | undefined)?.["taint"] as JsonObject | undefined; // of one kind
  if (taint !== undefined) taint["timeAdded"] = "2026-11-27T12:00:00Z";
  const spec = { ...(object["spec"] as JsonObject), ...(more["spec"] as JsonObject) }; // of an object
  return { ...object, spec, ...(more["status"] !== undefined && { status: more["status"] }) };
}
