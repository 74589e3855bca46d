import type { Cause } from "../../diagnostics/diagnostics.js";
import type { Judges } from "../../frontend/judges.js";
import type { LintResult } from "../../frontend/lint-crd.js";
import { lintCrd } from "../../frontend/lint-crd.js";
import { portabilityCodes } from "../../frontend/portability/portability-code.js";
import { printCrd } from "../../frontend/print-crd.js";
import { objectAt, objectsAt, textAt, textsAt, withoutKeys } from "../../frontend/raw-fields.js";
import { SchemaTable } from "../../ir/schema-table.js";
import { badRequest } from "../../runtime/v1/admission/admission-status.js";
import type { Admission, AdmitOptions } from "../../runtime/v1/admission/admission.js";
import { invalidStatus } from "../../runtime/v1/admission/status.js";
import { defineResource } from "../../runtime/v1/client/define-resource.js";
import type { FieldError, FieldErrorReason } from "../../runtime/v1/field-error.js";
import { JsonFault, parseJson } from "../../runtime/v1/go/parse-json.js";
import { deepEqual } from "../../runtime/v1/json/deep-equal.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { Status } from "../../runtime/v1/kubernetes.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import { typedVersion, withType } from "../builtins/typed-version.js";
import { definitionDocument } from "./definition-document.js";
import { withCondition, withoutSchemas, withStatus } from "./definition.js";

/** What holds a CRD that is deleted until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** The verdicts on definitions that were judged before they are created, by their texts. */
export type KnownVerdicts = ReadonlyMap<string, LintResult>;

/**
 * CRDs as a resource, as a server serves them: they are judged, completed and printed as the API
 * server does (apiextensions `registry/customresourcedefinition`). The explainer of syntax errors
 * has to be loaded.
 *
 * @param known verdicts for `minor`; the texts are what `goJson` writes of definitions
 */
export function definitionVersion(
  minor: KubernetesMinor,
  judges: Judges,
  known: KnownVerdicts,
): ServedVersion {
  const definition = defineResource({
    ...definitionType,
    plural: "customresourcedefinitions",
    scope: "Cluster",
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
    subresources: { status: true },
  });
  const judge = new DefinitionJudge(minor, judges, known);
  const admit: ServedVersion["admit"] = (object, options) => judge.admit(object, options ?? {});
  const version = {
    ...definition,
    storage: true,
    admit,
    prune: () => [],
    fill: () => undefined,
    beginDeletion,
  };
  // A text is read once, by the judge.
  return { ...typedVersion(version), admit };
}

/** The first step of a deletion (`etcd.go`, Delete). */
function beginDeletion(definition: JsonObject, now: string): JsonObject {
  const metadata = objectAt(definition, "metadata") ?? {};
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

/** Portability is what authors want to know; a server has one version. */
const ignoredPortability = new Set(portabilityCodes);

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
    const known = typeof input === "string" ? this.#known.get(input) : undefined;
    const value = typeof input === "string" ? textValue(input, known !== undefined) : input;
    const typed = withType(value, definitionType);
    if (!isObject(typed)) return refused(badRequest(noDefinition));
    const old = isObject(options.oldObject) ? options.oldObject : undefined;
    if (options.subresource === "status" && old !== undefined) {
      options.onDecoded?.(printCrd(typed));
      return writeStatus(typed, old);
    }
    if (!isDefinition(typed)) return refused(badRequest(noDefinition));
    const verdict = (old === undefined ? known : undefined) ?? this.#verdictOn(typed, old);
    return answer(typed, old, verdict, options);
  }

  #verdictOn(value: JsonObject, old: JsonObject | undefined): LintResult {
    const crd = definitionDocument(value);
    const stored = old === undefined ? undefined : definitionDocument(old);
    const table = new SchemaTable();
    const { minor, judges } = { minor: this.#minor, judges: this.#judges };
    const asked = { minor, minimum: minor, judges, table, ignoredPortability };
    return lintCrd(crd, asked, stored);
  }
}

function answer(
  value: JsonObject,
  old: JsonObject | undefined,
  verdict: LintResult,
  options: AdmitOptions,
): Admission {
  const { code, causes, message } = verdict;
  const unknown = verdict.warnings.filter((text) => text.startsWith("unknown field "));
  if (options.fieldValidation === "Strict" && unknown.length > 0) {
    return refused(badRequest(strictFault(unknown)));
  }
  const warnings =
    options.fieldValidation === "Ignore"
      ? verdict.warnings.filter((text) => !unknown.includes(text))
      : verdict.warnings;
  if (code === 422) return refused(invalid(value, causes), causes.map(fieldErrorOf), warnings);
  if (code >= 400) return refused(badRequest(message ?? ""), [], warnings);
  const printed = printCrd(value);
  options.onDecoded?.(printed);
  const object = old === undefined ? created(printed) : replaced(printed, old);
  return { allowed: true, object, warnings };
}

const noDefinition =
  "the object provided is unrecognized (must be of type CustomResourceDefinition)";

function isDefinition(value: JsonObject): boolean {
  return (
    textAt(value, "kind") === "CustomResourceDefinition" &&
    textAt(value, "apiVersion") === "apiextensions.k8s.io/v1"
  );
}

const definitionType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
};

/** @param isOwn `goJson` wrote the text, so that it can be read faster */
function textValue(text: string, isOwn: boolean): Json {
  if (isOwn) return parseStored(text);
  const json = parseJson(text);
  return json instanceof JsonFault ? null : json.value;
}

function strictFault(unknown: readonly string[]): string {
  const kind = 'CustomResourceDefinition in version "v1"';
  const fault = `strict decoding error: ${unknown.join(", ")}`;
  return `${kind} cannot be handled as a CustomResourceDefinition: ${fault}`;
}

function refused(
  status: Status,
  errors: readonly FieldError[] = [],
  warnings: readonly string[] = [],
): Admission {
  return { allowed: false, status, errors, warnings };
}

function invalid(value: JsonObject, causes: readonly Cause[]): Status {
  const name = textAt(objectAt(value, "metadata") ?? {}, "name");
  const identity = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", name };
  return invalidStatus(identity, causes.map(fieldErrorOf));
}

function fieldErrorOf({ reason, field, message }: Cause): FieldError {
  return { reason: reason as FieldErrorReason, field, message }; // the server's own
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
function writeStatus(value: JsonObject, old: JsonObject): Admission {
  const printed = printAround({ ...value, spec: old["spec"] ?? null });
  const before = objectAt(old, "metadata") ?? {};
  const after = objectAt(printed, "metadata") ?? {};
  const metadata = keepServerFields(after, before, Number(before["generation"] ?? 1));
  return { allowed: true, object: { ...printed, metadata }, warnings: [] };
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
