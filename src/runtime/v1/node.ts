/** What needs Node.js: transports on `node:http` and `node:https`. */
export type { InClusterOptions } from "./node/in-cluster.js";
export { inCluster } from "./node/in-cluster.js";
export type { NodeTransport, NodeTransportOptions } from "./node/node-transport.js";
export { nodeTransport } from "./node/node-transport.js";
