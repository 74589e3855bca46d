import { createHash } from "node:crypto";
import type { DeploymentApply } from "./generated/apps/v1/deployments/index.js";
import type { ConfigMapApply } from "./generated/core/v1/configmaps/index.js";
import type { ServiceApply } from "./generated/core/v1/services/index.js";
import type { Site } from "./generated/example.com/v1/sites/index.js";
import { ownerReference } from "./generated/runtime/v1/controller.js";

/** What all objects have that the operator makes. */
export const managedBy = { "app.kubernetes.io/managed-by": "site-operator" };

/** The labels of the pods of a site, by which its Deployment and its Service find them. */
export function labelsOf(site: Site): { readonly [label: string]: string } {
  return { "app.kubernetes.io/name": "site", "app.kubernetes.io/instance": site.metadata.name };
}

/** The same as a selector, which autoscalers read from the status. */
export function selectorOf(site: Site): string {
  return Object.entries(labelsOf(site))
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
}

/** The pages, as files of a volume. */
export function configMapOf(site: Site): ConfigMapApply {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: metadataOf(site), data: site.spec.pages };
}

/** The servers. A change of the pages rolls them out anew, since servers may keep old files. */
export function deploymentOf(site: Site): DeploymentApply {
  const { replicas, image, pages } = site.spec;
  const text = JSON.stringify(Object.entries(pages).sort());
  const annotations = { "example.com/pages": createHash("sha256").update(text).digest("hex") };
  const mount = { name: "pages", mountPath: "/usr/share/nginx/html", readOnly: true };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(site),
    spec: {
      replicas,
      selector: { matchLabels: labelsOf(site) },
      template: {
        metadata: { labels: labelsOf(site), annotations },
        spec: {
          containers: [
            {
              name: "server",
              image,
              ports: [{ name: "http", containerPort: 8080 }],
              readinessProbe: { httpGet: { path: "/", port: "http" } },
              volumeMounts: [mount],
            },
          ],
          volumes: [{ name: "pages", configMap: { name: site.metadata.name } }],
        },
      },
    },
  };
}

/** The address of the servers within the cluster. */
export function serviceOf(site: Site): ServiceApply {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(site),
    spec: { selector: labelsOf(site), ports: [{ name: "http", port: 80, targetPort: "http" }] },
  };
}

function metadataOf(site: Site): DeploymentApply["metadata"] {
  return {
    name: site.metadata.name,
    labels: { ...labelsOf(site), ...managedBy },
    // The garbage collector deletes them with the site, and changes of theirs lead to the site.
    ownerReferences: [ownerReference(site, { controller: true })],
  };
}
