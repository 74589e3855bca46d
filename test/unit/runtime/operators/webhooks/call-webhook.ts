import type { WebhookHandler } from "../../../../../src/runtime/v1/webhooks.js";

/** The parts of a review, or of a Status, that an answer has. */
export interface ReviewBody {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly response?: unknown;
}

/** Calls a handler with a request of the Fetch API, and makes a response of that of its answer. */
export async function callWebhook(
  handler: WebhookHandler,
  body: unknown,
  method = "POST",
): Promise<{ readonly status: number; readonly body: ReviewBody }> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const url = "https://webhooks.example.com/";
  const request = new Request(url, method === "GET" ? {} : { method, body: text });
  const { body: answer, ...init } = await handler(request);
  const response = new Response(answer, init);
  return { status: response.status, body: (await response.json()) as ReviewBody }; // or a test fails
}
