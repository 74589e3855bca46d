import { Refusal, conflict, invalidStatus } from "../admission/admission-status.js";
import type { Admission, AdmitOptions, ResourceAdmission } from "../admission/admission.js";
import { resourceAdmission } from "../admission/admission.js";
import type { ScaledWrite } from "../admission/scale-write.js";
import { writeScale } from "../admission/scale-write.js";
import { uidFault } from "../admission/write-conflict.js";
import type { ServedVersion } from "../testing/served-version.js";
import { invalidError } from "../values/field-errors.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";

/*
 * The scale of a built-in kind. Unlike that of a custom resource it has checks of its own, before
 * those of the object (kubernetes `registry/apps/deployment/storage/storage.go`, UpdatedObject).
 */

type ScaledKind = Pick<
  ServedVersion,
  "group" | "version" | "kind" | "plural" | "scope" | "subresources"
>;

/** The data that writing the scale of a built-in kind needs. */
export interface KindScale {
  readonly version: ScaledKind;
  /** Reads the body of a request. */
  readonly read: (input: unknown, options: AdmitOptions) => Admission;
  /** Writes the object with its new number of replicas. */
  readonly store: (scaled: JsonObject, options: AdmitOptions) => ScaledWrite;
}

/** Writes a `Scale`, or its text, to an object of a built-in kind. */
export function writeKindScale(
  { version, read: readScale, store }: KindScale,
  input: unknown,
  old: JsonObject | undefined,
  options: AdmitOptions,
): Admission {
  const read = options.patched === true ? undefined : readScale(input, options);
  if (read?.allowed === false) return read;
  const warnings = read?.warnings ?? [];
  const known: AdmitOptions =
    read === undefined ? options : { ...options, fieldValidation: "Ignore" };
  const sent = read?.object ?? input;
  const written = writeScale(
    scaleAdmission(version),
    sent,
    old,
    known,
    (_, scaled, before, others) => {
      const refusal = refusalOf(version, scaled, before, uidOf(sent));
      if (refusal === undefined) return store(scaled, others);
      return { object: scaled, warnings: [], refusal, stored: () => scaled };
    },
  );
  return { ...written, warnings: [...warnings, ...written.warnings] };
}

/** In a patch a uid is no precondition of the store. */
function uidOf(sent: unknown): string {
  const parsed = typeof sent === "string" ? parseJson(sent) : undefined;
  const scale = parsed === undefined ? sent : parsed instanceof JsonFault ? null : parsed.value;
  return isObject(scale) ? textOf(metadataOf(scale), "uid") : "";
}

function refusalOf(
  { group, plural }: ScaledKind,
  scaled: JsonObject,
  old: JsonObject,
  uid: string,
): Refusal | undefined {
  const oldMetadata = metadataOf(old);
  const name = textOf(oldMetadata, "name");
  const replicas = (scaled["spec"] as JsonObject)["replicas"]; // was just set
  if (typeof replicas === "number" && replicas < 0) {
    const detail = "must be greater than or equal to 0";
    const errors = [invalidError("spec.replicas", replicas, detail)];
    const identity = { group: "autoscaling", kind: "Scale", name };
    return new Refusal(invalidStatus(identity, errors), errors);
  }
  const fault = uidFault({ uid }, oldMetadata);
  return fault === undefined
    ? undefined
    : new Refusal(conflict(group, `${plural}/scale`, name, fault));
}

function scaleAdmission(version: ScaledKind): ResourceAdmission {
  const { group, version: name, kind, plural, scope, subresources } = version;
  return resourceAdmission(
    {
      group,
      version: name,
      kind,
      namespaced: scope === "Namespaced",
      status: true,
      schema: () => ({}),
      is: () => false,
      preserveUnknownFields: true,
      ...(subresources.scale && { scale: subresources.scale }),
    },
    { plural, otherVersions: [], prune: () => [], fill: () => undefined },
  );
}
