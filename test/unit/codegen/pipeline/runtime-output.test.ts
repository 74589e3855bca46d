import * as prettier from "prettier";
import { expect, it } from "vitest";
import type { RuntimeEntry } from "../../../../src/codegen/pipeline/settings.js";
import { runtimeEntryNames } from "../../../../src/codegen/pipeline/settings.js";
import type { GenerateInput } from "../../../../src/index.js";
import { generate } from "../../../../src/index.js";
import * as runtime from "../../../../src/runtime/v1/index.js";
import { boatSource } from "../../../support/boat.js";

const sources = [boatSource({})];

/** The lines of the copied index, each with its list of names in one line. */
async function indexOf(options: Partial<GenerateInput> = {}): Promise<readonly string[]> {
  const { files } = await generate({ sources, ...options });
  const { text = "" } =
    files.find(({ path }) => /^runtime\/v1\/index\.(?:ts|js)$/.test(path)) ?? {};
  const statements = text.replace(/\n(?=[ }])\s*/g, " ").split("\n");
  return statements.filter((line) => /^export (?:type )?\{/.test(line));
}

it("has the values that people call, and no others", () => {
  expect(Object.keys(runtime).sort()).toEqual([
    "ApiError", "ApprovalClient", "BindingClient", "CelError", "EphemeralContainersClient", "EvictionClient", "Float64",
    "InvalidObjectError", "LogClient", "NotJsonError", "ResizeClient", "ResourceClient", "ScaleClient", "StatusClient", "TimeoutError", "TokenClient", "TransportError", "accessRuleText", "bearerToken", "createOrUpdate", "defineResource", "fetchTransport", "fieldErrorText",
    "fieldSelectorText", "impersonation", "isAlreadyExists", "isApiError", "isBadRequest", "isConflict", "isExpired", "isForbidden",
    "isInternalError", "isInvalid", "isMethodNotAllowed", "isNotFound", "isRequestEntityTooLarge", "isServerTimeout",
    "isServiceUnavailable", "isStatus", "isTimeoutError", "isTooManyRequests", "isTransportError", "isUnauthorized",
    "isUnsupportedMediaType", "labelSelectorText", "matchesLabels", "metadataOnly", "missingRule", "missingRuleText", "objectSelectorText", "observe", "printTable", "rateLimit", "requestIds",
    "retry", "scaleClientOf", "statusClientOf", "table", "validated", "waitFor", "withHeader", "withMiddleware",
  ]); // prettier-ignore
});

/** The files of an output for one CRD, and their bytes. */
async function sizeOf(options: Partial<GenerateInput>): Promise<{ files: number; bytes: number }> {
  const { files } = await generate({ sources, ...options });
  const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { files: files.length, bytes };
}

it("is a few files", async () => {
  expect((await sizeOf({ parts: ["types"] })).files).toBeLessThanOrEqual(5);
  expect((await sizeOf({ parts: ["types", "client"] })).files).toBeLessThanOrEqual(8);
  const all = await sizeOf({});
  expect(all.files).toBeLessThanOrEqual(20);
  expect(all.bytes).toBeLessThan(430_000);
});

it("has the entries that people ask for, where there are clients", async () => {
  const entriesOf = async (options: Partial<GenerateInput>): Promise<readonly string[]> => {
    const { files } = await generate({ sources, ...options });
    return files.map(({ path }) => path).filter((path) => path.startsWith("runtime/v1/node."));
  };
  expect(await entriesOf({ parts: ["client"] })).toEqual(["runtime/v1/node.ts"]);
  expect(await entriesOf({ parts: ["client"], runtimeEntries: [] })).toEqual([]);
  expect(await entriesOf({ parts: ["types"], runtimeEntries: ["node"] })).toEqual([]);
});

/** What the entry `client` adds, of which generated code uses nothing. */
const functions = [
  "accessRuleText", "createOrUpdate", "defineResource", "matchesLabels", "metadataOnly", "missingRule", "missingRuleText", "objectSelectorText", "observe", "rateLimit", "requestIds", "retry",
  "table", "validated", "waitFor",
]; // prettier-ignore

it("has the functions for clients where they are asked for, else it says how to ask", async () => {
  for (const emit of ["ts", "js"] as const) {
    const namesOf = async (runtimeEntries?: readonly RuntimeEntry[]): Promise<readonly string[]> =>
      (await indexOf({ emit, parts: ["client"], ...(runtimeEntries && { runtimeEntries }) }))
        .filter((line) => line.startsWith("export {"))
        .flatMap((line) => line.match(/\w+(?=[, ].*\} from)/g) ?? []);
    expect(await namesOf(["client"])).toEqual(expect.arrayContaining(functions));
    const names = await namesOf();
    expect(names.filter((name) => functions.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(["bearerToken", "fetchTransport", "isNotFound"]));
  }
  const textOf = async (options: Partial<GenerateInput>): Promise<string> => {
    const { files } = await generate({ sources, versionInBanner: false, ...options });
    return files.find(({ path }) => path === "runtime/v1/index.ts")?.text ?? "";
  };
  const bare = await textOf({ parts: ["client"], runtimeEntries: [] });
  const head = bare.slice(0, 700).replace(/\n \* /g, " ");
  expect(head).toContain(" `--runtime-entries client` adds functions for clients: ");
  for (const name of functions) expect(head).toMatch(new RegExp(`clients: .*\\b${name}\\b`));
  expect(head).toContain(
    " `--runtime-entries node` adds the file `node`, the ways to a cluster: KubeconfigError, connect, ",
  );
  const withClient = await textOf({ runtimeEntries: ["client"] });
  expect(withClient).not.toContain("adds functions");
  expect(withClient.replace(/\n \* /g, " ")).toContain("`--runtime-entries node,client` adds");
  expect(await textOf({ parts: ["validate"] })).not.toContain("adds functions");
});

