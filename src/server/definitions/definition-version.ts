import type { Judges } from "../../crd/frontend/check-options.js";
import { objectAt, textAt, textsAt } from "../../crd/frontend/raw-fields.js";
import { defineResource } from "../../runtime/v1/client/define-resource.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { conflicting } from "../../runtime/v1/testing/failure.js";
import type {
  DeletePreconditions,
  ServedVersion,
} from "../../runtime/v1/testing/served-version.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { typedVersion } from "../builtins/typed-version.js";
import type { KnownVerdicts } from "./definition-judge.js";
import { DefinitionJudge } from "./definition-judge.js";
import { withCondition } from "./definition.js";

/** What holds a CRD that is deleted until its objects are gone. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

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
