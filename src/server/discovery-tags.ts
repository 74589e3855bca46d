import type { TransportRequest, TransportResponse } from "../runtime/v1/client/transport.js";
import { headerOf } from "../runtime/v1/testing/server-call.js";
import { entityTag } from "./entity-tag.js";
import { textResponse } from "./text-response.js";

/** A text with the tag that was made of it. */
interface Tagged {
  readonly text: string;
  readonly tag: string;
}

/**
 * Tags of aggregated discovery, by which clients keep what they read (apiserver
 * `endpoints/discovery/aggregated/etag.go`). Each tag is made once for the same text.
 */
export class DiscoveryTags {
  /** By path. */
  readonly #last = new Map<string, Tagged>();

  /** The answer with a tag, or without its text for who knows the tag; others as they are. */
  async tagged(request: TransportRequest, response: TransportResponse): Promise<TransportResponse> {
    const type = response.header("content-type") ?? "";
    if (response.status !== 200 || !type.includes(";as=APIGroupDiscoveryList")) return response;
    const { text, tag } = await this.#tagOf(request.path, await response.text());
    const headers = [
      ["etag", `"${tag}"`],
      ["vary", "Accept"],
      ["cache-control", "public"],
    ] as const;
    if (headerOf(request, "if-none-match") === `"${tag}"`) {
      return textResponse({ status: 304, headers, body: "" });
    }
    return textResponse({ status: 200, headers: [["content-type", type], ...headers], body: text });
  }

  async #tagOf(path: string, text: string): Promise<Tagged> {
    const last = this.#last.get(path);
    if (last?.text === text) return last;
    const made = { text, tag: await entityTag(text) };
    this.#last.set(path, made);
    return made;
  }
}
