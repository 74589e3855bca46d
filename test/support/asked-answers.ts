import type { RecordedFile } from "./features.js";
import { objectFiles } from "./recorded-objects.js";
import { readShared, readSharedLines } from "./shared.js";
import { Tally } from "./tally.js";

interface AnsweredRecord {
  readonly id: string;
  readonly kind?: string;
  readonly skipped?: unknown;
}

interface Difference {
  readonly id: string;
  readonly file: RecordedFile;
  readonly answers: readonly { readonly versions: readonly string[]; readonly refused?: string }[];
}

interface AskedProbe {
  readonly id: string;
  readonly topic: string;
  readonly create?: unknown;
  readonly body?: unknown;
  readonly update?: unknown;
  readonly answers: readonly {
    readonly versions: readonly string[];
    readonly answer?: { readonly refused?: string };
  }[];
}

const newest = 37;
const olderMinors = [28, 29, 30, 31, 32, 33, 34, 35, 36];
const crdFiles = ["crds", "crd-mutants"] as const;

/** Whether a suite lists an answer as one that crdgen does not give. */
type IsExpectedFailure = (file: RecordedFile, id: string, minor: number) => boolean;

/**
 * All answers that the suites of `test/conformance` compare with, as if crdgen gave all but those
 * that the suites list.
 */
export function askedAnswers(isExpectedFailure: IsExpectedFailure): Tally {
  const tally = new Tally();
  const records = new Map<string, AnsweredRecord>();
  for (const file of [...crdFiles, ...objectFiles]) {
    const lines = readSharedLines<AnsweredRecord>("conformance", "apiserver", `${file}.jsonl.gz`);
    for (const record of lines) {
      records.set(record.id, record);
      if (record.skipped !== undefined) continue;
      const fails = isExpectedFailure(file, record.id, newest);
      tally.add(newest, { file, kind: record.kind }, !fails);
    }
  }
  addOlder(tally, records, isExpectedFailure);
  addProbes(tally, isExpectedFailure);
  return tally;
}

function addOlder(
  tally: Tally,
  records: ReadonlyMap<string, AnsweredRecord>,
  isExpectedFailure: IsExpectedFailure,
): void {
  const differences = readSharedLines<Difference>(
    "conformance",
    "apiserver-versions",
    "differences.jsonl.gz",
  );
  for (const { id, file, answers } of differences) {
    const subject = { file, kind: records.get(id)?.kind };
    for (const minor of askedMinors(file, answers)) {
      tally.add(minor, subject, !isExpectedFailure(file, id, minor));
    }
  }
}

/** CRDs are judged as every server, since each answered; objects only where an answer differs. */
function askedMinors(file: RecordedFile, answers: Difference["answers"]): readonly number[] {
  if (crdFiles.some((name) => name === file)) return olderMinors;
  return answers
    .filter(({ refused }) => refused === undefined)
    .flatMap(({ versions }) => versions.map(minorOf));
}

function addProbes(tally: Tally, isExpectedFailure: IsExpectedFailure): void {
  const text = readShared("conformance", "apiserver-versions", "probes.json");
  for (const probe of JSON.parse(text) as AskedProbe[]) {
    // as the README beside it says
    const { id, topic: kind, create, body, update, answers } = probe;
    const writes = create !== undefined || body !== undefined || update !== undefined;
    for (const { versions, answer } of answers) {
      for (const minor of versions.map(minorOf)) {
        const add = (file: RecordedFile): void => {
          tally.add(minor, { file, kind }, !isExpectedFailure(file, id, minor));
        };
        add("probe-crds");
        if (writes && answer?.refused === undefined) add("probes");
      }
    }
  }
}

function minorOf(version: string): number {
  return Number(version.replace("1.", ""));
}
