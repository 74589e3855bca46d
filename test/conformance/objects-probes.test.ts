import { beforeAll, expect, it } from "vitest";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import {
  newestMinor,
  parseKubernetesVersion,
} from "../../src/runtime/v1/values/kubernetes-version.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { jsonDocument } from "../support/json-document.js";
import type { Admit, RecordedAnswer } from "../support/recorded-objects.js";
import { differenceOfAnswers } from "../support/recorded-objects.js";
import { sample } from "../support/scope.js";
import { describeShared, readShared } from "../support/shared.js";
import { tallyOf } from "../support/tally.js";
import { writeBackends } from "../support/write-backends.js";
import { probeExpectedFailures } from "./probe-expected-failures.js";

/** A CRD of one version, a write to an object of it, and what servers of ten versions answered. */
interface Probe {
  readonly id: string;
  readonly topic: string;
  readonly crd: Json;
  readonly crdAfter?: Json;
  readonly create?: JsonObject;
  readonly body?: string;
  readonly old?: JsonObject;
  readonly oldStatus?: JsonObject;
  readonly update?: JsonObject;
  readonly subresource?: "status";
  readonly answers: readonly {
    readonly versions: readonly string[];
    readonly answer: RecordedAnswer & { readonly refused?: string };
  }[];
}

/** Generated code of the CRD that is in force, for one server, run in memory. */
function compile(probe: Probe, server: KubernetesMinor): Admit {
  const document = jsonDocument(probe.crdAfter ?? probe.crd);
  const [crd] = findCrds([document], new Diagnostics()).crds;
  if (crd === undefined) throw new Error(`'${probe.id}' has no CRD`);
  const resource = readResource(crd, new SchemaTable());
  const [version] = resource.versions;
  if (version === undefined) throw new Error(`'${probe.id}' has no version`);
  const exports = evaluateUnit(emitUnit(resource, version, writeBackends, server));
  const name = Object.keys(exports).find((key) => key.startsWith("admit")) ?? "";
  return exports[name] as Admit; // what the back end writes
}

/** A body as an object; nothing where it is not even JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}

/** The server had given the object a version, and updates that name none were sent with that. */
function withResourceVersion(object: object): object {
  const metadata = "metadata" in object && isObject(object.metadata) ? object.metadata : {};
  const { resourceVersion = "1000" } = metadata;
  return { ...object, metadata: { ...metadata, resourceVersion } };
}

function difference(
  probe: Probe,
  server: KubernetesMinor,
  answer: RecordedAnswer,
): string | undefined {
  const admit = compile(probe, server);
  const namespace = "default";
  if (probe.update === undefined) {
    const sent = probe.body ?? probe.create;
    const object: unknown = probe.body === undefined ? probe.create : parsed(probe.body);
    return differenceOfAnswers(admit(sent, { namespace }), object, answer);
  }
  const stored = { ...probe.old, ...(probe.oldStatus && { status: probe.oldStatus["status"] }) };
  const oldObject = withResourceVersion(stored);
  const { subresource } = probe;
  const update = withResourceVersion(probe.update);
  const options = { namespace, oldObject, ...(subresource && { subresource }) };
  return differenceOfAnswers(admit(update, options), update, answer);
}

interface Question {
  readonly probe: Probe;
  readonly version: string;
  readonly answer: RecordedAnswer;
}

/** The answers of all servers that accepted the CRD, of a probe that writes an object. */
function questionsOf(probe: Probe): readonly Question[] {
  const { create, body, update } = probe;
  if (create === undefined && body === undefined && update === undefined) return [];
  return probe.answers
    .filter(({ answer }) => answer.refused === undefined)
    .flatMap(({ versions, answer }) => versions.map((version) => ({ probe, version, answer })));
}

describeShared("probes of objects", () => {
  const tally = tallyOf("probes");
  beforeAll(loadRuntime, 60_000);

  it("generated code answers as ten servers", () => {
    const probes = JSON.parse(
      readShared("conformance", "apiserver-versions", "probes.json"),
    ) as readonly Probe[]; // as its README says
    const differences: string[] = [];
    const compared = new Map<string, number>();
    for (const { probe, version, answer } of sample(probes.flatMap(questionsOf), 4)) {
      const minor = parseKubernetesVersion(version) ?? newestMinor;
      const found = difference(probe, minor, answer);
      const isExpected = probeExpectedFailures.has(probe.id);
      tally.add(minor, { file: "probes", kind: probe.topic }, found === undefined);
      if (isExpected && found === undefined) differences.push(`${version} ${probe.id} passes`);
      if (!isExpected && found !== undefined) differences.push(`${version} ${probe.id} ${found}`);
      compared.set(version, (compared.get(version) ?? 0) + 1);
    }
    console.info(Object.fromEntries(compared), `${differences.length} differ`);
    expect(differences).toEqual([]);
  }, 600_000);
});
