import type { Resource } from "../crd/ir/resource.js";
import { stringifyJson } from "../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { entityTag } from "./entity-tag.js";

/** A document as it is sent. */
export interface PublishedDocument {
  /** JSON. */
  readonly text: string;
  /** Stands for the text: see `entityTag`. */
  readonly tag: string;
  /** When it was made: milliseconds since 1970. */
  readonly modified: number;
}

/** The OpenAPI documents of what a cluster serves; made when they are first asked for. */
export class OpenApiDocuments {
  readonly #read: () => readonly Resource[];
  readonly #now: () => number;
  #documents: Promise<ReadonlyMap<string, PublishedDocument>> | undefined;

  /**
   * @param read gives what is served now
   * @param now milliseconds since 1970
   */
  constructor(read: () => readonly Resource[], now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** What is served has changed. */
  renew(): void {
    this.#documents = undefined;
  }

  /** The document at a path such as `/openapi/v3`; undefined if there is none. */
  async find(path: string): Promise<PublishedDocument | undefined> {
    this.#documents ??= this.#publish();
    return (await this.#documents).get(path);
  }

  async #publish(): Promise<ReadonlyMap<string, PublishedDocument>> {
    const { openApiIndex, publishOpenApi } = await import("../crd/openapi/publish.js");
    const builtins = await import("./builtin-openapi/builtin-openapi.js");
    const documents = new Map([...builtins.builtinOpenApiV3(), ...publishOpenApi(this.#read())]);
    const own = builtins.builtinOpenApiV2();
    documents.set("/openapi/v2", joined(own, documents.get("/openapi/v2") ?? {}));
    const published = new Map<string, PublishedDocument>();
    for (const [path, document] of documents) {
      if (path !== indexPath) published.set(path, await this.#made(document));
    }
    const hashes = new Map<string, string>();
    for (const [path, { tag }] of published) {
      if (path.startsWith(`${indexPath}/`)) hashes.set(path, tag);
    }
    published.set(indexPath, await this.#made(openApiIndex(hashes)));
    return published;
  }

  async #made(document: JsonObject): Promise<PublishedDocument> {
    const text = stringifyJson(document);
    return { text, tag: await entityTag(text), modified: this.#now() };
  }
}

const indexPath = "/openapi/v3";

/** A document of v2 with what another has of the same parts; its info stays. */
function joined(document: JsonObject, other: JsonObject): JsonObject {
  const parts = Object.entries(other).map(([part, members]): [string, Json] => {
    const { [part]: own = null } = document;
    if (!isObject(own) || !isObject(members)) return [part, own ?? members];
    return [part, part === "info" ? own : { ...own, ...members }];
  });
  return Object.fromEntries(parts);
}
