import { expect, it } from "vitest";
import type { GenerateInput } from "../../../src/index.js";
import { generate } from "../../../src/index.js";
import * as runtime from "../../../src/runtime/v1/index.js";
import { boatSource } from "../../support/boat.js";

const sources = [boatSource({})];

/** The lines of the copied index, each with its list of names in one line. */
async function indexOf(options: Partial<GenerateInput> = {}): Promise<readonly string[]> {
  const { files } = await generate({ sources, ...options });
  const { text = "" } =
    files.find(({ path }) => /^runtime\/v1\/index\.(?:ts|js)$/.test(path)) ?? {};
  const statements = text.replace(/\n(?=[ }])\s*/g, " ").split("\n");
  return statements.filter((line) => line.startsWith("export"));
}

it("has the values that people call, and no others", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "ApiError", "CelError", "Float64", "InvalidObjectError", "NotJsonError", "ResourceClient", "ScaleClient", "StatusClient",
    "TimeoutError", "TransportError", "bearerToken", "fetchTransport", "fieldErrorText", "fieldSelectorText", "impersonation",
    "isAlreadyExists", "isApiError", "isBadRequest", "isConflict", "isExpired", "isForbidden", "isInternalError", "isInvalid",
    "isMethodNotAllowed", "isNotFound", "isRequestEntityTooLarge", "isServerTimeout", "isServiceUnavailable", "isStatus",
    "isTooManyRequests", "isUnauthorized", "isUnsupportedMediaType", "labelSelectorText", "withHeader", "withMiddleware",
  ]); // prettier-ignore
});

it("is copied as far as its modules are in use", async () => {
  expect(await indexOf({ parts: ["types"] })).toEqual([
    expect.stringMatching(
      /^export type \{ EmbeddedObjectMeta, EmbeddedResource,.*\} from "\.\/kubernetes\.js";$/,
    ),
  ]);
  const validate = (await indexOf({ parts: ["validate"] })).join("\n");
  expect(validate).toContain('export { InvalidObjectError } from "./validation/validity.js";');
  expect(validate).not.toContain("client/api-error");
  const all = (await indexOf()).join("\n");
  expect(all).toContain('export { fetchTransport } from "./client/fetch-transport.js";');
  expect(all).not.toMatch(/\b(?:leavable|leftReason|setKey|faultsAsSent|validateResource)\b/);
});

it("holds no types in JavaScript", async () => {
  const lines = await indexOf({ emit: "js" });
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join("\n")).not.toContain("export type");
  expect(await indexOf({ emit: "js", parts: ["types"] })).toEqual(["export {};"]);
});

it("is not where the output of --runtime import finds what it needs", async () => {
  const { files } = await generate({ sources, runtime: "import" });
  const text = files.map((file) => file.text).join("");
  const specifiers = [...text.matchAll(/from "(crdgen[^"]*)"/g)].map(([, specifier]) => specifier);
  expect(new Set(specifiers)).toEqual(new Set(["crdgen/runtime/v1/internal"]));
});
