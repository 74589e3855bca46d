/** An HTTPS server for webhooks, which needs Node.js. */
export type {
  CertificateFiles,
  CertificateSource,
  ServingCertificate,
} from "./node/serving-certificate.js";
export type { WebhookServer, WebhookServerOptions } from "./node/webhook-server.js";
export { serveWebhooks } from "./node/webhook-server.js";
