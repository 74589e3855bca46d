import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import type { WebhookAnswer, WebhookCall } from "../../server/webhooks/call-webhook.js";
import { WebhookUnreachable } from "../../server/webhooks/call-webhook.js";
import { UsageError } from "../usage-error.js";

/**
 * Calls a webhook over HTTPS, as client-go does.
 *
 * @throws WebhookUnreachable
 */
export function callWebhook(call: WebhookCall): Promise<WebhookAnswer> {
  return send(call, true);
}

function send(call: WebhookCall, mayRepeat: boolean): Promise<WebhookAnswer> {
  const { url, address, ca, body, timeout } = call;
  const [named, reached] = [new URL(url), new URL(address ?? url)];
  return new Promise((resolve, reject) => {
    const fail = (fault: string): void => {
      reject(new WebhookUnreachable(`Post ${JSON.stringify(url)}: ${fault}`));
    };
    const outgoing = request({
      method: "POST",
      host: reached.hostname.replace(/^\[|\]$/g, ""),
      port: reached.port === "" ? 443 : Number(reached.port),
      path: named.pathname + named.search,
      // An address is no name that a certificate could be asked for.
      ...(/^\[|^[\d.]+$/.test(named.hostname) ? {} : { servername: named.hostname }),
      headers: {
        host: named.host,
        "content-type": "application/json",
        accept: "application/json, */*",
        "user-agent": "kube-apiserver-admission",
        "content-length": Buffer.byteLength(body),
      },
      signal: AbortSignal.timeout(timeout),
      // As Go does: what is named here is trusted, though it may be no authority.
      ...(ca !== undefined && { ca, allowPartialTrustChain: true }),
    });
    outgoing.on("response", (incoming) => {
      readAnswer(incoming).then(resolve, () => {
        fail("unexpected EOF");
      });
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && error.code === "ECONNRESET";
      if (isStale && mayRepeat) send(call, false).then(resolve, reject);
      else fail(faultText(error, named, reached));
    });
    outgoing.end(body);
  });
}

async function readAnswer(incoming: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // no encoding was set
  return {
    status: incoming.statusCode ?? 0,
    contentType: incoming.headers["content-type"] ?? "",
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

const untrusted = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

/** What Go says of the same fault. */
function faultText(error: NodeJS.ErrnoException, named: URL, reached: URL): string {
  const { code = "", name, message } = error;
  const place = `${reached.hostname}:${reached.port === "" ? "443" : reached.port}`;
  const unverified = "tls: failed to verify certificate: x509:";
  if (name === "AbortError" || name === "TimeoutError") return "context deadline exceeded";
  if (untrusted.includes(code)) return `${unverified} certificate signed by unknown authority`;
  switch (code) {
    case "ECONNREFUSED":
      return `dial tcp ${place}: connect: connection refused`;
    case "EHOSTUNREACH":
      return `dial tcp ${place}: connect: no route to host`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `dial tcp: lookup ${reached.hostname}: no such host`;
    case "ECONNRESET":
      return "EOF";
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return `${unverified} certificate has expired or is not yet valid`;
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `${unverified} certificate is not valid for any names, but wanted to match ${named.hostname}`;
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
      return "http: server gave HTTP response to HTTPS client";
    default:
      return message;
  }
}

/**
 * Reads what `--webhook-service` says, `namespace/name[:port]=https://host:port`.
 *
 * @throws UsageError
 */
export function readWebhookServices(given: readonly string[]): Readonly<Record<string, string>> {
  const services: Record<string, string> = {};
  for (const text of given) {
    const [, service, address] = /^([^/=]+\/[^/=:]+(?::\d+)?)=(.*)$/.exec(text) ?? [];
    if (service === undefined || address === undefined || !isHttps(address)) {
      throw new UsageError(
        `--webhook-service: '${text}' says not where a service is; write it like system/webhook=https://127.0.0.1:9443`,
      );
    }
    services[service] = address;
  }
  return services;
}

function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}
