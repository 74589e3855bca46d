import type { ObjectDocument } from "../../codegen/pipeline/objects/find-objects.js";
import type { JudgedCrd } from "../../codegen/pipeline/read-source.js";
import { placeText } from "../../crd/diagnostics/render/printable.js";
import type { Path, SourceDocument } from "../../crd/source/source-file.js";
import { objectJson } from "../../runtime/v1/testing/json-texts.js";
import { goJson } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  objectAt,
  objectsAt,
  textAt,
  withoutKeys,
} from "../../runtime/v1/values/json/raw-fields.js";
import type { Cluster } from "../../server/cluster.js";
import { metadataWhereItCan } from "../../server/cluster.js";

/** A loaded object that the server refused, with the server's words. */
interface Refused {
  /** Where it stands: `objects.yaml:3:1`. */
  readonly place: string;
  readonly message: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function nothing(): void {
  // Nobody wants to know.
}

/** Loads what is there from the beginning, as `kubectl create` and `kubectl replace` would. */
export class Loader {
  readonly #cluster: Cluster;
  readonly #resources = new Map<string, JsonObject>();
  /** The uids of objects here, by those that they had where they come from. */
  readonly #uids = new Map<string, string>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** `tick` is called before each one. */
  async addCrds(
    judged: readonly JudgedCrd[],
    tick: () => void = nothing,
  ): Promise<readonly Refused[]> {
    const refused: Refused[] = [];
    const values = judged.map(({ crd }) => asNew(crd.value, this.#uids));
    const bodies = values.map(objectJson);
    const verdicts = judged.map(({ verdict }, at) => [bodies[at] ?? "", verdict] as const);
    await this.#cluster.together(new Map(verdicts), async () => {
      for (const [at, { crd }] of judged.entries()) {
        tick();
        const { document, path, value } = crd;
        const answer = await this.#write(definitionsPath, values[at] ?? value, bodies[at]);
        if (answer.status >= 400) refused.push(refusal(document, path, answer));
      }
    });
    return refused;
  }

  /** Namespaces first; others are made where objects are in them. */
  async addObjects(
    objects: readonly ObjectDocument[],
    tick: () => void = nothing,
  ): Promise<readonly Refused[]> {
    const isNamespace = ({ group, kind }: ObjectDocument): boolean =>
      group === "" && kind === "Namespace";
    const ordered = [
      ...objects.filter(isNamespace),
      ...ownersFirst(objects.filter((object) => !isNamespace(object))),
    ];
    const refused: Refused[] = [];
    for (const object of ordered) {
      tick();
      const answer = await this.#addObject(object);
      if (answer.status >= 400) refused.push(refusal(object.document, object.path, answer));
    }
    return refused;
  }

  async #addObject(object: ObjectDocument): Promise<Answer> {
    const { group, version, kind, namespace } = object;
    const value = asNew(object.value, this.#uids);
    const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    const resource = await this.#resourceOf(root, kind);
    if (resource === undefined) {
      const message = `no CRD is there for ${kind} of ${group === "" ? version : `${group}/${version}`}`;
      return { status: 404, text: goJson({ message }) };
    }
    const plural = textAt(resource, "name");
    const isNamespaced = resource["namespaced"] === true;
    if (isNamespaced) await this.#ensureNamespace(namespace);
    const collection = isNamespaced
      ? `${root}/namespaces/${namespace}/${plural}`
      : `${root}/${plural}`;
    const written = await this.#write(collection, value);
    const uid = uidOf(object.value);
    if (uid !== "") this.#uids.set(uid, uidOf(bodyOf(written)));
    const { status } = value;
    if (written.status >= 400 || status === undefined) return written;
    const path = `${collection}/${object.name}/status`;
    const { metadata = {} } = bodyOf(written);
    const answer = await this.#request("PUT", path, goJson({ ...value, metadata, status }));
    return answer.status === 404 ? written : answer;
  }

  async #resourceOf(root: string, kind: string): Promise<JsonObject | undefined> {
    const key = `${root} ${kind}`;
    const known = this.#resources.get(key);
    if (known !== undefined) return known;
    const answer = await this.#request("GET", root);
    const found = objectsAt(bodyOf(answer), "resources").find(
      (resource) => resource["kind"] === kind && !textAt(resource, "name").includes("/"),
    );
    if (found !== undefined) this.#resources.set(key, found);
    return found;
  }

  async #ensureNamespace(name: string): Promise<void> {
    const path = "/api/v1/namespaces";
    if ((await this.#request("GET", `${path}/${name}`)).status < 400) return;
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    await this.#request("POST", path, goJson(namespace));
  }

  /** Creates an object, or replaces the one that a data file kept. */
  async #write(collection: string, value: JsonObject, text = goJson(value)): Promise<Answer> {
    const created = await this.#request("POST", collection, text);
    if (created.status < 400 || bodyOf(created)["reason"] !== "AlreadyExists") return created;
    const metadata = isObject(value["metadata"] ?? null) ? (value["metadata"] as JsonObject) : {}; // just tested
    const path = `${collection}/${textAt(metadata, "name")}`;
    const body = bodyOf(await this.#request("GET", path));
    const stored = isObject(body["metadata"] ?? null) ? (body["metadata"] as JsonObject) : {}; // just tested
    const { resourceVersion = "" } = stored;
    const replacement = { ...value, metadata: { ...metadata, resourceVersion } };
    return this.#request("PUT", path, goJson(replacement));
  }

  async #request(method: string, path: string, body?: string): Promise<Answer> {
    const response = await this.#cluster.send({
      method,
      path,
      query: "fieldManager=crdgen",
      headers: [
        ["content-type", "application/json"],
        ["accept", metadataWhereItCan],
      ],
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    // What is not served is answered in plain text.
    const isJson = response.header("content-type")?.startsWith("application/json") === true;
    return { status: response.status, text: isJson ? text : "{}" };
  }
}

