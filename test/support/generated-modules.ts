import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { GenerateInput } from "../../src/index.js";
import { generate } from "../../src/index.js";

/** The exports of a generated module. */
export type GeneratedModule = Readonly<Record<string, unknown>>;

/** Generated JavaScript with its runtime, in a folder that is removed again. */
export class GeneratedModules {
  readonly folder: string = mkdtempSync(join(tmpdir(), "crdgen-modules-"));

  /** @throws Error for diagnostics */
  static async generate(options: GenerateInput): Promise<GeneratedModules> {
    const { files, diagnostics } = await generate({ ...options, emit: "js" });
    const [fault] = diagnostics;
    if (fault !== undefined) throw new Error(fault.message);
    const made = new GeneratedModules();
    made.#write("package.json", JSON.stringify({ type: "module" }));
    for (const { path, text } of files) made.#write(path, text);
    return made;
  }

  /** Loads a module by its path without an extension. */
  async load(path: string): Promise<GeneratedModule> {
    const url = pathToFileURL(join(this.folder, `${path}.js`)).href;
    return (await import(/* @vite-ignore */ url)) as GeneratedModule; // whatever it exports
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
