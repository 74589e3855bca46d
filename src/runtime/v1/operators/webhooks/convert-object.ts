import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type { ConversionStep } from "./conversion-routes.js";

/**
 * An object after all steps of a route. What the API server demands of the result holds after each
 * step (apiextensions-apiserver `pkg/apiserver/conversion/webhook_converter.go`,
 * validateConvertedObject and restoreObjectMeta): kind, name, namespace and UID are the same, and
 * of the metadata only labels and annotations change.
 *
 * @throws Error that names the step, with what was thrown as its cause
 */
export async function convertObject(
  source: Members,
  group: string,
  route: readonly ConversionStep[],
): Promise<Members> {
  let object = source;
  for (const { from, to, convert } of route) {
    try {
      // Taken before: converters may change what they get.
      const { kind, metadata } = object;
      const old = isPlainObject(metadata) ? { ...metadata } : {};
      const result = await convert(object);
      object = completeObject(result, { apiVersion: `${group}/${to}`, kind }, old);
    } catch (error) {
      throw new ConversionStepError(from, to, error);
    }
  }
  return object;
}

/** One step of a conversion failed; `cause` is what was thrown. */
export class ConversionStepError extends Error {
  constructor(from: string, to: string, cause: unknown) {
    const text = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`from ${from} to ${to}: ${text}`, { cause });
    this.name = "ConversionStepError";
  }
}

function completeObject(result: unknown, identity: Members, old: Members): Members {
  if (!isMemberBag(result)) {
    throw new TypeError(`the converter must return an object, not ${valueText(result)}`);
  }
  return { ...result, ...identity, metadata: convertedMetadata(old, result["metadata"]) };
}

function convertedMetadata(old: Members, result: unknown): Members {
  if (result === undefined) return old;
  if (!isMemberBag(result)) {
    throw new TypeError(`metadata must be an object, not ${valueText(result)}`);
  }
  for (const field of ["name", "namespace", "uid"]) {
    const [before, after] = [old[field] ?? "", result[field] ?? ""];
    if (after !== "" && after !== before) {
      throw new TypeError(
        `metadata.${field} must not change, from ${valueText(before)} to ${valueText(after)}`,
      );
    }
  }
  const labels = convertedTexts(result, "labels");
  return { ...old, labels, annotations: convertedTexts(result, "annotations") };
}

/** Labels or annotations; null counts as absent. */
function convertedTexts(metadata: Members, field: string): Members | undefined {
  const texts = metadata[field] ?? undefined;
  if (texts === undefined) return undefined;
  if (!isMemberBag(texts)) {
    throw new TypeError(`metadata.${field} must be an object, not ${valueText(texts)}`);
  }
  for (const [key, value] of Object.entries(texts)) {
    if (value === undefined || typeof value === "string") continue;
    throw new TypeError(`metadata.${field}[${key}] must be a string, not ${valueText(value)}`);
  }
  return texts;
}

/** Instances of classes are as good as plain objects. */
function isMemberBag(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}
