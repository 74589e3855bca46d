import type { FieldType } from "../runtime/v1/built-in/table/field-row.js";
import { kindTable } from "../runtime/v1/built-in/table/kind-table.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import type { ServerCall } from "../runtime/v1/testing/server-call.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { newestMinor } from "../runtime/v1/values/kubernetes-version.js";

/*
 * What a request that connects to something says in its query, as an object (Kubernetes
 * `pkg/apis/core/v1/conversion.go`).
 */

const kinds: { readonly [place: string]: string | undefined } = {
  "pods/attach": "PodAttachOptions",
  "pods/exec": "PodExecOptions",
  "pods/portforward": "PodPortForwardOptions",
  "pods/proxy": "PodProxyOptions",
  "services/proxy": "ServiceProxyOptions",
  "nodes/proxy": "NodeProxyOptions",
};

/** The options of a request, and their kind. */
export function connectOptions(call: ServerCall): {
  readonly kind: GroupVersionKind;
  readonly object: JsonObject;
} {
  const { resource = "", subresource, path } = call.info;
  const kind = kinds[`${resource}/${subresource}`] ?? "PodProxyOptions";
  const fields = kindTable(newestMinor).findStruct(`core/v1.${kind}`)?.fields ?? [];
  const object: JsonObject = { kind, apiVersion: "v1" };
  for (const { name, type, number, isPrinted } of fields) {
    const texts = number === 0 ? undefined : call.query.get(name);
    const value = texts === undefined ? undefined : valueOf(type, texts);
    if (value !== undefined) object[name] = value;
    else if (isPrinted) object[name] = null;
  }
  const [, rest] = /\/proxy(\/.*)$/.exec(path) ?? [];
  if (rest !== undefined) object["path"] = rest;
  return { kind: { group: "", version: "v1", kind }, object };
}

function valueOf(type: FieldType, texts: readonly string[]): Json | undefined {
  if (type.kind === "list") return texts.flatMap((text) => valueOf(type.of, [text]) ?? []);
  const [text = ""] = texts;
  const scalar = type.kind === "scalar" ? type.scalar : "string";
  if (scalar === "bool") return text !== "false" && text !== "0" ? true : undefined;
  return scalar === "string" ? text : Number(text);
}