function bodyOf({ text }: Answer): JsonObject {
  const body = JSON.parse(text) as Json; // of our own server
  return isObject(body) ? body : {};
}

function refusal(document: SourceDocument, path: Path, answer: Answer): Refused {
  const message = textAt(bodyOf(answer), "message");
  return { place: placeText(document.locate(path).value), message };
}

/**
 * The fields of an object's metadata that only servers set (apimachinery `meta/v1/types.go`,
 * ObjectMeta).
 */
const setByServers = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
];

/**
 * An object that a server has stored, as it can be created; others are left as they are. Owners get
 * new uids here, too: references to those in `uids` follow them. Other references are left out,
 * since what belongs to an owner that is not there is garbage.
 */
function asNew(value: JsonObject, uids: ReadonlyMap<string, string>): JsonObject {
  const metadata = objectAt(value, "metadata") ?? {};
  const isStored = textAt(metadata, "uid") !== "" || textAt(metadata, "resourceVersion") !== "";
  if (!isStored) return value;
  const own = withoutKeys(metadata, ...setByServers);
  if (!Object.hasOwn(own, "ownerReferences")) return { ...value, metadata: own };
  const ownerReferences = objectsAt(own, "ownerReferences").flatMap((reference) => {
    const uid = uids.get(textAt(reference, "uid"));
    return uid === undefined ? [] : [{ ...reference, uid }];
  });
  return { ...value, metadata: { ...own, ownerReferences } };
}

/** The uid that a server has given to an object; `""` for none. */
function uidOf(value: JsonObject): string {
  return textAt(objectAt(value, "metadata") ?? {}, "uid");
}

/** Objects in an order in which each comes behind its owners, as far as these are among them. */
function ownersFirst<T extends { readonly value: JsonObject }>(
  objects: readonly T[],
): readonly T[] {
  const waiting = new Map(objects.map((object) => [uidOf(object.value), object]));
  const ordered = new Set<T>();
  const visit = (object: T): void => {
    if (ordered.has(object)) return;
    const uid = uidOf(object.value);
    // Taken out first, lest owners in a circle go on for ever.
    if (waiting.get(uid) === object) waiting.delete(uid);
    const references = objectsAt(objectAt(object.value, "metadata") ?? {}, "ownerReferences");
    for (const reference of references) {
      const owner = waiting.get(textAt(reference, "uid"));
      if (owner !== undefined) visit(owner);
    }
    ordered.add(object);
  };
  for (const object of objects) visit(object);
  return [...ordered];
}

/** Applies CRDs whose files have changed. */
export class CrdReloader {
  readonly #loader: Loader;
  readonly #print: (line: string) => void;
  /** The CRDs as they were applied last, as JSON, by name. */
  #applied: ReadonlyMap<string, string>;

  /** `print` takes lines of what happens. */
  constructor(loader: Loader, crds: readonly JudgedCrd[], print: (line: string) => void) {
    this.#loader = loader;
    this.#print = print;
    this.#applied = textsOf(crds);
  }

  /**
   * Applies what is new or has changed. CRDs that are in no file any more stay, and so do all that
   * are missing where `isComplete` is false because some files cannot be read.
   */
  async reload(crds: readonly JudgedCrd[], isComplete: boolean): Promise<void> {
    const found = textsOf(crds);
    const changed = crds.filter((crd) => {
      const name = nameOf(crd);
      return found.get(name) !== this.#applied.get(name);
    });
    const next = new Map(isComplete ? found : [...this.#applied, ...found]);
    for (const crd of changed) {
      const name = nameOf(crd);
      const [refused] = await this.#loader.addCrds([crd]);
      const isNew = !this.#applied.has(name);
      if (refused === undefined) this.#print(`${name}: ${isNew ? "added" : "changed"}`);
      else this.#print(`${refused.place}: ${refused.message}`);
    }
    for (const name of this.#applied.keys()) {
      if (next.has(name)) continue;
      this.#print(`${name} is in no file any more, and stays: kubectl delete crd ${name}`);
    }
    this.#applied = next;
  }
}

function textsOf(crds: readonly JudgedCrd[]): ReadonlyMap<string, string> {
  return new Map(crds.map((judged) => [nameOf(judged), goJson(judged.crd.value)]));
}

function nameOf({ crd }: JudgedCrd): string {
  return textAt(objectAt(crd.value, "metadata") ?? {}, "name");
}
