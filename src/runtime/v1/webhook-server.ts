/** An HTTPS server for webhooks, which needs Node.js. */
export type {
  CertificateFiles,
  ServingCertificate,
  WebhookServer,
  WebhookServerOptions,
} from "./node/webhook-server.js";
export { serveWebhooks } from "./node/webhook-server.js";