it("has every entry that can be asked for", async () => {
  const { files } = await generate({ sources, runtimeEntries: runtimeEntryNames });
  const exporting = files.filter(({ text }) => /^export (?!\{\})/m.test(text));
  expect(exporting.map(({ path }) => path)).toEqual(
    expect.arrayContaining(runtimeEntryNames.map((name) => `runtime/v1/${name}.ts`)),
  );
});

it("refuses entries that it does not have", async () => {
  // @ts-expect-error -- for callers whom no compiler told
  await expect(generate({ sources, runtimeEntries: ["nod"] })).rejects.toThrow(
    "runtimeEntries: 'nod' (did you mean 'node'?) is not one of node, client, apply, informer, controller, manager, webhooks, webhook-server, testing, built-in",
  );
});

it("declares the types of objects in its index", async () => {
  const { files } = await generate({ sources, parts: ["types"] });
  const [index, ...others] = files.filter(({ path }) => path.startsWith("runtime/"));
  expect(others).toEqual([]);
  expect(index?.path).toBe("runtime/v1/index.ts");
  expect(index?.text).toContain("\nexport interface ObjectMeta {\n");
});

it("is laid out as prettier lays it out, in every form", async () => {
  for (const emit of ["ts", "js"] as const) {
    const { files } = await generate({ sources, emit });
    const copied = files.filter(({ path }) => path.startsWith("runtime/"));
    expect(copied.length).toBeGreaterThan(8);
    for (const { path, text } of copied) {
      const parser = path.endsWith(".js") ? "babel" : "typescript";
      expect(text, path).toBe(await prettier.format(text, { parser }));
    }
  }
}, 60_000);

it("holds what is in use of the runtime and nothing else", async () => {
  const { files } = await generate({ sources });
  const copied = files.filter(({ path }) => path.startsWith("runtime/"));
  const text = copied.map((file) => file.text).join("");
  const declared = [
    ...text.matchAll(/^(?:async )?(?:function|const|class|interface|type) (\w+)/gm),
  ];
  expect(declared.length).toBeGreaterThan(100);
  const unused = declared
    .map(([, name = ""]) => name)
    .filter((name) => text.split(new RegExp(`\\b${name}\\b`)).length <= 2);
  expect(unused).toEqual([]);
});

it("holds no function because a type mentions it", async () => {
  const functionsOf = async (emit: "ts" | "js"): Promise<readonly string[]> => {
    const { files } = await generate({ sources, emit });
    const copied = files.filter(({ path }) => /^runtime\/.*(?<!\.d)\.(?:ts|js)$/.test(path));
    const text = copied.map((file) => file.text).join("");
    const found = text.matchAll(/^(?:export )?(?:async )?(?:function\*?|const) (\w+)/gm);
    return [...new Set([...found].map(([, name = ""]) => name))].sort();
  };
  // The JavaScript has what is called.
  expect(await functionsOf("ts")).toEqual(await functionsOf("js"));
});

it("leaves no file to wait for another while they are loaded", async () => {
  const { files } = await generate({ sources, emit: "js" });
  const imports = new Map(
    files
      .filter(({ path }) => /^runtime\/v1\/.*\.js$/.test(path))
      .map(({ path, text }) => [
        path.slice("runtime/v1/".length),
        [...text.matchAll(/ from "\.\/(.*)";$/gm)].map(([, other = ""]) => other),
      ]),
  );
  const loaded = new Set<string>();
  const ready = (): string[] =>
    [...imports].flatMap(([file, others]) =>
      !loaded.has(file) && others.every((other) => loaded.has(other)) ? [file] : [],
    );
  for (let next = ready(); next.length > 0; next = ready())
    next.forEach((file) => loaded.add(file));
  expect([...loaded].sort()).toEqual([...imports.keys()].sort());
});

it("is copied as far as its modules are in use", async () => {
  expect(await indexOf({ parts: ["types"] })).toEqual([]);
  const validate = (await indexOf({ parts: ["validate"] })).join("\n");
  expect(validate).toMatch(/^export \{.* InvalidObjectError,.* \} from "\.\/base\.js";$/m);
  expect(validate).not.toContain("./client.js");
  const all = (await indexOf()).join("\n");
  expect(all).toMatch(/^export \{.* fetchTransport,.* \} from "\.\/client\.js";$/m);
  expect(all).not.toMatch(/\b(?:leavable|leftReason|setKey|faultsAsSent|validateResource)\b/);
});

it("holds no types in JavaScript", async () => {
  const lines = await indexOf({ emit: "js" });
  // Who imports the index loads neither validation nor CEL.
  expect(lines.map((line) => /"(.*)"/.exec(line)?.[1])).toEqual(["./base.js", "./client.js"]);
  expect(lines.join("\n")).not.toContain("export type");
  expect(await indexOf({ emit: "js", parts: ["types"] })).toEqual(["export {};"]);
});

it("is not where the output of --runtime import finds what it needs", async () => {
  const { files } = await generate({ sources, runtime: "import" });
  const text = files.map((file) => file.text).join("");
  const specifiers = [...text.matchAll(/from "(crdgen[^"]*)"/g)].map(([, specifier]) => specifier);
  expect(new Set(specifiers)).toEqual(new Set(["crdgen-runtime/v1/internal"]));
});
