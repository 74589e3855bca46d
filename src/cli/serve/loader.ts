import { placeText } from "../../diagnostics/render/place-text.js";
import type { CrdDocument } from "../../frontend/find-crds.js";
import { objectsAt, textAt } from "../../frontend/raw-fields.js";
import type { ObjectDocument } from "../../pipeline/objects/find-objects.js";
import { goJson } from "../../runtime/v1/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { Cluster } from "../../server/cluster.js";
import type { Path, SourceDocument } from "../../source/document.js";

/** What the server refused of what was loaded, in its words. */
export interface Refused {
  /** Where it stands: `objects.yaml:3:1`. */
  readonly place: string;
  readonly message: string;
}

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Loads what is there from the beginning, as `kubectl create` and `kubectl replace` would. */
export class Loader {
  readonly #cluster: Cluster;
  readonly #resources = new Map<string, JsonObject>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async addCrds(crds: readonly CrdDocument[]): Promise<readonly Refused[]> {
    const refused: Refused[] = [];
    await this.#cluster.together(async () => {
      for (const { document, path, value } of crds) {
        const answer = await this.#write(definitionsPath, value);
        if (answer.status >= 400) refused.push(refusal(document, path, answer));
      }
    });
    return refused;
  }

  /** Namespaces first; others are made where objects are in them. */
  async addObjects(objects: readonly ObjectDocument[]): Promise<readonly Refused[]> {
    const isNamespace = ({ group, kind }: ObjectDocument): boolean =>
      group === "" && kind === "Namespace";
    const ordered = [
      ...objects.filter(isNamespace),
      ...objects.filter((object) => !isNamespace(object)),
    ];
    const refused: Refused[] = [];
    for (const object of ordered) {
      const answer = await this.#addObject(object);
      if (answer.status >= 400) refused.push(refusal(object.document, object.path, answer));
    }
    return refused;
  }

  async #addObject(object: ObjectDocument): Promise<Answer> {
    const { group, version, kind, namespace, value } = object;
    const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const resource = await this.#resourceOf(root, kind);
    if (resource === undefined) {
      const message = `no CRD is there for ${kind} of ${group === "" ? version : `${group}/${version}`}`;
      return { status: 404, body: { message } };
    }
    const plural = textAt(resource, "name");
    const isNamespaced = resource["namespaced"] === true;
    if (isNamespaced) await this.#ensureNamespace(namespace);
    const collection = isNamespaced
      ? `${root}/namespaces/${namespace}/${plural}`
      : `${root}/${plural}`;
    const written = await this.#write(collection, value);
    const { status } = value;
    if (written.status >= 400 || status === undefined) return written;
    const path = `${collection}/${object.name}/status`;
    const answer = await this.#request("PUT", path, { ...written.body, status });
    return answer.status === 404 ? written : answer;
  }

  async #resourceOf(root: string, kind: string): Promise<JsonObject | undefined> {
    const key = `${root} ${kind}`;
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const { body } = await this.#request("GET", root);
    const found = objectsAt(body, "resources").find(
      (resource) => resource["kind"] === kind && !textAt(resource, "name").includes("/"),
    );
    if (found !== undefined) this.#resources.set(key, found);
    return found;
  }

  async #ensureNamespace(name: string): Promise<void> {
    const path = "/api/v1/namespaces";
    if ((await this.#request("GET", `${path}/${name}`)).status < 400) return;
    await this.#request("POST", path, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }

  /** Creates an object, or replaces the one that a data file kept. */
  async #write(collection: string, value: JsonObject): Promise<Answer> {
    const created = await this.#request("POST", collection, value);
    if (created.body["reason"] !== "AlreadyExists") return created;
    const metadata = isObject(value["metadata"] ?? null) ? (value["metadata"] as JsonObject) : {}; // just tested
    const path = `${collection}/${textAt(metadata, "name")}`;
    const { body } = await this.#request("GET", path);
    const stored = isObject(body["metadata"] ?? null) ? (body["metadata"] as JsonObject) : {}; // just tested
    const { resourceVersion = "" } = stored;
    return this.#request("PUT", path, { ...value, metadata: { ...metadata, resourceVersion } });
  }

  async #request(method: string, path: string, body?: JsonObject): Promise<Answer> {
    const response = await this.#cluster.send({
      method,
      path,
      query: "fieldManager=crdgen",
      headers: [["content-type", "application/json"]],
      ...(body && { body: goJson(body) }),
    });
    const text = await response.text();
    // What is not served is answered in plain text.
    const isJson = response.header("content-type")?.startsWith("application/json") === true;
    const answer = isJson ? (JSON.parse(text) as Json) : text; // of our own server
    return { status: response.status, body: isObject(answer) ? answer : {} };
  }
}

function refusal(document: SourceDocument, path: Path, { body }: Answer): Refused {
  return { place: placeText(document.locate(path).value), message: textAt(body, "message") };
}
