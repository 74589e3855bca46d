import type { Cause } from "../../crd/diagnostics/diagnostics.js";
import type { Judges } from "../../crd/frontend/check-options.js";
import type { LintResult } from "../../crd/frontend/lint-crd.js";
import { lintCrd, lintCrdStatus } from "../../crd/frontend/lint-crd.js";
import { portabilityCodes } from "../../crd/frontend/portability/warnings.js";
import { printCrd } from "../../crd/frontend/read-resource.js";
import { SchemaTable } from "../../crd/ir/schema-table.js";
import {
  badRequest,
  endedForPlugins,
  invalidStatus,
  notFound,
  Refusal,
  refuse,
  serverError,
} from "../../runtime/v1/admission/admission-status.js";
import type {
  Admission,
  AdmitOptions,
  WritePlugins,
} from "../../runtime/v1/admission/admission.js";
import { unhandled, unreadable } from "../../runtime/v1/admission/decode-body.js";
import { checkIdentity } from "../../runtime/v1/admission/object-write.js";
import { duplicateText } from "../../runtime/v1/admission/strict-errors.js";
import { namesVersion, versionRefusal } from "../../runtime/v1/admission/write-conflict.js";
import { decodeTyped } from "../../runtime/v1/built-in/decode-typed.js";
import { typedVersion } from "../../runtime/v1/built-in/typed-version.js";
import { defineResource } from "../../runtime/v1/client/define-resource.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { conflicting } from "../../runtime/v1/testing/failure.js";
import type {
  DeletePreconditions,
  ServedVersion,
} from "../../runtime/v1/testing/served-version.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { FieldError, FieldErrorReason } from "../../runtime/v1/values/field-error.js";
import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  withoutKeys,
} from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Status } from "../../runtime/v1/values/kubernetes.js";
import { createdMetadata } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import { withCondition, withoutSchemas, withStatus } from "./definition.js";
import { definitionDocument } from "./stored-definitions.js";

const group = "apiextensions.k8s.io";
const kind = "CustomResourceDefinition";
const plural = "customresourcedefinitions";

/** Portability is what authors want to know; a server has one version. */
const ignoredPortability = new Set(portabilityCodes);

/** The verdicts on definitions that were judged before they are created, by their texts. */
export type KnownVerdicts = ReadonlyMap<string, LintResult>;

/** The front end's verdict on a write. */
interface Verdict {
  readonly code: number;
  readonly message: string | undefined;
  readonly decodeFault?: string;
  readonly causes: readonly Cause[];
  readonly warnings: readonly string[];
}

/**
 * Decides what a server makes of a write to a CRD (apiextensions
 * `registry/customresourcedefinition/strategy.go`, apiserver `registry/generic/registry/store.go`).
 */
class DefinitionJudge {
  readonly #minor: KubernetesMinor;
  readonly #judges: Judges;
  readonly #known: KnownVerdicts;

  constructor(minor: KubernetesMinor, judges: Judges, known: KnownVerdicts) {
    this.#minor = minor;
    this.#judges = judges;
    this.#known = known;
  }

