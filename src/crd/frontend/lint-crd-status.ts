import { sentWarnings } from "../../runtime/v1/admission/sent-warnings.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { crdRulesOf } from "../../runtime/versions/crd-rules.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import type { Cause } from "../diagnostics/diagnostics.js";
import { checkAcceptedNames } from "./crd/check-crd.js";
import { checkMetadataUpdate } from "./crd/check-metadata.js";
import { decodeCrd } from "./decode/decode-crd.js";
import { decodeErrorMessage } from "./decode/decode-error.js";
import type { CrdDocument } from "./find-crds.js";
import { Findings } from "./findings/findings.js";
import type { InternalCrd } from "./internal/internal-crd.js";
import { readInternalCrd } from "./internal/read-internal-crd.js";
import { unknownFieldWarnings } from "./lint-crd.js";
import { objectAt } from "./raw-fields.js";

/** What a server answers to a write of a CRD's status. */
export interface StatusVerdict {
  readonly code: 200 | 400 | 422;
  /** The server's message of an answer 400. */
  readonly message: string | undefined;
  /** `status.details.causes` of an answer 422. */
  readonly causes: readonly Cause[];
  readonly warnings: readonly string[];
}

/**
 * Judges what is written to `/status` of a CRD, as one that replaces the stored `old` one: how it
 * can be decoded, its metadata, and the names that it accepts
 * (`ValidateUpdateCustomResourceDefinitionStatus`). The spec is decoded, and ignored.
 */
export function lintCrdStatus(
  crd: CrdDocument,
  old: JsonObject,
  minor: KubernetesMinor,
): StatusVerdict {
  const decoded = decodeCrd(crd, minor);
  const message = decodeErrorMessage(decoded.faults, crd, minor);
  if (message !== undefined) return { code: 400, message, causes: [], warnings: [] };
  const warnings = sentWarnings(unknownFieldWarnings(decoded));
  const findings = new Findings(crdRulesOf(minor));
  const written = withoutSpec(crd.value);
  checkMetadataUpdate(written, withoutSpec(old), findings);
  checkAcceptedNames(written, findings);
  const causes = findings.errors;
  const code = causes.length > 0 ? 422 : 200;
  return { code, message: undefined, causes, warnings };
}

function withoutSpec(value: JsonObject): InternalCrd {
  const [metadata, status] = [objectAt(value, "metadata"), objectAt(value, "status")];
  return readInternalCrd({ metadata: metadata ?? {}, status: status ?? {} });
}
