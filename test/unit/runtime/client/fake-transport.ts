import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../../../src/runtime/v1/client/transport.js";
import type { ResourceDefinition } from "../../../../src/runtime/v1/values/resource-definition.js";

export const cronTab: ResourceDefinition = {
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  listKind: "CronTabList",
  plural: "crontabs",
  singular: "crontab",
  scope: "Namespaced",
  shortNames: ["ct"],
  categories: [],
  subresources: { status: true },
  printerColumns: [],
  selectableFields: ["spec.color"],
};

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Objects become JSON; a list of texts becomes the chunks of a stream. */
  readonly body?: unknown;
}

/** A transport that answers with what it was given, in turn, and keeps the requests. */
export interface FakeTransport extends Transport {
  readonly requests: TransportRequest[];
  /** How many answers were closed before their end. */
  readonly closed: () => number;
}

export function fakeTransport(...answers: readonly (FakeAnswer | Error)[]): FakeTransport {
  const requests: TransportRequest[] = [];
  let closed = 0;
  return {
    requests,
    closed: () => closed,
    send(request) {
      const answer = answers[requests.length];
      requests.push(request);
      if (answer === undefined) return hang(request);
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(response(request, answer, () => closed++));
    },
  };
}

/** Never answers; gives up when the signal says so. */
function hang({ signal }: TransportRequest): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => {
      reject(new Error("aborted"));
    };
    if (signal?.aborted === true) giveUp();
    signal?.addEventListener("abort", giveUp);
  });
}

function response(
  request: TransportRequest,
  { status = 200, headers = {}, body = {} }: FakeAnswer,
  onClose: () => void,
): TransportResponse {
  return {
    status,
    header: (name) => headers[name] ?? null,
    text: () => Promise.resolve(typeof body === "string" ? body : JSON.stringify(body)),
    async *chunks() {
      const encoder = new TextEncoder();
      for (const chunk of body as readonly string[]) yield encoder.encode(chunk); // streams have lists
      await hang(request);
    },
    close: onClose,
  };
}
