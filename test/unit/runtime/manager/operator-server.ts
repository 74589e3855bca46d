import { defineResource } from "../../../../src/runtime/v1/client/define-resource.js";
import type { ResourceTypes } from "../../../../src/runtime/v1/client/resource-client.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import type { Transport } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import { leaseDefinition } from "../../../../src/runtime/v1/operators/leader/lease.js";
import type { Logger } from "../../../../src/runtime/v1/operators/log/logger.js";
import type { ServedVersion } from "../../../../src/runtime/v1/testing.js";
import { MemoryApiServer } from "../../../../src/runtime/v1/testing.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../src/runtime/v1/values/kubernetes.js";
import type { ResourceDefinition } from "../../../../src/runtime/v1/values/resource-definition.js";

/** The types of a resource that has nothing of its own. */
export interface PlainTypes extends ResourceTypes {
  readonly scope: "Namespaced";
  readonly read: KubernetesObject;
  readonly input: KubernetesObjectInput;
  readonly apply: KubernetesObjectApply;
  readonly list: KubernetesList<KubernetesObject>;
  readonly field: never;
}

const resource = (kind: string, plural: string): ResourceDefinition =>
  defineResource({ group: "example.com", version: "v1", kind, plural, scope: "Namespaced" });

export const gadget = resource("Gadget", "gadgets");
export const widget = resource("Widget", "widgets");

/** Served without a schema: all objects are good. */
const served = (definition: ResourceDefinition): ServedVersion => ({
  ...definition,
  storage: true,
  admit: (body) => {
    const object = (typeof body === "string" ? JSON.parse(body) : body) as object; // of a client
    return { allowed: true, object, warnings: [] };
  },
  prune: (object) => object,
  fill: () => undefined,
});

/** A server in memory, and what was asked of it. */
export class OperatorServer {
  readonly server = new MemoryApiServer([gadget, widget, leaseDefinition].map(served));
  /** `GET /apis/…?watch=true…`, as they came. */
  readonly requests: string[] = [];

  /** A door of its own to the server. */
  transport(): Transport {
    return withMiddleware(this.server, (next) => (request) => {
      const query = request.query === undefined ? "" : `?${request.query}`;
      this.requests.push(`${request.method} ${request.path}${query}`);
      return next(request);
    });
  }

  /** How many watches of a resource have begun. */
  watches(plural: string): number {
    return this.requests.filter((line) => line.includes(`/${plural}?`) && line.includes("watch="))
      .length;
  }

  /** How many lists of a resource were asked for in pages. */
  lists(plural: string): number {
    const asked = this.requests.filter((line) => line.includes(`/${plural}?`));
    return asked.filter((line) => !line.includes("watch=")).length;
  }

  /** Begins to serve a resource. */
  serve(definition: ResourceDefinition): void {
    this.server.serve([served(definition)]);
  }

  async create({ kind, plural }: ResourceDefinition, name: string): Promise<void> {
    const definition = plural === "gadgets" ? gadget : widget;
    const client = new ResourceClient<PlainTypes>(definition, this.server);
    await client.create({ apiVersion: "example.com/v1", kind, metadata: { name } });
  }
}

export function clientOf(definition: ResourceDefinition, transport: Transport): PlainClient {
  return new ResourceClient<PlainTypes>(definition, transport);
}

export type PlainClient = ResourceClient<PlainTypes>;

/** A logger that keeps its lines: `warn message {"field":…}`. */
export class KeptLog implements Logger {
  readonly lines: string[] = [];
  readonly info = this.#say("info");
  readonly warn = this.#say("warn");
  readonly error = this.#say("error");

  #say(level: string): Logger["info"] {
    return (fields, message) => {
      this.lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
  }

  with(text: string): string[] {
    return this.lines.filter((line) => line.includes(text));
  }
}
