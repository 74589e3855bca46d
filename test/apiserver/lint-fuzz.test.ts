import { expect, it } from "vitest";
import { createJudges } from "../../src/codegen/pipeline/judges.js";
import { lintCrd } from "../../src/crd/frontend/lint-crd.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import type { RecordedCause } from "../support/corpus-crds.js";
import { asCrd, readCorpusCrds } from "../support/corpus-crds.js";
import { plainLintOptions } from "../support/lint-options.js";
import { mutateCrd } from "../support/mutate-crd.js";
import { Random } from "../support/random.js";
import { hasShared } from "../support/shared.js";
import type { Answer, ApiServer } from "./server.js";
import { crdPath, describeApiServer, waitUntil } from "./server.js";
import { fuzzSettings } from "./settings.js";

const { count, seed, minor } = fuzzSettings("LINT", 410_069);
/** Larger CRDs take longer to send, and say no more. */
const largestCrd = 60_000;

interface Verdict {
  readonly code: number;
  readonly message: string | undefined;
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
}

function verdict(
  code: number,
  message: string | undefined,
  causes: readonly RecordedCause[],
  warnings: readonly string[],
): Verdict {
  return {
    code,
    message: code === 400 ? message : undefined,
    causes: causes
      .map((cause) => stable(`${cause.field}: ${cause.reason}: ${cause.message}`))
      .sort(),
    warnings: isCut(warnings) ? [] : [...warnings].sort(),
  };
}

/**
 * Whether there are so many that the server drops some; which of them, depends on its order of
 * fields, which is by chance.
 */
function isCut(warnings: readonly string[]): boolean {
  return warnings.join("").length > 3800;
}

/** Without what the server makes up by chance. */
function stable(text: string): string {
  return text.replace(/selfType\d+/g, "selfTypeN").replace(/0x[0-9a-f]{6,}/g, "0xPOINTER");
}

function ofServer(answer: Answer): Verdict {
  const status = answer.body as { message?: string; details?: { causes?: RecordedCause[] } }; // a CRD or a Status
  return verdict(answer.code, status.message, status.details?.causes ?? [], answer.warnings);
}

/** The answer to a request that writes a CRD; undefined where the server panics. */
async function write(
  server: ApiServer,
  method: "POST" | "PUT",
  path: string,
  crd: Json,
): Promise<Answer | undefined> {
  try {
    return await server.request(method, path, crd);
  } catch {
    return undefined;
  }
}

const dryRun = "dryRun=All&fieldValidation=Warn";

/**
 * What makes the server panic: a path of a selectable field, or of a rule, that goes on where there
 * is no schema to go on in, because it does not convert or takes any value; in 1.31 also a format
 * that is no constant, in 1.28 a default with rules for a value of any type.
 */
function canPanic(crd: Json): boolean {
  const text = JSON.stringify(crd);
  if (/"(?:jsonPath|fieldPath)":"[^"]/.test(text)) return true;
  if (minor === 28)
    return text.includes('"x-kubernetes-validations"') && text.includes('"default"');
  return minor === 31 && text.includes(".format(");
}

/** Whether the server makes up a name by chance, which its answer then holds. */
function inventsName(crd: Json): boolean {
  const metadata = isObject(crd) ? crd["metadata"] : undefined;
  return isObject(metadata) && typeof metadata["generateName"] === "string" && !metadata["name"];
}

/** CRDs of the corpus that the server takes. */
async function goodCrds(): Promise<readonly JsonObject[]> {
  const corpus = await readCorpusCrds();
  return corpus.records
    .filter(({ ops, code }) => ops === undefined && code === 201)
    .map((record) => corpus.crdOf(record).value)
    .filter((crd) => JSON.stringify(crd).length < largestCrd);
}

/** As JSON, which is what the server reads. */
function asSent<T extends Json>(crd: T): T {
  return JSON.parse(JSON.stringify(crd)) as T;
}

function lintVerdict(crd: Json, old?: Json): Verdict {
  const options = {
    ...plainLintOptions,
    judges: createJudges(minor),
    minor,
    table: new SchemaTable(),
  };
  const result = lintCrd(asCrd(crd), options, old === undefined ? undefined : asCrd(old));
  return verdict(result.code, result.message, result.causes, result.warnings);
}

/** What was sent, and how the verdicts differ; nothing where they do not. */
class Comparison {
  readonly #differences: string[] = [];
  #compared = 0;
  #panics = 0;