  admit(input: unknown, options: AdmitOptions): Admission {
    const resource = { group, version: "v1", kind };
    const known = typeof input === "string" ? this.#known.get(input) : undefined;
    const isKnown = known !== undefined && typeof input === "string";
    const read = decodeTyped(resource, this.#minor, isKnown ? parseStored(input) : input);
    if (read instanceof Refusal) return refuse(read);
    const old = isObject(options.oldObject) ? options.oldObject : undefined;
    const isStatus = options.subresource === "status" && old !== undefined;
    const value = old === undefined ? named(read.object, options) : read.object;
    const verdict = isStatus
      ? lintCrdStatus(definitionDocument(withoutEqualSpec(value, old)), old, this.#minor)
      : ((old === undefined ? known : undefined) ?? this.#lint(value, old));
    const warnings = this.#warningsOf(verdict, read.duplicates, options);
    if (warnings instanceof Refusal) return refuse(warnings);
    if (old === undefined && options.operation === "update") {
      const name = textAt(objectAt(value, "metadata") ?? {}, "name");
      return refuse(new Refusal(notFound(group, plural, name)), warnings);
    }
    if (options.plugins !== undefined) {
      return this.#writeWithPlugins(value, old, warnings, options, options.plugins);
    }
    const misfit = old && this.#misfit(value, old);
    if (misfit !== undefined) return refuse(misfit, warnings);
    const refusal = refusalOf(value, verdict, options);
    if (refusal !== undefined) return refuse(refusal, warnings);
    const printed = printCrd(value);
    const body = decoded(printed, value);
    const early = options.checkDecoded?.(body);
    if (early !== undefined) return refuse(new Refusal(early), warnings);
    options.onDecoded?.(body, warnings);
    const object = isStatus ? statusWritten(value, old) : written(printed, old);
    return { allowed: true, object, warnings };
  }

  /** What plugins make of a definition is judged in its place. */
  #writeWithPlugins(
    value: JsonObject,
    old: JsonObject | undefined,
    warnings: readonly string[],
    options: AdmitOptions,
    { admit, onValidated }: WritePlugins,
  ): Admission {
    const body = decoded(printCrd(value), value);
    const early = options.checkDecoded?.(body);
    if (early !== undefined) return refuse(new Refusal(early), warnings);
    options.onDecoded?.(body, warnings);
    const [metadata, stored] = [value, old ?? value].map((one) => objectAt(one, "metadata") ?? {});
    const misfit = checkIdentity({ group, plural }, metadata ?? {}, stored ?? {});
    if (misfit !== undefined) return refuse(misfit, warnings);
    const admitted = admit(body);
    if (admitted === undefined) return refuse(new Refusal(endedForPlugins()), warnings);
    const rest = { ...options, plugins: undefined, checkDecoded: undefined, onDecoded: undefined };
    const judged = this.admit(admitted.object, { ...rest, fieldValidation: "Ignore" });
    const told = [...warnings, ...admitted.warnings];
    const more = judged.warnings.filter((text) => !told.includes(text));
    if (judged.allowed) onValidated(judged.object);
    return { ...judged, warnings: [...told, ...more] };
  }

  #lint(value: JsonObject, old: JsonObject | undefined): Verdict {
    const { minor, judges } = { minor: this.#minor, judges: this.#judges };
    const table = new SchemaTable();
    const asked = { minor, minimum: minor, judges, table, ignoredPortability };
    return lintCrd(definitionDocument(value), asked, old && definitionDocument(old));
  }

  /** Or the refusal of a body that is odd, or cannot be decoded. */
  #warningsOf(
    { code, message = "", decodeFault, warnings }: Verdict,
    duplicates: readonly string[],
    { fieldValidation }: AdmitOptions,
  ): readonly string[] | Refusal {
    if (code === 400) {
      const cause = decodeFault === undefined ? undefined : unreadable(decodeFault);
      return new Refusal(badRequest(message), [], [], cause);
    }
    const unknown = warnings.filter((text) => text.startsWith("unknown field "));
    const others = warnings.filter((text) => !unknown.includes(text));
    const oddities = [...duplicates.map(duplicateText), ...unknown];
    if (fieldValidation === "Ignore") return others;
    if (fieldValidation !== "Strict" || oddities.length === 0) return [...oddities, ...others];
    return unhandled({ apiVersion: "v1" }, kind, kind, { kind: "odd", items: oddities });
  }

  /** Why a CRD cannot take the place of the stored one, whatever it says. */
  #misfit(value: JsonObject, old: JsonObject): Refusal | undefined {
    const [metadata, stored] = [objectAt(value, "metadata") ?? {}, objectAt(old, "metadata") ?? {}];
    const identity = checkIdentity({ group, plural }, metadata, stored);
    if (identity !== undefined) return identity;
    return versionRefusal({ group, plural, dialect: dialectOf(this.#minor) }, metadata, stored);
  }
}

/** A CRD that is created, with the name that the server makes up for it if it has to. */
function named(value: JsonObject, { nameSuffix }: AdmitOptions): JsonObject {
  const metadata = objectAt(value, "metadata") ?? {};
  if (textAt(metadata, "generateName") === "" || textAt(metadata, "name") !== "") return value;
  const { name = "" } = createdMetadata(metadata, false, "", nameSuffix);
  return { ...value, metadata: { ...metadata, name } };
}

/** A spec that is as it was need not be decoded again. */
function withoutEqualSpec(value: JsonObject, old: JsonObject): JsonObject {
  const { spec = null } = value;
  return deepEqual(spec, old["spec"] ?? null) ? withoutKeys(value, "spec") : value;
}

function refusalOf(
  value: JsonObject,
  { code, causes }: Verdict,
  { mayNameVersion = false }: AdmitOptions,
): Refusal | undefined {
  const metadata = objectAt(value, "metadata") ?? {};
  if (code === 422) {
    const errors = causes.map(fieldErrorOf);
    return new Refusal(invalid(textAt(metadata, "name"), errors), errors);
  }
  if (code !== 201 || mayNameVersion || !namesVersion(metadata)) return undefined;
  return new Refusal(serverError("resourceVersion should not be set on objects to be created"));
}

function invalid(name: string, errors: readonly FieldError[]): Status {
  return invalidStatus({ group, kind, name }, errors);
}

function fieldErrorOf({ reason, field, message }: Cause): FieldError {
  return { reason: reason as FieldErrorReason, field, message }; // the server's own
}

/** As it is decoded; an empty entry says that owners are to be forgotten. */
function decoded(printed: JsonObject, value: JsonObject): JsonObject {
  const { managedFields } = objectAt(value, "metadata") ?? {};
  if (!Array.isArray(managedFields)) return printed;
  return { ...printed, metadata: { ...objectAt(printed, "metadata"), managedFields } };
}

function written(printed: JsonObject, old: JsonObject | undefined): JsonObject {
  const kept = {
    ...printed,
    metadata: withoutKeys(objectAt(printed, "metadata") ?? {}, "selfLink"),
  };
  return old === undefined ? created(kept) : replaced(kept, old);
}

/** `strategy.go`, PrepareForCreate */
function created(printed: JsonObject): JsonObject {
  const metadata = { ...objectAt(printed, "metadata"), generation: 1 };
  return printAround(withStorageVersion({ ...withoutKeys(printed, "status"), metadata }));
}

/** `strategy.go`, PrepareForUpdate */
function replaced(printed: JsonObject, old: JsonObject): JsonObject {
  const completed = printAround({ ...printed, status: old["status"] ?? null });
  const [before, after] = [objectAt(old, "metadata") ?? {}, objectAt(completed, "metadata") ?? {}];
  const generation = Number(before["generation"] ?? 1);
  const isSame = deepEqual(old["spec"] ?? null, completed["spec"] ?? null);
  const metadata = keepServerFields(after, before, isSame ? generation : generation + 1);
  return withStorageVersion({ ...completed, metadata });
}

/** Of `/status`, which may change finalizers too. */
function statusWritten(value: JsonObject, old: JsonObject): JsonObject {
  const printed = printAround({ ...value, spec: old["spec"] ?? null });
  const before = objectAt(old, "metadata") ?? {};
  const after = objectAt(printed, "metadata") ?? {};
  const metadata = keepServerFields(after, before, Number(before["generation"] ?? 1));
  return { ...printed, metadata };
}

/** A definition whose spec, the largest part of it, was printed already. */
function printAround(definition: JsonObject): JsonObject {
  return { ...printCrd(withoutSchemas(definition)), spec: definition["spec"] ?? null };
}

const serverFields = ["uid", "creationTimestamp", "deletionTimestamp", "selfLink"];

function keepServerFields(metadata: JsonObject, old: JsonObject, generation: number): JsonObject {
  const kept: JsonObject = { ...metadata, generation };
  for (const key of serverFields) {
    const value = old[key];
    if (value === undefined) delete kept[key];
    else kept[key] = value;
  }
  return kept;
}

function withStorageVersion(definition: JsonObject): JsonObject {
  const spec = objectAt(definition, "spec") ?? {};
  const storage = objectsAt(spec, "versions").find((version) => version["storage"] === true);
  const stored = textsAt(objectAt(definition, "status") ?? {}, "storedVersions");
  const name = textAt(storage ?? {}, "name");
  if (storage === undefined || stored.includes(name)) return definition;
  return withStatus(definition, { storedVersions: [...stored, name] });
}

/** The finalizer that holds a deleted CRD until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/**
 * CRDs as a resource, as a server serves them: they are judged, completed and printed as the API
 * server does (apiextensions `registry/customresourcedefinition`).
 *
 * @param known verdicts for `minor`; the texts are what `goJson` writes of definitions
 */
export function definitionVersion(
  minor: KubernetesMinor,
  judges: Judges,
  known: KnownVerdicts,
): ServedVersion {
  const definition = defineResource({
    group: "apiextensions.k8s.io",
    version: "v1",
    kind: "CustomResourceDefinition",
    plural: "customresourcedefinitions",
    scope: "Cluster",
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
    subresources: { status: true },
  });
  const judge = new DefinitionJudge(minor, judges, known);
  const version: ServedVersion = {
    ...definition,
    storage: true,
    admit: (object, options) => judge.admit(object, options ?? {}),
    prune: () => [],
    fill: () => undefined,
    beginDeletion,
  };
  return typedVersion(version, minor);
}

/** The first step of a deletion (`etcd.go`, Delete). */
function beginDeletion(
  definition: JsonObject,
  now: string,
  preconditions: DeletePreconditions,
): JsonObject | Failure {
  const metadata = objectAt(definition, "metadata") ?? {};
  const misfit = preconditionFailure(metadata, preconditions);
  if (misfit !== undefined) return misfit;
  const finalizers = textsAt(metadata, "finalizers");
  const held = finalizers.includes(cleanupFinalizer)
    ? finalizers
    : [...finalizers, cleanupFinalizer];
  const marked = { ...metadata, deletionTimestamp: now, finalizers: [...held] };
  const message =
    "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  return withCondition(
    { ...definition, metadata: marked },
    { type: "Terminating", status: "True", reason: "InstanceDeletionPending", message },
    now,
  );
}

function preconditionFailure(
  metadata: JsonObject,
  { uid, resourceVersion }: DeletePreconditions,
): Failure | undefined {
  const resource = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
  const wanted = { UID: uid, ResourceVersion: resourceVersion };
  const stored = {
    UID: textAt(metadata, "uid"),
    ResourceVersion: textAt(metadata, "resourceVersion"),
  };
  for (const key of ["UID", "ResourceVersion"] as const) {
    if (wanted[key] === undefined || wanted[key] === stored[key]) continue;
    const fault = `precondition failed: ${key} in precondition: ${wanted[key]}, ${key} in object meta: ${stored[key]}`;
    return conflicting(resource, textAt(metadata, "name"), fault);
  }
  return undefined;
}
