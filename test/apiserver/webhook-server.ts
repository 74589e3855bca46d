import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { firstLocal } from "../support/local-certificates.js";

/** How a webhook answers all that it is asked. */
export interface Behaviour {
  /** The `response` of the review, beside its uid; left out: there is none. */
  readonly response?: { readonly [key: string]: unknown } | undefined;
  /** The operations of its JSON patch. */
  readonly patch?: readonly object[] | undefined;
  /** The uid that it gives instead of that of the request. */
  readonly uid?: string | undefined;
  /** The version of its review; left out: that of the request. */
  readonly apiVersion?: string | undefined;
  /** It answers this, and no review. */
  readonly raw?: {
    readonly status: number;
    readonly type: string;
    readonly body: string;
  };
  /** Milliseconds before it answers. */
  readonly delay?: number | undefined;
}

/** What a webhook was asked. */
export interface AskedWebhook {
  readonly path: string;
  readonly query: string;
  readonly review: { readonly request: Record<string, unknown>; readonly [key: string]: unknown };
}

/** Webhooks at one address, whose paths are the numbers of their behaviours. */
export interface TestWebhooks {
  readonly port: number;
  readonly asked: AskedWebhook[];
  /** Gives the path of a webhook that behaves so. */
  add(behaviour: Behaviour): string;
  close(): Promise<void>;
}

/** Serves webhooks that behave as tests tell them. */
export async function serveTestWebhooks(): Promise<TestWebhooks> {
  const behaviours: Behaviour[] = [];
  const asked: AskedWebhook[] = [];
  const server = createServer({ cert: firstLocal.cert, key: firstLocal.key }, (request, answer) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "https://localhost");
      const review = JSON.parse(Buffer.concat(chunks).toString("utf8")) as AskedWebhook["review"]; // a review
      asked.push({ path: url.pathname, query: url.search, review });
      const behaviour = behaviours[Number(url.pathname.slice(2))] ?? {};
      const { status, type, body } = behaviour.raw ?? reviewOf(behaviour, review);
      setTimeout(() => {
        answer.writeHead(status, { "content-type": type });
        answer.end(body);
      }, behaviour.delay ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens
    asked,
    add: (behaviour) => `/b${behaviours.push(behaviour) - 1}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function reviewOf(
  { response, patch, uid, apiVersion }: Behaviour,
  review: AskedWebhook["review"],
): { readonly status: number; readonly type: string; readonly body: string } {
  const patched = patch && {
    patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
    patchType: "JSONPatch",
  };
  const answer = response && { uid: uid ?? review.request["uid"], ...patched, ...response };
  const body = {
    kind: "AdmissionReview",
    apiVersion: apiVersion ?? review["apiVersion"],
    response: answer,
  };
  return { status: 200, type: "application/json", body: JSON.stringify(body) };
}
