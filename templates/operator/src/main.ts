import { Manager } from "./generated/runtime/v1/manager.js";
import { connect } from "./generated/runtime/v1/node.js";
import { addControllers } from "./controllers.js";

const { HEALTH_PORT, METRICS_PORT } = process.env;

const manager = new Manager({
  // The cluster of the kubeconfig, or the one that this pod runs in.
  transport: await connect(),
  // One of several replicas acts; the others wait.
  leaderElection: { name: "CRDGEN_NAME" },
  // For the probes and the metrics of deploy/deployment.yaml.
  health: { port: Number(HEALTH_PORT ?? 8081) },
  metrics: { port: Number(METRICS_PORT ?? 8080) },
});
addControllers(manager);
// Until SIGINT or SIGTERM.
await manager.run();
