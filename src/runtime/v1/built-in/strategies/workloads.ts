import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { textOf } from "../../values/metadata/rules.js";
import { isSame } from "./compare.js";
import { podWarnings } from "./pod-warnings.js";
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
    const isChanged = !isSame(templatePart(daemonSet, template), templatePart(old, template));
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
  ...templateHooks("spec.template"),
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
