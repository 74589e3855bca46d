import type { KubernetesMinor } from "./kubernetes-version.js";

/** Formats of strings that a served schema may use, by their names without dashes, and the first server that does. */
const stringFormats: ReadonlyMap<string, KubernetesMinor> = new Map([
  ...[
    "bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3", "uuid4", "uuid5",
    "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor", "byte", "password", "date", "duration",
    "datetime",
  ].map((name): [string, KubernetesMinor] => [name, 28]), // prettier-ignore
  // Introduced in 1.34; a server enforces what its predecessor, to which it may be rolled back, knows.
  ["k8sshortname", 35],
  ["k8slongname", 35],
]);

/**
 * The format that a server enforces at a node, `""` for one that it ignores: by type from 1.36 on, before by name alone
 * (apiextensions `apiserver/validation/formats.go`). `type` is `""` where a node has none or several.
 */
export function servedFormat(format: string, type: string, server: KubernetesMinor): string {
  if (server < 36) return isServedStringFormat(format, server) ? format : "";
  switch (type) {
    case "":
    case "string":
      return isServedStringFormat(format, server) ? format : "";
    case "integer":
      return format === "int32" || format === "int64" ? format : "";
    case "number":
      return format === "float" || format === "double" ? format : "";
    default:
      return "";
  }
}

/** A format's name in the registry: without dashes. */
export function normalFormat(format: string): string {
  return format.replaceAll("-", "");
}

function isServedStringFormat(format: string, server: KubernetesMinor): boolean {
  const since = stringFormats.get(normalFormat(format));
  return since !== undefined && since <= server;
}
