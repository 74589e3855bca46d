/** What needs Node.js: transports on `node:http` and `node:https`, and the server of webhooks. */
export type { InClusterOptions } from "./node/in-cluster.js";
export { inCluster } from "./node/in-cluster.js";
export type { NodeTransport, NodeTransportOptions } from "./node/node-transport.js";
export { nodeTransport } from "./node/node-transport.js";
export type { CertificateFiles, ServingCertificate } from "./node/serving-certificate.js";
export type { WebhookServer, WebhookServerOptions } from "./node/webhook-server.js";
export { serveWebhooks } from "./node/webhook-server.js";
