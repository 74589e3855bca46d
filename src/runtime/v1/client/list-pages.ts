import type { ListMeta } from "../kubernetes.js";
import { isExpired } from "./api-error.js";

/** Anything that may have a name and a namespace. */
export interface Identified {
  readonly metadata?:
    { readonly name?: string | undefined; readonly namespace?: string | undefined } | undefined;
}

/** One answer to a list call; `metadata.continue` leads to the next one. */
export interface Page<Item> {
  readonly metadata: ListMeta;
  readonly items: readonly Item[];
}

/**
 * The items of all pages. `fetchPage` gets the continue token, none for the first page.
 *
 * When a token has expired (410) the server may offer another one, which goes on with the present state of the store.
 * Where it does not, the list begins anew and leaves out what came already: lists are sorted by namespace and name.
 * The error is thrown if that happens twice without a new item in between.
 */
export async function* listPages<Item extends Identified>(
  fetchPage: (token: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let token: string | undefined;
  let lastKey: string | undefined;
  let lastKeyAtRestart: string | undefined;
  for (;;) {
    let page: Page<Item>;
    try {
      page = await fetchPage(token);
    } catch (error) {
      if (token === undefined || !isExpired(error) || lastKey === undefined) throw error;
      token = tokenOf(error.status.metadata);
      if (token === undefined && lastKey === lastKeyAtRestart) throw error;
      if (token === undefined) lastKeyAtRestart = lastKey;
      continue;
    }
    for (const item of page.items) {
      const key = storageKey(item);
      if (lastKey !== undefined && key <= lastKey) continue;
      lastKey = key;
      yield item;
    }
    token = tokenOf(page.metadata);
    if (token === undefined) return;
  }
}

/** An empty token is none. A made-up Status may lack its metadata. */
function tokenOf(metadata: ListMeta | undefined): string | undefined {
  const token = metadata?.continue;
  return token === "" ? undefined : token;
}

/** What lists are sorted by (apiserver `registry/generic/registry/store.go`, NamespaceKeyFunc). */
function storageKey({ metadata }: Identified): string {
  return `${metadata?.namespace ?? ""}/${metadata?.name ?? ""}`;
}
