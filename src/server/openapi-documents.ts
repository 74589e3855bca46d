import type { Resource } from "../ir/resource.js";
import { stringifyJson } from "../runtime/v1/go/stringify-json.js";
import { builtinOpenApi } from "./builtins/builtin-openapi.js";

/** The OpenAPI documents of what a cluster serves; made when they are first asked for. */
export class OpenApiDocuments {
  readonly #read: () => readonly Resource[];
  #texts: Promise<ReadonlyMap<string, string>> | undefined;

  /** @param read gives what is served now */
  constructor(read: () => readonly Resource[]) {
    this.#read = read;
  }

  /** What is served has changed. */
  renew(): void {
    this.#texts = undefined;
  }

  /** The document at a path such as `/openapi/v3`; undefined if there is none. */
  async text(path: string): Promise<string | undefined> {
    this.#texts ??= this.#publish();
    return (await this.#texts).get(path);
  }

  async #publish(): Promise<ReadonlyMap<string, string>> {
    const { openApiIndex, publishOpenApi } = await import("../openapi/publish.js");
    const published = publishOpenApi(this.#read());
    const documents = new Map([...builtinOpenApi(), ...published]);
    const isOfVersion = ([path]: readonly [string, unknown]): boolean =>
      path.startsWith("/openapi/v3/");
    documents.set("/openapi/v3", openApiIndex(new Map([...documents].filter(isOfVersion))));
    return new Map([...documents].map(([path, document]) => [path, stringifyJson(document)]));
  }
}
