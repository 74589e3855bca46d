import { managedBy } from "./children.js";
import { DeploymentClient } from "./generated/apps/v1/deployments/index.js";
import { ConfigMapClient } from "./generated/core/v1/configmaps/index.js";
import { ServiceClient } from "./generated/core/v1/services/index.js";
import { SiteClient } from "./generated/example.com/v1/sites/index.js";
import type { Manager } from "./generated/runtime/v1/manager.js";
import { Hosts } from "./hosts.js";
import { SiteReconciler } from "./reconcile.js";

const fieldManager = "site-operator";

/** What the operator does with sites, on any API server: a cluster, or one in memory. */
export function addControllers(manager: Manager): void {
  const { transport } = manager;
  const sites = new SiteClient(transport, { fieldManager });
  const configMaps = new ConfigMapClient(transport, { fieldManager });
  const deployments = new DeploymentClient(transport, { fieldManager });
  const services = new ServiceClient(transport, { fieldManager });
  const reconciler = new SiteReconciler(
    { sites, configMaps, deployments, services },
    new Hosts(configMaps.in(transport.defaultNamespace ?? "default")),
    manager.events("example.com/site-operator"),
  );
  manager.controller(sites.all(), {
    reconcile: (site, context) => reconciler.reconcile(site, context),
    cleanup: (site, context) => reconciler.cleanup(site, context),
    finalizer: "example.com/site-operator",
    // What somebody changes or deletes of these leads to the site that it belongs to.
    owns: [configMaps.all(), services.all(), deployments.all()].map((client) => ({
      client,
      labelSelector: managedBy,
    })),
    concurrency: 4,
  });
}
