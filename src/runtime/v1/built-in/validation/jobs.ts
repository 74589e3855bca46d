import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { textAt } from "../../values/json/raw-fields.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkTemplate } from "./pod-spec.js";
import { scheduleFault } from "./schedule.js";
import { checkSelector } from "./selectors.js";

/** A Job (Kubernetes `pkg/apis/batch/validation`, ValidateJob, ValidateJobSpecUpdate). */
export function checkJob(checks: Checks, job: JsonObject, old: JsonObject | undefined): void {
  const spec = structIn(job, "spec") ?? {};
  checkJobSpec(checks, spec, "spec");
  checkSelector(checks, spec["selector"], "spec.selector");
  if (old === undefined) return;
  const before = structIn(old, "spec") ?? {};
  if (spec["completionMode"] !== "Indexed") {
    checks.immutable("spec.completions", spec["completions"], before["completions"]);
  }
  checks.immutable("spec.selector", spec["selector"], before["selector"]);
  // A job that is not started may change where its pods run.
  if (before["suspend"] !== true) {
    checks.immutable("spec.template", spec["template"], before["template"]);
  }
  const constants = ["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy"];
  for (const key of [...constants, "successPolicy"]) {
    checks.immutable(`spec.${key}`, spec[key], before[key]);
  }
}

const jobNumbers = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
];

function checkJobSpec(checks: Checks, spec: JsonObject, path: string): void {
  for (const key of jobNumbers) checks.notNegative(`${path}.${key}`, spec[key]);
  const mode = textAt(spec, "completionMode");
  const isIndexed = mode === "Indexed";
  if (mode !== "") checks.supported(`${path}.completionMode`, mode, ["NonIndexed", "Indexed"]);
  if (isIndexed && (spec["completions"] ?? null) === null) {
    checks.required(`${path}.completions`, "when completion mode is Indexed");
  }
  for (const key of isIndexed ? [] : ["backoffLimitPerIndex", "maxFailedIndexes"]) {
    const { [key]: value = null } = spec;
    if (value === null) continue;
    checks.invalid(`${path}.${key}`, value, "requires indexed completion mode");
  }
  const template = structIn(spec, "template") ?? {};
  checkTemplate(checks, template, `${path}.template`);
  checkRestart(checks, spec, template, `${path}.template.spec.restartPolicy`);
}

function checkRestart(checks: Checks, spec: JsonObject, template: JsonObject, field: string): void {
  const policy = textAt(structIn(template, "spec") ?? {}, "restartPolicy");
  if (policy === "" || policy === "Always") {
    checks.required(field, 'valid values: "OnFailure", "Never"');
  } else if (policy !== "OnFailure" && policy !== "Never") {
    checks.supported(field, policy, ["OnFailure", "Never"]);
  } else if (policy !== "Never" && isObject(spec["podFailurePolicy"])) {
    checks.invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified');
  }
}

/** A CronJob (validateCronJobSpec). */
export function checkCronJob(checks: Checks, job: JsonObject, old: JsonObject | undefined): void {
  const spec = structIn(job, "spec") ?? {};
  checkSchedule(checks, textAt(spec, "schedule"));
  checks.notNegative("spec.startingDeadlineSeconds", spec["startingDeadlineSeconds"]);
  const policy = textAt(spec, "concurrencyPolicy");
  checks.oneOf("spec.concurrencyPolicy", policy, ["Allow", "Forbid", "Replace"]);
  const inner = structIn(structIn(spec, "jobTemplate") ?? {}, "spec") ?? {};
  checkJobSpec(checks, inner, "spec.jobTemplate.spec");
  if (isObject(inner["selector"])) {
    const detail = "`selector` will be auto-generated";
    checks.invalid("spec.jobTemplate.spec.selector", inner["selector"], detail);
  }
  for (const key of ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"]) {
    checks.notNegative(`spec.${key}`, spec[key]);
  }
  const name = textAt(structIn(job, "metadata") ?? {}, "name");
  if (old !== undefined || name.length <= 52) return;
  checks.invalid("metadata.name", name, "must be no more than 52 characters");
}

function checkSchedule(checks: Checks, schedule: string): void {
  if (schedule === "") {
    checks.required("spec.schedule");
    return;
  }
  const fault = scheduleFault(schedule);
  if (fault !== undefined) checks.invalid("spec.schedule", schedule, fault);
  if (!schedule.includes("TZ")) return;
  const detail = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
  checks.invalid("spec.schedule", schedule, detail);
}
