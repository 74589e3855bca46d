import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { beginningOf, groupBy, isError } from "../../crd/diagnostics/diagnostics.js";
import { toData } from "../../crd/diagnostics/render/render.js";
import type { Resource } from "../../crd/ir/resource.js";
import { stopsCompilingCode } from "../../tools/diff/catalog.js";
import type { Change, ChangePlace, JudgedChange } from "../../tools/diff/change.js";
import { resourceName } from "../../tools/diff/diff-resource.js";
import { dataOfPlace, severityOf } from "../../tools/diff/print/reports.js";
import type { UsageLine } from "../../tools/diff/print/text.js";
import { furtherText, subjectOf, titleOf, usageText } from "../../tools/diff/print/text.js";
import type { Finding, ReportContent, Subject } from "../report/content.js";
import type { UsageReport } from "./usages/usage-report.js";

/** All that a comparison found. */
export interface Compared {
  /** The CRDs of both sides, each once: those of the new side where they are there. */
  readonly resources: readonly Resource[];
  /** The changes to print. */
  readonly shown: readonly JudgedChange[];
  /** What is wrong with the inputs. */
  readonly diagnostics: readonly Diagnostic[];
  /** What the changes mean to a program, where one was looked at. */
  readonly report: UsageReport | undefined;
  /** The run ended before anything was compared. */
  readonly endedEarly?: boolean;
}

/** The lines of a program that have to do with a change. */
export function usagesOf(report: UsageReport | undefined, change: Change): readonly UsageLine[] {
  return report?.ofChanges.get(change) ?? [];
}

/** A comparison for reports that programs read: each CRD is a subject, also one without changes. */
export function contentOfDiff(compared: Compared, quiet: boolean): ReportContent {
  const { resources, diagnostics, report } = compared;
  const changes = groupBy(compared.shown, ({ change }) => change.resource);
  const subjects = resources.map((resource) =>
    subjectFor(resource, changes.get(resourceName(resource)) ?? [], report),
  );
  const known = new Set(subjects.map(({ name }) => name));
  const others = compared.shown.filter(({ change }) => !known.has(change.resource));
  return {
    command: "diff",
    endedEarly: compared.endedEarly ?? false,
    subjects,
    others: [
      ...diagnostics.filter((one) => !quiet || isError(one)).map(toData),
      ...others.map((one) => findingOf(one, usagesOf(report, one.change))),
      ...(report?.others ?? []).map(findingOfLine),
    ],
  };
}

function subjectFor(
  resource: Resource,
  changes: readonly JudgedChange[],
  report: UsageReport | undefined,
): Subject {
  return {
    name: resourceName(resource),
    ...beginningOf(resource.document),
    findings: changes.map((one) => findingOf(one, usagesOf(report, one.change))),
  };
}

/** A change as a finding beside the line of the new text, else of the old one. */
export function findingOf(judged: JudgedChange, usages: readonly UsageLine[] = []): Finding {
  const { change } = judged;
  const place = change.newPlace ?? change.oldPlace;
  const values = valuesText(change);
  return {
    code: change.code,
    severity: severityOf(judged),
    message: `${subjectOf(change)}: ${titleOf(change)}${furtherText(change)}${values}: ${change.reason}`,
    ...(place === undefined ? {} : dataOfPlace(place)),
    related: [...relatedOf(change, change.oldPlace), ...usages.map(relatedLine)],
  };
}

function valuesText({ before, after }: Change): string {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return ` (now ${after ?? ""})`;
  return after === undefined ? ` (was ${before})` : ` (${before} → ${after})`;
}

/** Where it stood before, unless that is its place already. */
function relatedOf({ newPlace }: Change, old: ChangePlace | undefined): Finding["related"] {
  return newPlace === undefined || old === undefined
    ? []
    : [{ message: "it was here before", ...dataOfPlace(old) }];
}

function relatedLine(line: UsageLine): Finding["related"][number] {
  const { source, start } = line;
  return { message: usageText(line), source, start, end: start };
}

/** A line of a program that stops compiling, and names nothing that changes. */
export function findingOfLine(line: UsageLine): Finding {
  const { source, start } = line;
  const message = usageText(line);
  return {
    code: stopsCompilingCode,
    severity: "error",
    message,
    source,
    start,
    end: start,
    related: [],
  };
}
