import type { Site } from "./generated/example.com/v1/sites/index.js";
import { SiteClient, site as siteDefinition } from "./generated/example.com/v1/sites/index.js";
import type { Site as OldSite } from "./generated/example.com/v1beta1/sites/index.js";
import type { Manager } from "./generated/runtime/v1/manager.js";
import type { WebhookHandler } from "./generated/runtime/v1/webhooks.js";
import { admissionHandler, conversionHandler } from "./generated/runtime/v1/webhooks.js";

/** Serves the webhooks with `tls.crt` and `tls.key` of a folder, which may change. */
export function addWebhooks(manager: Manager, folder: string, port: number): void {
  const sites = manager.informer(new SiteClient(manager.transport).all(), {
    indexers: { host: ({ spec }) => (spec.host === undefined ? [] : [spec.host]) },
  });
  manager.webhooks({
    port,
    certificate: { certFile: `${folder}/tls.crt`, keyFile: `${folder}/tls.key` },
    handlers: {
      "/convert": siteConversion(),
      "/validate": siteAdmission((host) => sites.byIndex("host", host)),
    },
  });
}

/** Converts sites between their versions: the list of pages, and the size. */
export function siteConversion(): WebhookHandler {
  return conversionHandler<OldSite | Site>({
    resource: siteDefinition,
    converters: {
      v1beta1: {
        v1({ spec: { pages, size, ...spec }, ...site }) {
          const texts = Object.fromEntries(pages.map(({ name, text }) => [name, text]));
          // The server fills in the defaults of the version, before and after.
          return { ...site, spec: { ...spec, pages: texts, replicas: size } as Site["spec"] };
        },
      },
      v1: {
        v1beta1({ spec: { pages, replicas, ...spec }, ...site }) {
          const list = Object.entries(pages).map(([name, text]) => ({ name, text }));
          return { ...site, spec: { ...spec, pages: list, size: replicas } };
        },
      },
    },
  });
}

/**
 * Refuses a site whose host another one has: no rule of a CRD sees two objects.
 *
 * @param sitesAt the sites that have a host
 */
export function siteAdmission(sitesAt: (host: string) => readonly Site[]): WebhookHandler {
  return admissionHandler<Site>({
    resource: siteDefinition,
    validate({ operation, object, namespace, name }) {
      if (operation === "CONNECT" || object?.spec.host === undefined) return undefined;
      const { host } = object.spec;
      const other = sitesAt(host).find(
        ({ metadata }) => metadata.namespace !== namespace || metadata.name !== name,
      );
      if (other === undefined) return undefined;
      return `spec.host: ${host} is that of ${other.metadata.namespace}/${other.metadata.name}`;
    },
  });
}
