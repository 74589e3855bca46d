import { createHash } from "node:crypto";
import type { V1ConfigMap, V1Deployment, V1ObjectMeta, V1Service } from "@kubernetes/client-node";
import type { Site } from "./types.js";

const managedBy = { "app.kubernetes.io/managed-by": "site-operator" };

export function labelsOf(site: Site): Record<string, string> {
  return { "app.kubernetes.io/name": "site", "app.kubernetes.io/instance": site.metadata.name };
}

export function selectorOf(site: Site): string {
  return Object.entries(labelsOf(site))
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
}

export function configMapOf(site: Site): V1ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: metadataOf(site), data: site.spec.pages };
}

export function deploymentOf(site: Site): V1Deployment {
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

export function serviceOf(site: Site): V1Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(site),
    spec: { selector: labelsOf(site), ports: [{ name: "http", port: 80, targetPort: "http" }] },
  };
}

function metadataOf(site: Site): V1ObjectMeta {
  const { name, namespace, uid } = site.metadata;
  const { apiVersion, kind } = site;
  return {
    name,
    namespace,
    labels: { ...labelsOf(site), ...managedBy },
    ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }],
  };
}
