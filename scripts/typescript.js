// Lets Node.js run the TypeScript of this repository: node --import ./scripts/typescript.js FILE
import { existsSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transform } from "esbuild";

if (isMainThread) register(import.meta.url);

/** Imports name the file that the compiler would write. */
export function resolve(specifier, context, next) {
  if (/^\.\.?\/.*\.js$/.test(specifier) && context.parentURL?.endsWith(".ts")) {
    const url = new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if (existsSync(url)) return { url: url.href, format: "module", shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(readFileSync(file, "utf8"), {
    ...{ loader: "ts", target: "node20.10", sourcefile: file, sourcemap: "inline" },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: "module", source: code, shortCircuit: true };
}
