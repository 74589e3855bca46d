import type { Middleware } from "../../client/transport.js";
import type { WebhookHandler } from "../../operators/webhooks/webhook.js";
import { decades } from "./controller-metrics.js";
import type { MetricsRegistry } from "./registry.js";

/**
 * Counts requests to the API server by their outcome, in client-go's words (`tools/metrics`): every
 * attempt, so put it behind `retry`. Paths are no labels. `<error>` is the code where no answer
 * came.
 */
export function requestMetrics(registry: MetricsRegistry, host = ""): Middleware {
  const requests = registry.counter({
    name: "rest_client_requests_total",
    help: "Requests to the API server; <error> where no answer came",
    labels: ["code", "method", "host"],
  });
  return (next) => async (request) => {
    let code = "<error>";
    try {
      const response = await next(request);
      code = String(response.status);
      return response;
    } finally {
      requests.add(1, { code, method: request.method, host });
    }
  };
}

/** Wraps the handler of a path, which is the value of the label. */
export type WebhookMetrics = (path: string, handler: WebhookHandler) => WebhookHandler;

/** Counts and times what webhooks answer, under controller-runtime's names. */
export function webhookMetrics(registry: MetricsRegistry): WebhookMetrics {
  const latency = registry.histogram({
    name: "controller_runtime_webhook_latency_seconds",
    help: "How long webhooks took to answer",
    labels: ["webhook"],
    buckets: decades,
  });
  const requests = registry.counter({
    name: "controller_runtime_webhook_requests_total",
    help: "Answers of webhooks, by HTTP status",
    labels: ["webhook", "code"],
  });
  const inFlight = registry.gauge({
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Requests that webhooks work on",
    labels: ["webhook"],
  });
  const panics = registry.counter({
    name: "controller_runtime_webhook_panics_total",
    help: "Handlers of webhooks that have thrown",
  });
  return (webhook, handler) => {
    for (const code of ["200", "500"]) requests.add(0, { webhook, code });
    inFlight.add(0, { webhook });
    return async (request) => {
      const began = performance.now();
      inFlight.add(1, { webhook });
      // What a handler throws is answered so.
      let code = "500";
      try {
        const response = await handler(request);
        code = String(response.status);
        return response;
      } catch (error) {
        panics.add(1);
        throw error;
      } finally {
        inFlight.add(-1, { webhook });
        requests.add(1, { webhook, code });
        latency.observe((performance.now() - began) / 1000, { webhook });
      }
    };
  };
}
