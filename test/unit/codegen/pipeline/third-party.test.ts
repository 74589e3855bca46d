import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Backend } from "../../../../src/index-backend.js";
import { defineBackend, expr, jsDoc, stmt, tsType } from "../../../../src/index-backend.js";
import type { GenerateResult } from "../../../../src/index.js";
import { generate, OptionError } from "../../../../src/index.js";

const crd = join(import.meta.dirname, "../../../../generated-samples/crontab/crd.yaml");
const sources = [{ path: "crd.yaml", text: readFileSync(crd, "utf8") }];

/** Says how many fields there are, of an object of the type. */
const describer = defineBackend<{ readonly verb: string }>({
  name: "describe",
  needs: ["types"],
  parseOptions: () => ({ verb: "describe" }),
  generate({ names, resource }, { verb }, context) {
    const type = context.siblingType("types", names.type);
    context.file("describe").add({
      kind: "function",
      name: verb + names.type,
      exported: true,
      doc: jsDoc({ text: `How many fields a ${resource.names.kind} has. */` }),
      parameters: [{ name: "object", type: tsType`${type}` }],
      returns: tsType`string`,
      body: stmt`return ${resource.names.plural} + Object.keys(object).length;`,
    });
  },
});

function run(...backends: readonly Backend<unknown>[]): Promise<GenerateResult> {
  return generate({ sources, parts: ["client"], emit: "ts", backends });
}

function backend(part: Partial<Backend<unknown>>): Backend<unknown> {
  return {
    name: "extra",
    needs: [],
    parseOptions: () => undefined,
    generate: () => undefined,
    ...part,
  };
}

/** One that no compiler looked at. */
function adding(declaration: object): Backend<unknown> {
  return backend({
    generate: (_unit, _options, context) => {
      context.file("x").add(declaration as never);
    },
  });
}

describe("back ends of third parties", () => {
  it("write files of their own with what the built-in ones are made of", async () => {
    const { files } = await run(describer);
    const file = files.find(({ path }) => path.endsWith("/describe.ts"));
    expect(file?.text).toContain(`import type { CronTab } from "./types.js";

/** How many fields a CronTab has. *\\/ */
export function describeCronTab(object: CronTab): string {
  return "crontabs" + Object.keys(object).length;
}
`);
    const index = files.find(({ path }) => path.endsWith("/crontabs/index.ts"));
    expect(index?.text).toContain('export * from "./describe.js";');
  });

  it("import packages, under names that no declaration of the unit has", async () => {
    const { files } = await run(
      backend({
        generate: (_unit, _options, context) => {
          const [value, own] = [context.package("zod", "z"), context.package("lib", "cronTab")];
          context.file("x").add({
            kind: "const",
            name: "cronTabX",
            exported: true,
            doc: [],
            type: tsType`${context.packageType("zod", "ZodType")}`,
            value: expr`${own}(${value}.any(), ${context.packageNamespace("lib", "all")})`,
          });
        },
      }),
    );
    const text = files.find(({ path }) => path.endsWith("/crontabs/x.ts"))?.text;
    expect(text).toContain(`import * as all from "lib";
import { cronTab as cronTab$1 } from "lib";
import { z } from "zod";
import type { ZodType } from "zod";

export const cronTabX: ZodType = cronTab$1(z.any(), all);
`);
  });

  it("get what they need, before them", async () => {
    const order: string[] = [];
    const noting = (name: string, needs: readonly string[]): Backend<unknown> =>
      backend({
        name,
        needs,
        generate: () => {
          order.push(name);
        },
      });
    const { files } = await run(noting("b", ["a", "prune"]), noting("c", ["b"]), noting("a", []));
    expect(order).toEqual(["a", "b", "c"]);
    expect(files.map(({ path }) => path)).toContain("stable.example.com/v1/crontabs/prune.ts");
  });

  it.each<[string, unknown, string]>([
    ["is nothing", null, "backends[0]: must be a back end"],
    ["has no name", {}, "backends[0]: name must be a word"],
    ["has a path as name", { ...backend({}), name: "../x" }, "backends[0]: name must be a word"],
    ["is called as a built-in one", backend({ name: "types" }), "is the name of a built-in"],
    ["has no list of needs", { ...backend({}), needs: "types" }, "needs must be a list of names"],
    ["lacks a method", { ...backend({}), generate: 1 }, "generate must be a function"],
    ["needs what is not there", backend({ needs: ["z"] }), "needs 'z', but there is no such"],
    ["needs itself", backend({ needs: ["extra"] }), "'extra': needs itself"],
    [
      "refuses its options",
      backend({ parseOptions: (_raw, fault) => { fault("colour is missing"); } }), // prettier-ignore
      "backends: 'extra': colour is missing",
    ],
    [
      "fails over its options",
      backend({
        parseOptions: () => {
          throw new Error("po");
        },
      }),
      "backends: 'extra': parseOptions fails: po",
    ],
    [
      "adds half a declaration",
      adding({ kind: "function", name: "f", exported: true, parameters: [] }),
      "backends: 'extra' fails on CronTab of stable.example.com/v1: ",
    ],
    [
      "adds a declaration that has no type",
      adding({ kind: "const", name: "c", exported: true, doc: [], value: expr`1`, type: 1 }),
      "backends: 'extra' fails on CronTab of stable.example.com/v1: ",
    ],
    [
      "adds what is no declaration",
      adding({ kind: "enum" }),
      "backends: 'extra' fails on CronTab of stable.example.com/v1: ",
    ],
    [
      "throws",
      backend({
        generate: () => {
          throw new TypeError("boom");
        },
      }),
      "backends: 'extra' fails on CronTab of stable.example.com/v1: boom",
    ],
    [
      "asks for what the runtime has not",
      // As JavaScript may.
      backend({ generate: (_unit, _options, context) => void context.runtime("nope" as "once") }),
      "'extra' fails on CronTab of stable.example.com/v1: the runtime's contract has no 'nope'",
    ],
    [
      "asks for what stands outside of the contract",
      backend({
        // As JavaScript may.
        generate: (_unit, _options, context) => void context.runtime("copyJson" as "once"),
      }),
      "'extra' fails on CronTab of stable.example.com/v1: the runtime's contract has no 'copyJson'",
    ],
    [
      "writes elsewhere",
      backend({ generate: (_unit, _options, context) => void context.file("../../evil") }),
      "no file can be called '../../evil'",
    ],
    [
      "writes the index",
      backend({ generate: (_unit, _options, context) => void context.file("index") }),
      "no file can be called 'index'",
    ],
    [
      "is asynchronous",
      backend({ generate: () => Promise.reject(new Error("later")) as never }),
      "generate must not be asynchronous",
    ],
  ])("are refused: one that %s", async (_what, wrong, message) => {
    const error: unknown = await run(wrong as never).then(undefined, (reason: unknown) => reason);
    expect(error).toBeInstanceOf(OptionError);
    expect((error as OptionError).message).toContain(message);
  });

  it("are refused where two have one name", async () => {
    await expect(run(backend({}), backend({}))).rejects.toThrow("'extra': is listed twice");
  });
});
