import { expect, it } from "vitest";
import type { CompileUnit } from "../../src/codegen/pipeline/compile-unit.js";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { readResource } from "../../src/crd/frontend/read-resource.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Admission, AdmitOptions } from "../../src/runtime/v1/admission/admission.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { jsonDocument } from "../support/json-document.js";
import { mutateValue } from "../support/random-values.js";
import { Random } from "../support/random.js";
import { hasShared } from "../support/shared.js";
import type { CorpusCase } from "./corpus.js";
import { chooseCorpusCases } from "./corpus.js";
import type { Answer, ApiServer } from "./server.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import { fuzzSettings } from "./settings.js";

const { count, seed, minor } = fuzzSettings("ADMIT", 3);
/** `1` = CRDs with rules only. */
const only = process.env["ADMIT_FUZZ_RULES"] === "1" ? /x-kubernetes-validations/ : /./;
/** How many requests each CRD gets. */
const perCrd = 25;

/** What both sides say of one write, in an order of its own. */
interface Verdict {
  readonly code: number;
  readonly message: string | undefined;
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
  readonly object: Json;
}

interface Cause {
  readonly field?: string;
  readonly reason?: string;
  readonly message?: string;
}

function verdict(
  code: number,
  body: unknown,
  causes: readonly Cause[],
  warnings: readonly string[],
): Verdict {
  const { message } = body as { message?: string }; // a Status or an object
  return {
    code,
    message: code < 300 || causes.length > 0 ? undefined : message,
    causes: causes.map((cause) => stable(JSON.stringify(sorted(cause)))).sort(),
    warnings: [...warnings].sort(),
    object: code < 300 ? sorted(withoutHidden(body as JsonObject)) : null, // as the code says
  };
}

function stable(text: string): string {
  return text.replace(/0x[0-9a-f]{6,}/g, "0xPOINTER");
}

const hidden = ["uid", "resourceVersion", "creationTimestamp", "generation", "managedFields"];

function withoutHidden(object: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isObject(metadata)) return object;
  const shown = Object.entries(metadata).filter(([key]) => !hidden.includes(key));
  return { ...object, metadata: Object.fromEntries(shown) };
}

function sorted(value: unknown): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value as Json; // a scalar
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, child]) => [key, sorted(child)]));
}

function ofServer({ code, body, warnings }: Answer): Verdict {
  const { details } = body as { details?: { causes?: readonly Cause[] } }; // of a Status
  const causes = code < 300 ? [] : (details?.causes ?? []);
  return verdict(code, body, causes, warnings);
}

function ofAdmission(answer: Admission, success: number): Verdict {
  if (!answer.allowed) {
    const { status, errors, warnings } = answer;
    // Of a body that a strict reader refuses, the server has no causes, and the errors name the
    // fields.
    const causes = status.reason === "BadRequest" ? [] : errors;
    if (causes.length === 0) expect(status.details?.causes ?? []).toEqual([]);
    return verdict(status.code ?? 0, status, causes, warnings);
  }
  const object = JSON.parse(stringifyJson(answer.object)) as JsonObject; // as it would be sent
  return verdict(success, object, [], answer.warnings);
}

/** JSON text that keeps the classes of numbers. */
function exactText(value: Json): string {
  if (value instanceof Float64) return `${Object.is(value.value, -0) ? "-0" : value.value}.0`;
  if (Array.isArray(value)) return `[${value.map(exactText).join()}]`;
  if (!isObject(value)) return stringifyJson(value);
  const members = Object.entries(value).map(
    ([key, child]) => `${JSON.stringify(key)}:${exactText(child)}`,
  );
  return `{${members.join()}}`;
}

/** One CRD with a stored object, beside its compiled functions. */
interface Target {
  readonly version: Version;
  readonly compiled: ReturnType<CompileUnit>;
  readonly schema: Json;
  readonly path: string;
  readonly stored: JsonObject;
}

function resourceOf(crd: Json): Resource {
  const [found] = findCrds([jsonDocument(crd)], new Diagnostics()).crds;
  if (found === undefined) throw new Error("no CRD");
  return readResource(found, new SchemaTable());
}

function schemaOf(crd: Json, version: string): Json {
  const { spec } = crd as unknown as {
    spec: { versions: readonly { name: string; schema: { openAPIV3Schema: Json } }[] };
  }; // a CRD
  return spec.versions.find(({ name }) => name === version)?.schema.openAPIV3Schema ?? {};
}

