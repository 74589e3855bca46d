/**
 * The part of the runtime that needs Node.js: transports on `node:http` and `node:https`, and the
 * ways to a cluster.
 */
export type { ClientNodeCluster, ClientNodeConfig } from "./node/from-client-node.js";
export { fromClientNode } from "./node/from-client-node.js";
export type { KubeconfigOptions } from "./node/from-kubeconfig.js";
export { connect, fromKubeconfig } from "./node/from-kubeconfig.js";
export type { InClusterOptions } from "./node/in-cluster.js";
export { inCluster } from "./node/in-cluster.js";
export type { ParseYaml } from "./node/kubeconfig.js";
export { KubeconfigError } from "./node/kubeconfig.js";
export type { NodeTransport, NodeTransportOptions, Pem, PemSource } from "./node/node-transport.js";
export { nodeTransport } from "./node/node-transport.js";
export type { Environment, ProxyUrl } from "./node/proxy-environment.js";
