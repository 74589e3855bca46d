import { goJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { utf8Length } from "../values/go/utf8-length.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { compareObjects } from "./compare-objects.js";
import type { FieldSet } from "./field-set.js";
import { difference } from "./field-set.js";
import { fieldsOf } from "./fields-of.js";
import type { MergeType } from "./merge-schema.js";
import { typeFault } from "./type-errors.js";

/*
 * What `kubectl apply` applied last, from the times in which the client merged by itself: it keeps
 * its configuration in an annotation.
 */

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The manager whose applies go on from what the client applied by itself. */
export const upgradingManager = "kubectl";

/**
 * The fields that the client applied by itself and that nobody has changed since: applies of
 * `kubectl` take them without a conflict. Undefined where the annotation says nothing of them
 * (apimachinery `managedfields/internal/lastappliedmanager.go`).
 */
export function lastAppliedFields(live: JsonObject, type: MergeType): FieldSet | undefined {
  const parsed = parseJson(annotationOf(live));
  const applied = parsed instanceof JsonFault ? null : parsed.value;
  if (!isObject(applied)) return undefined;
  const isOfType = ["apiVersion", "kind"].every(
    (key) => textOf(applied, key) === textOf(live, key),
  );
  if (!isOfType) return undefined;
  const isTyped = [live, applied].every((one) => typeFault(one, type, false) === undefined);
  if (!isTyped) return undefined;
  const { modified, added, removed } = compareObjects(applied, live, type);
  return [modified, added, removed].reduce(difference, fieldsOf(applied, type));
}

/** What the server takes of annotations altogether, in bytes. */
const largestAnnotations = 256 * 1024;

/**
 * An object with the configuration in its annotation, if it has that one at all: it is left out
 * where it does not fit (`lastappliedupdater.go`).
 */
export function withLastApplied(object: JsonObject, configuration: JsonObject): JsonObject {
  if (annotationOf(object) === "") return object;
  const metadata = metadataOf(object);
  const annotations = { ...textsOf(metadata["annotations"]) };
  annotations[lastApplied] = `${goJson(withoutAnnotation(configuration))}\n`;
  const size = Object.entries(annotations)
    .flat()
    .reduce((sum, text) => sum + utf8Length(text), 0);
  if (size > largestAnnotations) delete annotations[lastApplied];
  return { ...object, metadata: { ...metadata, annotations } };
}

function withoutAnnotation(configuration: JsonObject): JsonObject {
  const { annotations, ...metadata } = metadataOf(configuration);
  if (annotations === undefined) return configuration;
  const others = textsOf(annotations);
  delete others?.[lastApplied];
  return { ...configuration, metadata: others ? { ...metadata, annotations: others } : metadata };
}

function annotationOf(object: JsonObject): string {
  return textsOf(metadataOf(object)["annotations"])?.[lastApplied] ?? "";
}

/** Annotations one of which is no text are none. */
function textsOf(value: Json | undefined): Record<string, string> | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== "string") return undefined;
    texts[key] = text;
  }
  return texts;
}
