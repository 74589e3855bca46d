import { describe, expect, it } from "vitest";
import { ApiError, TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import type { Identified, Page } from "../../../../src/runtime/v1/client/list-pages.js";
import { itemsOfPages, listPages } from "../../../../src/runtime/v1/client/list-pages.js";

describe("listPages", () => {
  it("follows the tokens", async () => {
    const { names, tokens } = await collect([page("t1", "a", "b"), page("t2", "c"), page("")]);
    expect(names).toEqual(["a", "b", "c"]);
    expect(tokens).toEqual([undefined, "t1", "t2"]);
  });

  it("ends with the signal's reason, in the middle of a page too", async () => {
    const controller = new AbortController();
    const pages = listPages(() => Promise.resolve(page("", "a", "b", "c")));
    const items = itemsOfPages(pages, controller.signal);
    await items.next();
    controller.abort("enough");
    await expect(items.next()).rejects.toBe("enough");
  });

  it("goes on with the token that an expired one is answered with", async () => {
    const { names, tokens } = await collect([page("t1", "a"), expired("t2"), page(undefined, "b")]);
    expect(names).toEqual(["a", "b"]);
    expect(tokens).toEqual([undefined, "t1", "t2"]);
  });

  it("begins anew without another token, and leaves out what came already", async () => {
    const { names, tokens } = await collect([
      page("t1", "a", "c"),
      expired(),
      page("t2", "a", "b", "c"),
      page(undefined, "d"),
    ]);
    expect(names).toEqual(["a", "c", "d"]);
    expect(tokens).toEqual([undefined, "t1", undefined, "t2"]);
  });

  it("sorts as the store does, where '-' comes before '/'", async () => {
    const first = [object("a-b", "x"), object("a", "x")];
    const { names } = await collect([
      { metadata: { continue: "t1" }, items: first.slice(0, 1) },
      expired(),
      { metadata: {}, items: first },
    ]);
    expect(names).toEqual(["x", "x"]);
  });

  it("gives up when it gets no further", async () => {
    const answers = [page("t1", "a"), expired(), page("t1", "a"), expired()];
    await expect(collect(answers)).rejects.toThrow("too old");
    const tokens = [page("t1", "a"), expired("t2"), expired("t3")];
    await expect(collect(tokens)).rejects.toThrow("too old");
  });

  it("loses nothing where the server sorts otherwise", async () => {
    const { names } = await collect([page("t1", "b", "a"), page(undefined, "d", "c")]);
    expect(names).toEqual(["b", "a", "d", "c"]);
  });

  it("loses nothing behind another token where the server sorts otherwise", async () => {
    const { names } = await collect([page("t1", "b"), expired("t2"), page(undefined, "a")]);
    expect(names).toEqual(["b", "a"]);
  });

  it("passes an expired page on before the first item", async () => {
    await expect(collect([page("t1"), expired(), page(undefined)])).rejects.toThrow("too old");
  });

  it("begins anew after a Status without metadata, and takes a page without it for the last", async () => {
    const status = { kind: "Status", apiVersion: "v1", reason: "Expired", code: 410 } as const;
    const bare = new ApiError(status as unknown as ApiError["status"]); // what a server may send
    const last = { items: [object("ns", "b")] } as unknown as Page<Identified>; // likewise
    const { names, tokens } = await collect([page("t1", "a"), bare, last]);
    expect([names, tokens]).toEqual([
      ["a", "b"],
      [undefined, "t1", undefined],
    ]);
  });

  it("takes null for no items, but not what is no list", async () => {
    expect((await collect([{ metadata: {}, items: null }])).names).toEqual([]);
    const nothing = { metadata: {} } as Page<Identified>; // what a server may send
    await expect(collect([nothing])).rejects.toThrow(TransportError);
  });

  it("gives each page with the metadata of its list, empty ones too", async () => {
    const answers: Page<Identified>[] = [
      { metadata: { resourceVersion: "7", continue: "t", remainingItemCount: 1 }, items: [] },
      { metadata: { resourceVersion: "7" }, items: null },
    ];
    let asked = 0;
    const pages = listPages(() => Promise.resolve(answers[asked++] ?? expect.fail("no more")));
    expect((await pages.next()).value).toEqual(answers[0]);
    expect(asked).toBe(1);
    expect((await pages.next()).value).toEqual({ metadata: { resourceVersion: "7" }, items: [] });
    expect((await pages.next()).done).toBe(true);
  });

  it("passes other errors on, and an expired first page", async () => {
    await expect(collect([expired()])).rejects.toThrow("too old");
    await expect(collect([page("t1", "a"), new Error("other")])).rejects.toThrow("other");
  });
});

interface Collected {
  readonly names: readonly (string | undefined)[];
  readonly tokens: readonly (string | undefined)[];
}

async function collect(answers: readonly (Page<Identified> | Error)[]): Promise<Collected> {
  const tokens: (string | undefined)[] = [];
  const names: (string | undefined)[] = [];
  const pages = listPages((token) => {
    const answer = answers[tokens.push(token) - 1] ?? new Error("one page too many");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  for await (const { metadata } of itemsOfPages(pages, undefined))
    names.push(metadata?.name ?? undefined);
  return { names, tokens };
}

function page(token: string | undefined, ...names: readonly string[]): Page<Identified> {
  return { metadata: { continue: token }, items: names.map((name) => object("ns", name)) };
}

function object(namespace: string, name: string): Identified {
  return { metadata: { namespace, name } };
}

function expired(token?: string): ApiError {
  return new ApiError({
    kind: "Status",
    apiVersion: "v1",
    metadata: { continue: token },
    message: "too old",
    reason: "Expired",
    code: 410,
  });
}
