import type { JsonObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, subdomainNames, textOf } from "../../values/metadata/rules.js";
import type { Strategy } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors, mapAt } from "./strategy.js";

/** The kind that is sent to `/token`. */
export const tokenRequest = {
  group: "authentication.k8s.io",
  version: "v1",
  kind: "TokenRequest",
} as const;

const enforceAnnotation = "kubernetes.io/enforce-mountable-secrets";

/** Kubernetes `registry/core/serviceaccount/strategy.go`. */
export const serviceAccountStrategy: Strategy = {
  returnsDeleted: true,
  otherSubresources: [{ name: "token", verbs: ["create"], sends: tokenRequest }],
  validate: (account) => coreMetadataErrors(account, true, subdomainNames),
  validateUpdate: (account, old) => [
    ...coreMetadataUpdateErrors(account, old),
    ...coreMetadataErrors(account, true, subdomainNames),
  ],
  prepareCreate: cleanSecrets,
  prepareUpdate: cleanSecrets,
  warnings(account, old) {
    const isNew = old === undefined || !hasAnnotation(old);
    if (!isNew || !hasAnnotation(account)) return [];
    return [
      `metadata.annotations[${enforceAnnotation}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
    ];
  },
};

function hasAnnotation(account: JsonObject): boolean {
  return Object.hasOwn(mapAt(metadataOf(account), "annotations"), enforceAnnotation);
}

/** References to Secrets are names alone. */
function cleanSecrets(account: JsonObject): void {
  const secrets = objectsOf(account, "secrets");
  if (secrets.length === 0) return;
  account["secrets"] = secrets.map((secret) => {
    const name = textOf(secret, "name");
    return name === "" ? {} : { name };
  });
}
