import { expect, it } from "vitest";
import type { ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { apiVersionOf } from "../../src/runtime/v1/values/names.js";
import { readSharedLines } from "../support/shared.js";
import { collectionOf, plainAdmission, randomBases, resourceRow } from "./random-builtins.js";
import type { RequiredField } from "./required-fields.js";
import { requiredFields, withField, withoutField } from "./required-fields.js";
import expected from "./required-fields.json" with { type: "json" };
import type { Answer } from "./server.js";
import type { WholeCluster } from "./whole-cluster.js";
import { describeWholeCluster } from "./whole-cluster.js";

interface DefaultsCase {
  readonly path: string;
  readonly body: JsonObject;
  readonly status: number;
}

/**
 * What became of an object without a field: `absent` where it is taken, as the one with the field
 * is; `needed` where the server says that the field is missing; `unknown` where both are refused
 * alike.
 */
type Verdict = "absent" | "needed" | "unknown";

const table = kindTable(37);

describeWholeCluster(
  "fields that OpenAPI requires",
  (cluster) => {
    it("may be absent where the table says so", async () => {
      const trial = new Trial(cluster(), smallObjects());
      const verdicts: Record<string, Verdict> = {};
      for (const field of requiredFields(table, 16)) {
        const known = verdicts[field.name] ?? "unknown";
        if (known === "absent") continue;
        const verdict = await trial.of(field);
        if (known === "unknown" || verdict === "absent") verdicts[field.name] = verdict;
      }
      expect(verdicts).toEqual(expected);
      const stated = Object.keys(verdicts).filter((name) => isStated(name));
      const tried = Object.keys(verdicts).filter((name) => verdicts[name] === "absent");
      expect(stated.sort()).toEqual([...tried, ...knownOtherwise].sort());
    }, 600_000);
  },
  plainAdmission,
);

/** By collections: objects that a server takes. */
function smallObjects(): ReadonlyMap<string, JsonObject> {
  const objects = new Map<string, JsonObject>();
  const lines = readSharedLines<DefaultsCase>("conformance/builtin/defaults.jsonl.gz");
  for (const { path, body, status } of lines) {
    if (status === 201) objects.set(path.split("?")[0] ?? "", body);
  }
  for (const [name, base] of Object.entries({ ...randomBases, ...others })) {
    const row = resourceRow(name);
    const apiVersion = apiVersionOf(row);
    objects.set(collectionOf(row), {
      apiVersion,
      kind: row.kind,
      metadata: { name: "t" },
      ...base,
    });
  }
  return objects;
}

/** Beside those that random fields are added to. */
const others: Readonly<Record<string, JsonObject>> = {
  "apiservices.apiregistration.k8s.io": {
    metadata: { name: "v1.a.example" },
    spec: {
      group: "a.example",
      version: "v1",
      groupPriorityMinimum: 10,
      versionPriority: 10,
      service: { name: "s", namespace: "n" },
      insecureSkipTLSVerify: true,
    },
  },
  "runtimeclasses.node.k8s.io": { handler: "h" },
  "ingressclasses.networking.k8s.io": { spec: { controller: "a.example/c" } },
  "csinodes.storage.k8s.io": {},
  "volumeattributesclasses.storage.k8s.io": { driverName: "d.example", parameters: { a: "b" } },
  "storageversionmigrations.storagemigration.k8s.io": {
    spec: { resource: { group: "apps", resource: "deployments" } },
  },
  persistentvolumes: { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] } },
  "controllerrevisions.apps": { data: { a: 1 }, revision: 1 },
  "customresourcedefinitions.apiextensions.k8s.io": {
    metadata: { name: "as.b.example" },
    spec: {
      group: "b.example",
      names: { kind: "A", plural: "as" },
      scope: "Namespaced",
      versions: [
        {
          name: "v2",
          served: true,
          storage: false,
          schema: { openAPIV3Schema: { type: "object" } },
        },
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object" } },
        },
      ],
    },
  },
};

/** A data source of a claim that has no kind is dropped: the server takes the object. */
const knownOtherwise = ["core/v1.TypedLocalObjectReference.kind"];

/** What the table says of a field. */
function isStated(name: string): boolean {
  const at = name.lastIndexOf(".");
  const rows = table.struct(name.slice(0, at)).fields;
  return rows.find((row) => row.name === name.slice(at + 1))?.mayBeAbsent === true;
}

class Trial {
  readonly #cluster: WholeCluster;
  readonly #bases: ReadonlyMap<string, JsonObject>;

  constructor(cluster: WholeCluster, bases: ReadonlyMap<string, JsonObject>) {
    this.#cluster = cluster;
    this.#bases = bases;
  }

  async of(field: RequiredField): Promise<Verdict> {
    const { resource, steps } = field;
    const base = this.#bases.get(collectionOf(resource));
    if (base === undefined) return "unknown";
    const object = withField(table, field, base);
    const [whole, without] = [
      await this.#send(resource, object),
      await this.#send(resource, withoutField(object, steps)),
    ];
    const isDropped = whole.code < 300 && !hasField(whole.body as Json, steps);
    if (isDropped) return "unknown";
    return verdictOf(whole, without);
  }

  async #send(resource: ResourceRow, object: JsonObject): Promise<Answer> {
    const query = "dryRun=All&fieldValidation=Strict";
    return this.#cluster.request("POST", `${collectionOf(resource)}?${query}`, object);
  }
}

/** Tells whether an answer has a field: those behind a gate that is off are dropped. */
function hasField(object: Json, steps: readonly string[]): boolean {
  let at: Json = object;
  for (const step of steps) {
    if (Array.isArray(at)) at = at[0] ?? null;
    else if (isObject(at)) at = (step === "*" ? Object.values(at)[0] : at[step]) ?? null;
    else return false;
  }
  return at !== null;
}

function verdictOf(whole: Answer, without: Answer): Verdict {
  if (without.code < 300) return "absent";
  if (whole.code < 300) return "needed";
  const known = causesOf(whole.body as Json);
  const isNew = causesOf(without.body as Json).some((cause) => !known.includes(cause));
  return isNew ? "needed" : "unknown";
}

function causesOf(body: Json): readonly string[] {
  const { details } = isObject(body) ? body : {};
  const { causes } = isObject(details) ? details : {};
  return Array.isArray(causes) ? causes.map((cause) => JSON.stringify(cause)) : [];
}
