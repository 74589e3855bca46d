import type { ObjectAdvice } from "../../../codegen/pipeline/objects/object-advice.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics, inSourceOrder } from "../../../crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../crd/source/read.js";
import type { SourceDocument } from "../../../crd/source/source-file.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { CrdText, QuickFix, TextEdit } from "../contract.js";
import type { CrdSet } from "../crds/crd-set.js";
import { lintDiagnostics } from "../crds/lint-text.js";
import { mayHoldCrds } from "../crds/may-hold-crds.js";
import type { Range } from "../editing/outline.js";
import { judgeObjects } from "../judge-text.js";
import type { Change } from "./change.js";
import { changedValue } from "./change.js";
import { editOf } from "./edit-document.js";
import { ignoringEdit, unusedIgnoreEdit } from "./ignore-comment.js";
import { objectFixes } from "./object-fixes.js";

/** Ways to mend what is wrong in a range of a text, the likeliest of each fault first. */
export async function fixesOf(
  { path, text }: CrdText,
  range: Range,
  crds: CrdSet,
  advice: ObjectAdvice,
): Promise<readonly QuickFix[]> {
  const fixes: QuickFix[] = [];
  const judged = await judgeObjects(text, undefined, crds, advice);
  const own = judged.diagnostics.list.filter(({ span }) => span?.file === judged.file);
  const told = inSourceOrder(own).filter((one) => isWithin(one, range));
  const before = await valuesOf(text);
  for (const diagnostic of told) {
    for (const { title, change, also = [], isPreferred } of objectFixes(diagnostic, judged, crds)) {
      const edit = await checkedEdit(text, before, documentOf(judged.documents, diagnostic), [
        change,
        ...also,
      ]);
      if (edit !== undefined) fixes.push(fixOf(diagnostic, title, edit, isPreferred));
    }
  }
  const ignores = await ignoringFixes({ path, text }, range, crds);
  return [...fixes, ...ignores];
}

/**
 * `# crdgen-ignore` for warnings of CRDs, where it makes them leave, and nothing else appears; and
 * the way out for comments that ignore nothing.
 */
async function ignoringFixes(
  crd: CrdText,
  range: Range,
  crds: CrdSet,
): Promise<readonly QuickFix[]> {
  if (!mayHoldCrds(crd.text)) return [];
  const list = await lintDiagnostics(crd, crds.minor, noAdvice);
  const touched = list.filter((one) => isWithin(one, range));
  if (touched.length === 0) return [];
  const fixes: QuickFix[] = [];
  const documents = await readDocuments(crd, new Diagnostics());
  for (const diagnostic of inSourceOrder(touched)) {
    const isUnused = diagnostic.code === "lint/unused-ignore";
    const edit = isUnused
      ? unusedIgnoreEdit(diagnostic)
      : ignoringEdit(diagnostic, documentOf(documents, diagnostic));
    if (edit === undefined) continue;
    const after = await lintDiagnostics({ ...crd, text: applied(crd.text, edit) }, crds.minor, noAdvice); // prettier-ignore
    const isGone = after.length < list.length && after.every(({ code }) => has(list, code));
    const title = isUnused ? "Remove what ignores nothing" : `Ignore ${diagnostic.code} here`;
    if (isGone) fixes.push(fixOf(diagnostic, title, edit, isUnused));
  }
  return fixes;
}

/** Helps are not looked at. */
function noAdvice(): string {
  return "";
}

function has(list: readonly Diagnostic[], code: string): boolean {
  return list.some((one) => one.code === code);
}

function isWithin({ span }: Diagnostic, { from, to }: Range): boolean {
  return span !== undefined && span.start <= to && span.end >= from;
}

function documentOf(
  documents: readonly SourceDocument[],
  { span }: Diagnostic,
): SourceDocument | undefined {
  return documents.find(
    ({ start, end }) => start <= (span?.start ?? -1) && (span?.end ?? 0) <= end,
  );
}

function fixOf(
  { span, code, message }: Diagnostic,
  title: string,
  edit: TextEdit,
  isPreferred: boolean,
): QuickFix {
  const { start: from, end: to } = span ?? { start: 0, end: 0 };
  return { title, of: { from, to, code, message }, edit, isPreferred };
}

/** One edit for changes, if a reader finds these alone in the text afterwards. */
async function checkedEdit(
  text: string,
  before: ReadValues,
  document: SourceDocument | undefined,
  changes: readonly Change[],
): Promise<TextEdit | undefined> {
  if (document === undefined) return undefined;
  let expected: Json | undefined = document.value;
  const edits: TextEdit[] = [];
  for (const change of changes) {
    expected = changedValue(expected, change);
    const edit = editOf(document, change);
    if (edit === undefined || expected === undefined) return undefined;
    edits.push(edit);
  }
  const edit = joined(text, edits);
  const after = await valuesOf(applied(text, edit));
  const isOwn = ({ start }: SourceDocument): boolean => start === document.start;
  const wanted = before.documents.map((one) => (isOwn(one) ? expected : one.value));
  const isRight = sameValues(wanted, after.documents.map(({ value }) => value)); // prettier-ignore
  return isRight && after.faults <= before.faults ? edit : undefined;
}

/** One edit for several, from the first to the last. */
function joined(text: string, edits: readonly TextEdit[]): TextEdit {
  const [first, ...others] = edits.toSorted((left, right) => left.from - right.from);
  const from = first?.from ?? 0;
  let { to = 0, insert = "" } = first ?? {};
  for (const next of others) {
    insert += text.slice(to, next.from) + next.insert;
    to = next.to;
  }
  return { from, to, insert };
}

/** What readers find in a text, and with how many faults. */
interface ReadValues {
  readonly documents: readonly SourceDocument[];
  readonly faults: number;
}

async function valuesOf(text: string): Promise<ReadValues> {
  const diagnostics = new Diagnostics();
  const documents = await readDocuments({ path: "the text", text }, diagnostics);
  return { documents, faults: diagnostics.list.length };
}

function sameValues(left: readonly Json[], right: readonly Json[]): boolean {
  return deepEqual([...left], [...right]);
}

function applied(text: string, { from, to, insert }: TextEdit): string {
  return text.slice(0, from) + insert + text.slice(to);
}
