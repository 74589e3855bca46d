import type { ResourceTypes } from "../../../src/runtime/v1/index.js";
import { defineResource } from "../../../src/runtime/v1/index.js";
import type { ResourceDefinition } from "../../../src/runtime/v1/values/resource-definition.js";
import { crdPath, waitUntil } from "../server.js";
import type { WholeCluster } from "../whole-cluster.js";

/** An object of the tests, as the server returns it. */
export interface Boat {
  readonly apiVersion: string;
  readonly kind: "Boat";
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly spec: { readonly text: string };
}

/** The types of its client. */
export interface BoatTypes extends ResourceTypes {
  readonly scope: "Namespaced";
  readonly read: Boat;
  readonly list: { readonly metadata: object; readonly items: readonly Boat[] };
}

/** The boats of one test: a resource of its own, and requests that no fault stands before. */
export class Boats {
  readonly group: string;
  readonly definition: ResourceDefinition;
  readonly #cluster: WholeCluster;
  #schemas = 0;

  /** `name` is that of the test: letters. */
  constructor(cluster: WholeCluster, name: string) {
    this.#cluster = cluster;
    this.group = `${name}.example.com`;
    const names = { kind: "Boat", plural: "boats", version: "v1", scope: "Namespaced" } as const;
    this.definition = defineResource({ group: this.group, ...names });
  }

  get path(): string {
    return `/apis/${this.group}/v1/namespaces/default/boats`;
  }

  get #crdName(): string {
    return `boats.${this.group}`;
  }

  /** Makes the CRD, and waits until objects can be written. */
  async install(): Promise<void> {
    const properties = { spec: { type: "object", properties: { text: { type: "string" } } } };
    const answer = await this.#cluster.request("POST", crdPath, {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: this.#crdName },
      spec: {
        group: this.group,
        scope: "Namespaced",
        names: { kind: "Boat", listKind: "BoatList", plural: "boats", singular: "boat" },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties } },
          },
        ],
      },
    });
    if (answer.code !== 201) throw new Error(JSON.stringify(answer.body));
    await waitUntil("boats are served", () => this.put("first", "1"));
  }

  /** Adds a field to the schema, whereupon the server ends all watches. */
  async changeSchema(): Promise<void> {
    const field = `field${++this.#schemas}`;
    const path = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
    const patch = [{ op: "add", path: `${path}/${field}`, value: { type: "string" } }];
    const to = `${crdPath}/${this.#crdName}`;
    const { code, body } = await this.#send("PATCH", to, patch, "application/json-patch+json");
    if (code !== 200) throw new Error(`the schema did not change: ${JSON.stringify(body)}`);
  }

  /** Stores boats as `v2` from now on, which a webhook converts. */
  async storeOtherVersion(url: string, ca: string): Promise<void> {
    const schema = {
      openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    };
    const clientConfig = { url, caBundle: Buffer.from(ca).toString("base64") };
    const webhook = { clientConfig, conversionReviewVersions: ["v1"] };
    const v2 = { name: "v2", served: true, storage: true, schema };
    const patch = [
      { op: "add", path: "/spec/versions/1", value: v2 },
      { op: "replace", path: "/spec/versions/0/storage", value: false },
      { op: "add", path: "/spec/conversion", value: { strategy: "Webhook", webhook } },
    ];
    const to = `${crdPath}/${this.#crdName}`;
    const { code, body } = await this.#send("PATCH", to, patch, "application/json-patch+json");
    if (code !== 200) throw new Error(`the version did not change: ${JSON.stringify(body)}`);
    await waitUntil("boats are stored as v2", () => this.putStored("other"));
  }

  /** Creates or changes an object as it is stored, so that nobody has to convert it. */
  async putStored(name: string): Promise<boolean> {
    const path = this.path.replace("/v1/", "/v2/");
    const object = {
      apiVersion: `${this.group}/v2`,
      kind: "Boat",
      metadata: { name },
      spec: { text: String(Math.random()) },
    };
    const type = "application/apply-patch+yaml";
    const query = "?fieldManager=test&force=true";
    const { code } = await this.#send("PATCH", `${path}/${name}${query}`, object, type);
    return code === 200 || code === 201;
  }

  async uninstall(): Promise<void> {
    await this.#send("DELETE", `${crdPath}/${this.#crdName}`);
    await waitUntil("the CRD is gone", async () => {
      return (await this.#send("GET", `${crdPath}/${this.#crdName}`)).code === 404;
    });
  }

  /** Creates or changes an object, and tells whether that was done. */
  async put(name: string, text: string): Promise<boolean> {
    return (await this.write(name, text)) !== undefined;
  }

  /** The same; gives the version that it has then. */
  async write(name: string, text: string): Promise<string | undefined> {
    const query = "?fieldManager=test&force=true";
    const object = {
      apiVersion: `${this.group}/v1`,
      kind: "Boat",
      metadata: { name },
      spec: { text },
    };
    const type = "application/apply-patch+yaml";
    const { code, body } = await this.#send("PATCH", `${this.path}/${name}${query}`, object, type);
    if (code !== 200 && code !== 201) return undefined;
    return (body as Boat).metadata.resourceVersion; // what the server returns
  }

  async remove(name: string): Promise<boolean> {
    return (await this.#send("DELETE", `${this.path}/${name}`)).code === 200;
  }

  /** The versions of the objects on the server, by their names. */
  async list(): Promise<Readonly<Record<string, string>>> {
    const { code, body } = await this.#send("GET", this.path);
    if (code !== 200) throw new Error(`list: ${code}`);
    const { items } = body as { readonly items: readonly Boat[] }; // what the server returns
    return Object.fromEntries(
      items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]),
    );
  }

  async #send(
    method: string,
    path: string,
    body?: unknown,
    type?: string,
  ): Promise<{ readonly code: number; readonly body: unknown }> {
    return this.#cluster
      .request(method, path, body, type)
      .catch((error: unknown) => ({ code: 0, body: String(error) }));
  }
}
