import { describe, expect, it } from "vitest";
import { readOpenApi } from "../../../src/builtin/read-document.js";
import { generate } from "../../../src/index.js";

const widget = {
  openapi: "3.0.0",
  info: { title: "Kubernetes", version: "v1.37.2" },
  paths: {
    "/apis/a.example/v1/namespaces/{namespace}/widgets": {
      get: {
        "x-kubernetes-action": "list",
        "x-kubernetes-group-version-kind": { group: "a.example", version: "v1", kind: "Widget" },
      },
    },
  },
  components: {
    schemas: {
      "example.a.v1.Widget": {
        description: "Widget is served by an aggregated API.",
        type: "object",
        properties: { size: { type: "integer", description: "How large it is." } },
        "x-kubernetes-group-version-kind": [{ group: "a.example", version: "v1", kind: "Widget" }],
      },
    },
  },
};
const text = JSON.stringify(widget);

describe("OpenAPI documents", () => {
  it.each([
    [text, "document"],
    [text.slice(0, -1), "unusable"],
    ['{ "swagger": "2.0" }', "unusable"],
    ['{ "kind": "List" }', "other"],
    ["", "other"],
  ])("%.40s", (one, kind) => {
    expect(readOpenApi("a.json", one).kind).toBe(kind);
  });

  it("give the library its built-in kinds", async () => {
    const documents = [{ path: "a.json", text }];
    const builtIn = ["a.example/v1/Widget"];
    const { files } = await generate({ sources: [], documents, builtIn, parts: ["types"] });
    const types = files.find(({ path }) => path === "a.example/v1/widgets/types.ts");
    expect(types?.text).toContain("How large it is.");
  });

  it.each([
    [{ path: "a.json", text: "[]" }, "documents[0]: 'a.json': this is no OpenAPI v3 document"],
    [{ path: "a.json", text: '{"swagger":"2.0"}' }, "this is OpenAPI v2"],
    [{ path: "a.json", text: text.slice(0, -1) }, "is no JSON"],
  ])("are refused by the library where they are none: %#", async (document, message) => {
    const input = { sources: [], documents: [document], builtIn: ["all"] };
    await expect(generate(input)).rejects.toThrow(message);
  });

  it("say which kinds they have instead of one that they lack", async () => {
    const documents = [{ path: "a.json", text }];
    const input = { sources: [], documents, builtIn: ["a.example/v1/Wigdet"] };
    await expect(generate(input)).rejects.toThrow("did you mean 'a.example/v1/Widget'?");
  });
});
