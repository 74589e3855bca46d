import { expect, it } from "vitest";
import { lintCrd } from "../../src/frontend/lint-crd.js";
import { SchemaTable } from "../../src/ir/schema-table.js";
import { createJudges } from "../../src/pipeline/create-judges.js";
import type { Json } from "../../src/runtime/v1/json/json.js";
import { isObject } from "../../src/runtime/v1/json/json.js";
import type { RecordedCause } from "../support/corpus-crds.js";
import { asCrd, readCorpusCrds } from "../support/corpus-crds.js";
import { plainLintOptions } from "../support/lint-options.js";
import { mutateCrd } from "../support/mutate-crd.js";
import { Random } from "../support/random.js";
import { hasShared } from "../support/shared.js";
import type { Answer, ApiServer } from "./server.js";
import { crdPath, describeApiServer } from "./server.js";
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

/** Whether there are so many that the server drops some; which of them, depends on its order of fields, which is by chance. */
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

/** The answer to a dry run; undefined where the server panics. */
async function create(server: ApiServer, crd: Json): Promise<Answer | undefined> {
  try {
    return await server.request("POST", `${crdPath}?dryRun=All&fieldValidation=Warn`, crd);
  } catch {
    return undefined;
  }
}

/**
 * What makes the server panic: a path of a selectable field, or of a rule, that goes on where there is no schema to go
 * on in, because it does not convert or takes any value; in 1.31 also a format that is no constant.
 */
function canPanic(crd: Json): boolean {
  const text = JSON.stringify(crd);
  return /"(?:jsonPath|fieldPath)":"[^"]/.test(text) || (minor === 31 && text.includes(".format("));
}

/** Whether the server makes up a name by chance, which its answer then holds. */
function inventsName(crd: Json): boolean {
  const metadata = isObject(crd) ? crd["metadata"] : undefined;
  return isObject(metadata) && typeof metadata["generateName"] === "string" && !metadata["name"];
}

describeApiServer("lint and a real API server", (server) => {
  it.skipIf(!hasShared)(
    `agree on ${count} changed CRDs`,
    async () => {
      const corpus = await readCorpusCrds();
      const bases = corpus.records
        .filter(({ ops, code }) => ops === undefined && code === 201)
        .map((record) => corpus.crdOf(record).value)
        .filter((crd) => JSON.stringify(crd).length < largestCrd);
      const random = new Random(seed);
      const differences: string[] = [];
      let panics = 0;
      for (let index = 0; index < count; index++) {
        const crd = structuredClone(random.pick(bases));
        const mutations = mutateCrd(crd, random);
        const sent = JSON.parse(JSON.stringify(crd)) as Json; // what the server reads
        if (inventsName(sent)) continue;
        const answer = await create(server(), sent);
        if (answer === undefined && canPanic(sent)) {
          panics++;
          continue;
        }
        if (answer === undefined) throw new Error(`no answer to #${index} of seed ${seed}`);
        const want = ofServer(answer);
        const result = lintCrd(asCrd(sent), {
          ...plainLintOptions,
          judges: createJudges(minor),
          minor,
          table: new SchemaTable(),
        });
        const got = verdict(result.code, result.message, result.causes, result.warnings);
        if (JSON.stringify(want) === JSON.stringify(got)) continue;
        differences.push(
          `#${index} ${JSON.stringify(mutations).slice(0, 1500)}\n  want ${JSON.stringify(want).slice(0, 1500)}\n  got  ${JSON.stringify(got).slice(0, 1500)}`,
        );
      }
      console.log(
        `${count - differences.length - panics} agree, ${differences.length} differ, ${panics} broke the server's connection`,
      );
      expect(differences.join("\n")).toBe("");
    },
    3_600_000,
  );
});
