import { addControllers } from "./controllers.js";
import { Manager } from "./generated/runtime/v1/manager.js";
import { connect } from "./generated/runtime/v1/node.js";
import { addWebhooks } from "./webhooks.js";

const { CERTIFICATES, WEBHOOK_PORT, METRICS_PORT, HEALTH_PORT } = process.env;

const manager = new Manager({
  // The cluster of the kubeconfig, or the one that this pod runs in.
  transport: await connect(),
  // One of several replicas acts; the others wait.
  leaderElection: { name: "site-operator" },
  metrics: { port: Number(METRICS_PORT ?? 8080) },
  health: { port: Number(HEALTH_PORT ?? 8081) },
});
addControllers(manager);
// Without certificates there are no webhooks: on a laptop nobody calls them.
if (CERTIFICATES !== undefined) addWebhooks(manager, CERTIFICATES, Number(WEBHOOK_PORT ?? 9443));
// Until SIGINT or SIGTERM.
await manager.run();
