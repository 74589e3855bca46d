import { expect, it, vi } from "vitest";
import { untilAborted } from "../../../../src/runtime/v1/client/timing.js";

it.each<[string, () => Promise<string>]>([
  ["is kept", () => Promise.resolve("a")],
  ["fails", () => Promise.reject(new Error("b"))],
])("leaves no listener behind when the promise %s", async (_, make) => {
  const { signal } = new AbortController();
  const add = vi.spyOn(signal, "addEventListener");
  const remove = vi.spyOn(signal, "removeEventListener");
  const promise = make();
  const late = vi.fn();
  const given = untilAborted(signal, promise, late);
  expect(await Promise.allSettled([given])).toEqual(await Promise.allSettled([promise]));
  expect(remove.mock.calls).toEqual(add.mock.calls.map(([type, listener]) => [type, listener]));
  expect(remove).toHaveBeenCalledOnce();
  expect(late).not.toHaveBeenCalled();
});
