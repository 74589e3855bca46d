import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { beginningOf, isError } from "../../crd/diagnostics/diagnostics.js";
import { crdName } from "../../crd/frontend/find-crds.js";
import type { JudgedCrd } from "./read-source.js";

/** A CRD that the API server refuses: plain data. */
export interface RefusedCrd {
  /** Its `metadata.name`; `""` if it has none. */
  readonly name: string;
  readonly source: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** How many errors it has. */
  readonly errors: number;
  /** The message of the first one. */
  readonly reason: string;
}

/** Returns the summary of a CRD that the API server refuses. */
export function describeRefused({ crd, verdict }: JudgedCrd): RefusedCrd {
  const errors = verdict.diagnostics.filter(isError);
  return {
    name: crdName(crd),
    ...beginningOf(crd.document, crd.path),
    errors: errors.length,
    reason: errors[0]?.message ?? "",
  };
}

/**
 * A diagnostic where CRDs that the API server refuses are left out: then what is wrong with one is
 * a warning. What cannot be read, or claims what another CRD claims, is an error still.
 */
export function withoutError(diagnostic: Diagnostic): Diagnostic {
  if (concernsInput(diagnostic)) return diagnostic;
  return isError(diagnostic) ? { ...diagnostic, severity: "warning" } : diagnostic;
}

/** What is wrong with a CRD that is left out. */
export function ofLeftOut(diagnostic: Diagnostic): Diagnostic {
  return { ...withoutError(diagnostic), isLeftOut: true };
}

/**
 * Tells whether a diagnostic is about a text that cannot be read, about CRDs that are in conflict,
 * or about options that are.
 */
export function concernsInput({ code }: Diagnostic): boolean {
  return ["source/", "input/", "overrides/"].some((area) => code.startsWith(area));
}
