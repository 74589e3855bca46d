import { nearest } from "../../../crd/diagnostics/similar.js";
import { textAt } from "../../../crd/frontend/raw-fields.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { isBuiltinKind } from "../../../runtime/versions/builtin-kinds.js";
import type { SkippedKind } from "./skipped.js";

/**
 * Groups of files that have an apiVersion and a kind, and that programs read themselves: no API
 * server takes them. Where a CRD defines a kind of such a group all the same, the CRD counts.
 */
const groups: ReadonlyMap<string, SkippedKind> = new Map<string, SkippedKind>([
  ["audit.k8s.io", "tool-configuration"],
  ["backstage.io", "tool-configuration"],
  ["builtin", "kustomize-configuration"],
  ["chainsaw.kyverno.io", "tool-configuration"],
  ["cli.kyverno.io", "tool-configuration"],
  ["client.authentication.k8s.io", "tool-configuration"],
  ["config.kubernetes.io", "tool-configuration"],
  ["controller-runtime.sigs.k8s.io", "tool-configuration"],
  ["ctlptl.dev", "tool-configuration"],
  ["eksctl.io", "tool-configuration"],
  ["eventratelimit.admission.k8s.io", "tool-configuration"],
  ["fn.kpt.dev", "tool-configuration"],
  ["k3d.io", "tool-configuration"],
  ["kind.x-k8s.io", "tool-configuration"],
  ["kpt.dev", "tool-configuration"],
  ["krew.googlecontainertools.github.com", "tool-configuration"],
  ["kubeadm.k8s.io", "tool-configuration"],
  ["kustomize.config.k8s.io", "kustomization"],
  ["kuttl.dev", "tool-configuration"],
  ["meta.pkg.crossplane.io", "tool-configuration"],
  ["podtolerationrestriction.admission.k8s.io", "tool-configuration"],
  ["resourcequota.admission.k8s.io", "tool-configuration"],
  ["scorecard.operatorframework.io", "operator-bundle"],
  ["skaffold", "tool-configuration"],
]);

/** What an object is that only looks like one; undefined for one that an API server could take. */
export function toolKind(group: string, kind: string): SkippedKind | undefined {
  if (group.endsWith(".config.k8s.io") && group !== "kustomize.config.k8s.io") {
    return "tool-configuration";
  }
  if (group === "" && kind === "Config") return "tool-configuration"; // a kubeconfig
  if (group === "operators.coreos.com" && kind === "ClusterServiceVersion")
    return "operator-bundle";
  return groups.get(group);
}

/**
 * The kind of a document that has no apiVersion, and whose kind is none of Kubernetes: perhaps it
 * is the file of a tool. Undefined for a document with an apiVersion, also with a misspelt one, and
 * for a list.
 */
export function kindOfStranger(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const kind = textAt(value, "kind");
  if (kind === "" || kind.endsWith("List") || isBuiltinKind(kind)) return undefined;
  const keys = Object.keys(value).filter((key) => key !== "version"); // tools have one of their own
  return nearest("apiVersion", keys) === undefined ? kind : undefined;
}