async function prepare(
  server: ApiServer,
  chosen: CorpusCase,
  compile: CompileUnit,
): Promise<Target> {
  const crd = chosen.crd as unknown as Json; // read from a file
  await installCrd(server, chosen.crd);
  const resource = resourceOf(crd);
  const version = resource.versions.find(({ name }) => name === chosen.version);
  if (version === undefined) throw new Error(`no version ${chosen.version}`);
  const scope = resource.scope === "Namespaced" ? "/namespaces/default" : "";
  const path = `/apis/${resource.group}/${version.name}${scope}/${resource.names.plural}`;
  const answer = await server.request("POST", path, chosen.object);
  if (answer.code !== 201) throw new Error(`${chosen.name}: ${JSON.stringify(answer.body)}`);
  const compiled = compile(resource, version);
  const stored = answer.body as JsonObject; // the object
  return { version, compiled, schema: schemaOf(crd, version.name), path, stored };
}

/** The corpus was chosen for the newest server: an older one may refuse some of it. */
function onlyNewer(error: unknown): undefined {
  if (minor === newestMinor) throw error;
  console.log(`left out: ${String(error).slice(0, 300)}`);
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly object: Json;
  readonly options: AdmitOptions;
}

function randomWrite({ version, schema, path, stored }: Target, random: Random): Write {
  const { name = "" } = stored["metadata"] as JsonObject; // of the server
  const scaled: Json = {
    metadata: { name },
    spec: { replicas: random.pick<Json>([0, 3, -1, 2 ** 31, "1", null, 1.5, new Float64(2)]) },
    ...(random.chance(0.2) ? { x: 1 } : {}),
    ...(random.chance(0.2) ? { kind: random.pick(["Scale", "scale", "Deployment"]) } : {}),
    ...(random.chance(0.2)
      ? { apiVersion: random.pick(["autoscaling/v1", "v1", "apps/v1beta1"]) }
      : {}),
  };
  const base = mutateValue(stored, schema, random);
  const update = { method: "PUT", path: `${path}/${String(name)}`, object: base };
  const kind = random.next();
  if (version.scale !== undefined && kind < 0.15) {
    const object = random.chance(0.9) ? scaled : base;
    const options = { oldObject: stored, subresource: "scale" } as const;
    return { ...update, path: `${update.path}/scale`, object, options };
  }
  if (version.status && kind < 0.4) {
    const options = { oldObject: stored, subresource: "status" } as const;
    return { ...update, path: `${update.path}/status`, options };
  }
  if (kind < 0.65) return { ...update, options: { oldObject: stored } };
  const given = isObject(base) && isObject(base["metadata"]) ? base["metadata"] : {};
  const kept = Object.entries(given).filter(([key]) => key !== "uid" && key !== "resourceVersion");
  const metadata = { ...Object.fromEntries(kept), name: "fresh" };
  return {
    method: "POST",
    path,
    object: { ...(isObject(base) ? base : {}), metadata },
    options: {},
  };
}

async function compareOne(
  server: ApiServer,
  target: Target,
  random: Random,
): Promise<string | undefined> {
  const { method, path, object, options } = randomWrite(target, random);
  const fieldValidation = random.pick(["Warn", "Strict", "Ignore"] as const);
  const body = exactText(object);
  const query = `dryRun=All&fieldValidation=${fieldValidation}`;
  const want = ofServer(await server.request(method, `${path}?${query}`, body));
  const answer = target.compiled.admit(body, { ...options, fieldValidation, namespace: "default" });
  const got = ofAdmission(answer, method === "POST" ? 201 : 200);
  const [wanted, given] = [JSON.stringify(want), JSON.stringify(got)];
  if (wanted === given) return undefined;
  return `${method} ${path}?${query} ${body}\n  want ${wanted.slice(0, 3000)}\n  got  ${given.slice(0, 3000)}`;
}

describeApiServer("admit and a real API server", (server) => {
  it.skipIf(!hasShared)(
    `agree on ${count} changed objects`,
    async () => {
      const compile = await loadUnitCompiler(minor);
      const random = new Random(seed);
      const differences: string[] = [];
      for (const chosen of chooseCorpusCases(Math.ceil(count / perCrd), `admit ${seed}`, only)) {
        const target = await prepare(server(), chosen, compile).catch(onlyNewer);
        if (target === undefined) continue;
        for (let index = 0; index < perCrd; index++) {
          const difference = await compareOne(server(), target, random);
          if (difference !== undefined) differences.push(difference);
        }
        // Not waited for: finalizers of objects, which nobody takes off here, hold it back.
        await server().request("DELETE", `${crdPath}/${chosen.name}`);
      }
      console.log(`${count - differences.length} agree, ${differences.length} differ`);
      expect(differences.slice(0, 30).join("\n")).toBe("");
    },
    3_600_000,
  );
});
