import type { ListMeta } from "../values/kubernetes.js";
import { isExpired, TransportError } from "./api-error.js";

/** Anything that may have a name and a namespace; null counts as absent. */
export interface Identified {
  readonly metadata?:
    | {
        readonly name?: string | null | undefined;
        readonly namespace?: string | null | undefined;
        readonly uid?: string | null | undefined;
      }
    | undefined;
}

/** A part of a list. */
export interface ListPage<Item> {
  readonly metadata: ListMeta;
  readonly items: readonly Item[];
}

/** One answer to a list call; `metadata.continue` leads to the next one. */
export interface Page<Item> {
  readonly metadata: ListMeta;
  /** Go writes lists that were never filled as `null`. */
  readonly items: readonly Item[] | null;
}

/** The items of all pages. An aborted signal ends them with its reason, also in mid-page. */
export async function* itemsOfPages<Item>(
  pages: AsyncIterable<ListPage<Item>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  for await (const { items } of pages) {
    for (const item of items) {
      signal?.throwIfAborted();
      yield item;
    }
  }
}

/**
 * The pages of a list. `fetchPage` gets the continue token, none for the first page.
 *
 * When a token has expired (410) the server may offer another one, which goes on with the present
 * state of the store. Where it does not, the list begins anew and leaves out what came already:
 * lists are sorted by namespace and name. The error is thrown if that happens twice without a new
 * item in between. An answer without items is no empty list: it throws a TransportError.
 */
export async function* listPages<Item extends Identified>(
  fetchPage: (token: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<ListPage<Item>, void, undefined> {
  let token: string | undefined;
  let lastKey: string | undefined;
  let lastKeyAtFault: string | undefined;
  let skipTo: string | undefined;
  for (;;) {
    let page: Page<Item>;
    try {
      page = await fetchPage(token);
    } catch (error) {
      if (token === undefined || !isExpired(error) || lastKey === undefined) throw error;
      if (lastKey === lastKeyAtFault) throw error;
      lastKeyAtFault = lastKey;
      token = tokenOf(error.status.metadata);
      if (token === undefined) skipTo = lastKey;
      continue;
    }
    const items = itemsAfter(skipTo, itemsOf(page));
    const last = items.at(-1);
    if (last !== undefined) lastKey = storageKey(last);
    token = tokenOf(page.metadata);
    yield { metadata: page.metadata, items };
    if (token === undefined) return;
  }
}

/** Only after a new beginning: nothing may get lost where the server sorts otherwise. */
function itemsAfter<Item extends Identified>(
  key: string | undefined,
  items: readonly Item[],
): readonly Item[] {
  return key === undefined ? items : items.filter((item) => storageKey(item) > key);
}

/**
 * The items of a page. Throws a TransportError for an answer without any, which is no empty list:
 * all that is known would count as deleted.
 */
export function itemsOf<Item>({ items }: Page<Item>): readonly Item[] {
  if (items === null) return [];
  if (!isItemList(items)) throw new TransportError("the answer to a list call has no items");
  return items;
}

function isItemList(value: unknown): boolean {
  return Array.isArray(value);
}

/**
 * Returns the token of the next page. An empty token is none; a made-up Status may lack its
 * metadata.
 */
export function tokenOf(metadata: ListMeta | undefined): string | undefined {
  const token = metadata?.continue;
  return token === "" ? undefined : token;
}

/**
 * The key by which lists are sorted (apiserver `registry/generic/registry/store.go`,
 * NamespaceKeyFunc).
 */
function storageKey({ metadata }: Identified): string {
  return `${metadata?.namespace ?? ""}/${metadata?.name ?? ""}`;
}
