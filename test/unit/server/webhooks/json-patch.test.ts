import { expect, it } from "vitest";
import { applyPatch, PatchFault, readPatch } from "../../../../src/server/webhooks/json-patch.js";

const document = { a: { b: 1 }, list: [1, 2] };

it("applies a patch to a copy", () => {
  const patched = applyPatch(
    [
      { op: "add", path: "/a/c~1d", value: { x: null } },
      { op: "add", path: "/list/-", value: 3 },
      { op: "add", path: "/list/0", value: 0 },
      { op: "remove", path: "/list/-1" },
      { op: "copy", from: "/a/b", path: "/copy" },
      { op: "move", from: "/a/b", path: "/moved" },
      { op: "test", path: "/moved", value: 1 },
      { op: "replace", path: "/list/1", value: "one" },
    ],
    document,
  );
  expect(patched).toEqual({ a: { "c/d": { x: null } }, list: [0, "one", 2], copy: 1, moved: 1 });
  expect(document).toEqual({ a: { b: 1 }, list: [1, 2] });
});

it.each<[object, string]>([
  [
    { op: "add", path: "/x/y", value: 1 },
    'add operation does not apply: doc is missing path: "/x/y": missing value',
  ],
  [
    { op: "remove", path: "/x" },
    "error in remove for path: '/x': Unable to remove nonexistent key: x: missing value",
  ],
  [
    { op: "replace", path: "/x/y" },
    "replace operation does not apply: doc is missing path: /x/y: missing value",
  ],
  [
    { op: "add", path: "/list/9", value: 1 },
    "error in add for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
  ],
  [
    { op: "move", from: "/x", path: "/y" },
    "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
  ],
  [{ op: "test", path: "/a/b", value: 2 }, "testing value /a/b failed: test failed"],
  [{ op: "add", value: 1 }, "add operation failed to decode path: missing value"],
  [{ op: "jump", path: "/a" }, "Unexpected kind: jump"],
  [{ path: "/a" }, "Unexpected kind: unknown"],
])("says of %j what the server says", (operation, fault) => {
  expect(() => applyPatch([operation as never], document)).toThrow(new PatchFault(fault)); // as JSON has it
});

it("says why a text is no patch", () => {
  expect(readPatch("null")).toEqual([]);
  expect(readPatch("{}")).toBe(
    "json: cannot unmarshal object into Go value of type jsonpatch.Patch",
  );
  expect(readPatch("[1]")).toBe(
    "json: cannot unmarshal number into Go value of type jsonpatch.Operation",
  );
});
