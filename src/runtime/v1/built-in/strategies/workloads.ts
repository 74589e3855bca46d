import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../../values/metadata/rules.js";
import { labelFaults } from "../../values/names.js";
import { isEqualJson } from "./compare.js";
import { fractionWarnings, podWarnings } from "./pod-warnings.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/*
 * Kinds that hold a template of pods (Kubernetes `pkg/registry/apps`, `pkg/registry/batch`).
 */

/** Warns of what is odd about a template, which stands at a path, of what is new or changed. */
export function templateHooks(path: string): KindHooks {
  return {
    warnings(object, old) {
      const isChanged = old === undefined || generationOf(object) !== generationOf(old);
      const template = isChanged ? templatePart(object, path) : null;
      return isObject(template) ? podWarnings(template, path) : [];
    },
  };
}

/** The same, and of a name that pods cannot have. */
export function namedTemplateHooks(path: string): KindHooks {
  const { warnings } = templateHooks(path);
  return {
    warnings: (object, old) => [
      ...(old === undefined ? podNameWarnings(object) : []),
      ...(warnings?.(object, old) ?? []),
    ],
  };
}

function podNameWarnings(object: JsonObject): readonly string[] {
  const faults = labelFaults(textOf(metadataOf(object), "name"));
  if (faults.length === 0) return [];
  const use = "this is used in Pod names and hostnames, which can result in surprising behavior";
  return [`metadata.name: ${use}; a DNS label is recommended: [${faults.join(" ")}]`];
}

const manyCompletions = 100_000;
const muchParallelism = 10_000;
const untrackable =
  "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";

/** Of a Job, or of one that a schedule makes; its spec stands at a path. */
function jobWarnings(path: string): NonNullable<KindHooks["warnings"]> {
  const { warnings } = templateHooks(`${path}.template`);
  return (object, old) => {
    const isChanged = old === undefined || generationOf(object) !== generationOf(old);
    const value = templatePart(object, path);
    const spec = isObject(value) ? value : {};
    const { completionMode, completions = 0, parallelism = 0 } = spec;
    const isMuch = Number(completions) > manyCompletions && Number(parallelism) > muchParallelism;
    const isUntracked = isChanged && completionMode === "Indexed" && isMuch;
    return [
      ...(old === undefined ? podNameWarnings(object) : []),
      ...(isUntracked ? [`${path}: ${untrackable}`] : []),
      ...(warnings?.(object, old) ?? []),
    ];
  };
}

const zoneInSchedule =
  "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details";

/** Jobs by a schedule. */
export const cronJobHooks: KindHooks = {
  warnings(cronJob, old) {
    const schedule = textOf(mapAt(cronJob, "spec"), "schedule");
    const isZoned = old !== undefined && schedule.includes("TZ");
    const warn = jobWarnings("spec.jobTemplate.spec");
    return [...warn(cronJob, old), ...(isZoned ? [zoneInSchedule] : [])];
  },
};

const keptRevisions =
  "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended";

/** Claims of a set are warned of as claims are. */
export const statefulSetHooks: KindHooks = {
  warnings(set, old) {
    const { warnings } = templateHooks("spec.template");
    const spec = mapAt(set, "spec");
    const claims = objectsOf(spec, "volumeClaimTemplates").flatMap((claim, index) => {
      const path = `spec.volumeClaimTemplates[${index}]${old === undefined ? "" : ".Spec"}`;
      const resources = mapAt(mapAt(claim, "spec"), "resources");
      return ["requests", "limits"].flatMap((key) =>
        fractionWarnings(mapAt(resources, key), `${path}.resources.${key}`, ["storage"]),
      );
    });
    const isNegative = Number(spec["revisionHistoryLimit"] ?? 0) < 0;
    return [...(warnings?.(set, old) ?? []), ...claims, ...(isNegative ? [keptRevisions] : [])];
  },
};

function generationOf(object: JsonObject): Json {
  return metadataOf(object)["generation"] ?? 0;
}

function templatePart(object: JsonObject, path: string): Json {
  let value: Json = object;
  for (const step of path.split(".")) value = isObject(value) ? (value[step] ?? null) : null;
  return value;
}

const templateGeneration = "deprecated.daemonset.template.generation";

/** An annotation shows a number of the internal type (`apis/apps/v1/conversion.go`). */
export const daemonSetHooks: KindHooks = {
  ...templateHooks("spec.template"),
  fill(daemonSet) {
    const given = textOf(mapAt(metadataOf(daemonSet), "annotations"), templateGeneration);
    setTemplateGeneration(daemonSet, given === "" ? "0" : given);
  },
  prepareCreate(daemonSet) {
    if (Number(templateGenerationOf(daemonSet)) < 1) setTemplateGeneration(daemonSet, "1");
  },
  prepareUpdate(daemonSet, old, part) {
    if (part === "status") return;
    const before = templateGenerationOf(old);
    const template = "spec.template";
    const isChanged = !isEqualJson(templatePart(daemonSet, template), templatePart(old, template));
    setTemplateGeneration(daemonSet, isChanged ? String(Number(before) + 1) : before);
  },
};

function templateGenerationOf(daemonSet: JsonObject): string {
  return textOf(mapAt(metadataOf(daemonSet), "annotations"), templateGeneration);
}

function setTemplateGeneration(daemonSet: JsonObject, generation: string): void {
  const metadata = metadataOf(daemonSet);
  const annotations = { ...mapAt(metadata, "annotations"), [templateGeneration]: generation };
  daemonSet["metadata"] = { ...metadata, annotations };
}

const uidLabel = "batch.kubernetes.io/controller-uid";

/**
 * Jobs that were read without labels: they have those of their template by default. In Go both are
 * one map then, so that what is added to one is in the other.
 */
const unlabelled = new WeakSet<object>();

/** The pods of a Job have its uid as a label, unless it has a selector of its own. */
export const jobHooks: KindHooks = {
  warnings: jobWarnings("spec"),
  fill(job) {
    const { labels } = metadataOf(templateOf(job));
    const isLabelled = Object.keys(mapAt(metadataOf(job), "labels")).length > 0;
    if (!isLabelled && isObject(labels ?? null)) unlabelled.add(job);
  },
  prepareCreate(job, { decoded }) {
    const spec = mapAt(job, "spec");
    if (spec["manualSelector"] === true) return;
    job["spec"] = withSelector(job, spec);
    if (!unlabelled.has(decoded)) return;
    const { labels = {} } = metadataOf(templateOf(job));
    metadataOf(job)["labels"] = labels;
  },
};

function templateOf(job: JsonObject): JsonObject {
  return mapAt(mapAt(job, "spec"), "template");
}

function withSelector(job: JsonObject, spec: JsonObject): JsonObject {
  const metadata = metadataOf(job);
  // Whoever stores it finds it there.
  const uid = textOf(metadata, "uid") || crypto.randomUUID();
  metadata["uid"] = uid;
  const [name, template] = [textOf(metadata, "name"), mapAt(spec, "template")];
  const ownLabels = {
    "job-name": name,
    "batch.kubernetes.io/job-name": name,
    "controller-uid": uid,
    [uidLabel]: uid,
  };
  const inner = metadataOf(template);
  const labels = { ...ownLabels, ...mapAt(inner, "labels") };
  const selector = mapAt(spec, "selector");
  const matchLabels = { ...mapAt(selector, "matchLabels") };
  matchLabels[uidLabel] ??= uid;
  return {
    ...spec,
    selector: { ...selector, matchLabels },
    template: { ...template, metadata: { ...inner, labels } },
  };
}
