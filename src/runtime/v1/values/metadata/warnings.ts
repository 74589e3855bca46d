import { goJson } from "../go/json.js";
import { quote } from "../go/quote.js";
import { compareUtf8 } from "../go/utf8.js";
import type { JsonObject } from "../json/json.js";
import { labelKeyFaults } from "../names.js";
import { objectsOf, textOf, textsOf } from "./rules.js";

/** Finalizers of Kubernetes' own, which have no slash. */
const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];

/**
 * Warnings about finalizers that a request adds, by name in order (apiextensions
 * `registry/customresource/strategy.go`). Not for updates of `/status`.
 */
export function finalizerWarnings(added: readonly string[]): string[] {
  return [...added].sort(compareUtf8).flatMap((name) => {
    const prefix = `metadata.finalizers: ${quote(name)}: `;
    const faults = labelKeyFaults(name).map((fault) => prefix + fault);
    if (name.includes("/") || standardFinalizers.includes(name)) return faults;
    const withPath = name.includes(".") ? " including a path (/)" : "";
    const advice = `prefer a domain-qualified finalizer name${withPath} to avoid accidental conflicts with other finalizer writers`;
    return [...faults, prefix + advice];
  });
}

/** The finalizers of decoded metadata that the old metadata lacks. */
export function addedFinalizers(metadata: JsonObject, old: JsonObject | undefined): string[] {
  const before = new Set(old === undefined ? [] : textsOf(old, "finalizers"));
  return [...new Set(textsOf(metadata, "finalizers"))].filter((name) => !before.has(name));
}

/**
 * Removes, in place, owner references that equal an earlier one of the same uid; returns the
 * server's warning if there were any (apiserver `endpoints/handlers`, `DedupOwnerReferences`).
 *
 * @param patched the object was made by a patch, at which the server looks later, when admission
 *   may have changed it
 */
export function dedupOwnerReferences(metadata: JsonObject, patched = false): string | undefined {
  const seen = new Set<string>();
  const duplicated: string[] = [];
  const kept = objectsOf(metadata, "ownerReferences").filter((reference) => {
    const text = goJson(reference);
    if (!seen.has(text)) {
      seen.add(text);
      return true;
    }
    duplicated.push(textOf(reference, "uid"));
    return false;
  });
  if (duplicated.length === 0) return undefined;
  metadata["ownerReferences"] = [...kept];
  const when = patched ? " after mutating admission happens" : "";
  return `${ownersWarning}${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicated.join(", ")}`;
}

const ownersWarning = ".metadata.ownerReferences contains duplicate entries";

/** Tells whether a warning is the one about owners that came twice. */
export function isOfOwners(warning: string): boolean {
  return warning.startsWith(ownersWarning);
}
