import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { compareTexts, inSourceOrder } from "../../crd/diagnostics/diagnostics.js";
import type { DiagnosticData } from "../../crd/diagnostics/render/render.js";
import { toData } from "../../crd/diagnostics/render/render.js";
import { withOption } from "../advice.js";

/** Something found: a diagnostic, or a change that `diff` tells of. */
export interface Finding extends Omit<DiagnosticData, "code"> {
  readonly code: string;
}

/** A CRD or an object that was judged, also a good one. */
export interface Subject {
  readonly name: string;
  /** The file it stands in, and the line where it begins. */
  readonly source?: string | undefined;
  readonly line?: number | undefined;
  readonly findings: readonly Finding[];
}

/** All that a run has to say, for reports that are read by programs. */
export interface ReportContent {
  readonly command: "lint" | "validate" | "diff";
  /** In the order in which they were judged. */
  readonly subjects: readonly Subject[];
  /** What belongs to no subject, such as a file that is no YAML. */
  readonly others: readonly Finding[];
  /** The run ended before anything was judged. */
  readonly endedEarly?: boolean;
}

/** What was said of one CRD or object. */
export interface JudgedSubject extends Omit<Subject, "findings"> {
  readonly list: readonly Diagnostic[];
}

/** Sorts all diagnostics of a run by the subjects that they belong to. */
export function contentOf(
  command: ReportContent["command"],
  subjects: readonly JudgedSubject[],
  all: readonly Diagnostic[],
): ReportContent {
  const wanted = new Set(all);
  const owned = new Set(subjects.flatMap(({ list }) => list));
  const dataOf = (list: readonly Diagnostic[]): readonly Finding[] =>
    inSourceOrder(list.filter((one) => wanted.has(one)))
      .map(withOption)
      .map(toData);
  return {
    command,
    subjects: subjects.map(({ list, ...subject }) => ({ ...subject, findings: dataOf(list) })),
    others: dataOf(all.filter((one) => !owned.has(one))),
  };
}

/** A finding with the name of the subject that it belongs to; `""` for none. */
export interface PlacedFinding extends Finding {
  readonly subject: string;
}

/** All findings of a run, by file and line; those without a file come first. */
export function findingsOf({ subjects, others }: ReportContent): readonly PlacedFinding[] {
  const all = [
    ...others.map((finding) => ({ ...finding, subject: "" })),
    ...subjects.flatMap(({ name, findings }) =>
      findings.map((finding) => ({ ...finding, subject: name })),
    ),
  ];
  return all.sort(
    (left, right) =>
      compareTexts(left.source ?? "", right.source ?? "") ||
      (left.start?.line ?? 0) - (right.start?.line ?? 0) ||
      (left.start?.column ?? 0) - (right.start?.column ?? 0),
  );
}
