import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { compilers, Project, strictest } from "../support/compile.js";

const runtime = join(import.meta.dirname, "../../src/runtime/v1");

/** The transports for Node.js with all that they import, as `generate` copies them. */
const files = [...entryClosure("node.ts")];

const loose = { strict: false } as const;
const projects = [strictest, loose].map((options) => new Project(options));

for (const project of projects) {
  for (const file of files) {
    project.write(`runtime/v1/${file}`, readFileSync(join(runtime, file), "utf8"));
  }
  project.write(
    "use.ts",
    `import { nodeTransport } from "./runtime/v1/node.js";
export const transport = nodeTransport({ baseUrl: "https://127.0.0.1", ca: "", key: new Uint8Array() });\n`,
  );
}

afterAll(() => {
  for (const project of projects) project.remove();
});

describe("the runtime for Node.js, without declarations of Node.js", () => {
  it.each(compilers)("compiles with %s", (compiler) => {
    expect(projects.map((project) => project.check(compiler))).toEqual([[], []]);
  });

  it("imports nothing of Node.js by name", () => {
    const texts = files.map((file) => readFileSync(join(runtime, file), "utf8"));
    expect(texts.filter((text) => /\bfrom "node:|\bBuffer\b|\bNodeJS\./.test(text))).toEqual([]);
  });
});

/** A module and everything that it imports. */
function entryClosure(entry: string): ReadonlySet<string> {
  const found = new Set([entry]);
  for (const file of found) {
    const text = readFileSync(join(runtime, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(/\bfrom "(\.{1,2}\/[^"]+)\.js"/g)) {
      found.add(join(file, "..", `${specifier}.ts`).replaceAll("\\", "/"));
    }
  }
  return found;
}