  add(title: string, sent: Json, answer: Answer | undefined, old?: Json): void {
    this.#compared++;
    if (answer === undefined) {
      if (!canPanic(sent)) throw new Error(`no answer to ${title} of seed ${seed}`);
      this.#panics++;
      return;
    }
    const [want, got] = [ofServer(answer), lintVerdict(sent, old)].map((each) =>
      JSON.stringify(each),
    );
    if (want === got) return;
    const lines = [title, `  want ${want ?? ""}`, `  got  ${got ?? ""}`];
    this.#differences.push(lines.map((line) => line.slice(0, 1500)).join("\n"));
  }

  check(): void {
    const differ = this.#differences.length;
    const agree = this.#compared - differ - this.#panics;
    console.log(`${agree} agree, ${differ} differ, ${this.#panics} broke the server's connection`);
    expect(this.#differences.join("\n")).toBe("");
  }
}

/** Creates a CRD and waits until the server has accepted it; undefined where it refuses it. */
async function install(server: ApiServer, crd: JsonObject): Promise<string | undefined> {
  const answer = await server.request("POST", crdPath, crd);
  if (answer.code !== 201) return undefined;
  const { metadata } = answer.body as { metadata: { name: string } }; // a CRD
  const path = `${crdPath}/${metadata.name}`;
  await waitUntil(`${path} has its conditions`, async () => {
    const { status } = (await storedCrd(server, path)) as { status?: { conditions?: unknown[] } };
    return (status?.conditions ?? []).length > 1;
  });
  return path;
}

async function storedCrd(server: ApiServer, path: string): Promise<JsonObject> {
  return (await server.request("GET", path)).body as JsonObject; // a CRD
}

function versionOf({ metadata }: JsonObject): Json | undefined {
  return isObject(metadata) ? metadata["resourceVersion"] : undefined;
}

/**
 * What is sent to replace a CRD: the stored one or the one it was made from, changed; undefined if
 * that is none of its name.
 */
function replacementOf(
  stored: JsonObject,
  original: JsonObject,
  random: Random,
): { readonly sent: JsonObject; readonly title: string } | undefined {
  const crd = structuredClone(random.chance(0.5) ? stored : original);
  const mutations = random.chance(0.05) ? [] : mutateCrd(crd, random);
  const sent = asSent(crd);
  const [metadata, before] = [sent["metadata"], stored["metadata"]];
  if (!isObject(metadata) || !isObject(before) || metadata["name"] !== before["name"]) {
    return undefined;
  }
  // As kubectl does.
  metadata["resourceVersion"] ??= before["resourceVersion"] ?? null;
  return { sent, title: JSON.stringify(mutations) };
}

describeApiServer("lint and a real API server", (server) => {
  it.skipIf(!hasShared)(
    `agree on ${count} changed CRDs`,
    async () => {
      const bases = await goodCrds();
      const random = new Random(seed);
      const comparison = new Comparison();
      for (let index = 0; index < count; index++) {
        const crd = structuredClone(random.pick(bases));
        const mutations = mutateCrd(crd, random);
        const sent = asSent(crd);
        if (inventsName(sent)) continue;
        const answer = await write(server(), "POST", `${crdPath}?${dryRun}`, sent);
        comparison.add(`#${index} ${JSON.stringify(mutations)}`, sent, answer);
      }
      comparison.check();
    },
    3_600_000,
  );

  it.skipIf(!hasShared)(
    `agree on ${count} changed CRDs that replace another`,
    async () => {
      const bases = await goodCrds();
      const random = new Random(seed);
      const comparison = new Comparison();
      const installed = new Map<string, JsonObject>();
      while (installed.size < Math.min(40, count)) {
        const base = asSent(random.pick(bases));
        const path = await install(server(), base);
        if (path !== undefined) installed.set(path, base);
      }
      for (let index = 0; index < count; index++) {
        const [path, original] = random.pick([...installed]);
        const stored = await storedCrd(server(), path);
        const replacement = replacementOf(stored, original, random);
        if (replacement === undefined) continue;
        const { sent, title } = replacement;
        // What is taken now is what the next one replaces.
        const query = random.chance(0.7) ? dryRun : "fieldValidation=Warn";
        const answer = await write(server(), "PUT", `${path}?${query}`, sent);
        if (
          answer?.code === 409 &&
          versionOf(stored) !== versionOf(await storedCrd(server(), path))
        ) {
          continue; // a controller of the server wrote to the CRD meanwhile
        }
        comparison.add(`#${index} ${path} ${title}`, sent, answer, stored);
      }
      comparison.check();
    },
    3_600_000,
  );
});
