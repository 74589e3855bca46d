import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sample } from "./scope.js";

/** The compilers that generated code must get along with, by the names of their packages. */
export type Compiler = "typescript-5.0" | "typescript" | "typescript-7";

/**
 * Those that code is checked with: the newest, and at times one of the others; all where all is
 * tested.
 */
export const compilers: readonly Compiler[] = [
  ...sample(["typescript-5.0", "typescript"] as const, 4),
  "typescript-7",
];

/** An error of the compiler. */
export interface CompileError {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Everything that a strict project may have switched on. */
export const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
} as const;

/** A folder of TypeScript that is removed again. */
export class Project {
  readonly folder: string = mkdtempSync(join(tmpdir(), "crdgen-compile-"));

  readonly #keepsMarks: boolean;

  /** @param keepsMarks - Whether files that say `@ts-nocheck` are written as they are. */
  constructor(
    options: Readonly<Record<string, boolean | readonly string[]>> = strictest,
    keepsMarks = false,
  ) {
    this.#keepsMarks = keepsMarks;
    this.write("package.json", JSON.stringify({ type: "module" }));
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022", "dom"],
      module: "nodenext",
      types: ["node"],
      typeRoots: [join(import.meta.dirname, "../../node_modules/@types")],
      skipLibCheck: true,
      noEmit: true,
      ...options,
    };
    this.write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  }

  /** Writes a file. Generated code is checked here, although its users' compilers leave it out. */
  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.#keepsMarks ? text : withoutMark(text));
  }

  /** Type-checks everything that was written. */
  check(compiler: Compiler, withReasons = false): readonly CompileError[] {
    const bin = join(import.meta.dirname, "../../node_modules", compiler, "bin/tsc");
    const args = [bin, "-p", this.folder, "--pretty", "false"];
    const options = { cwd: this.folder, encoding: "utf8", maxBuffer: 1e9 } as const;
    const { stdout, stderr, status, error } = spawnSync(process.execPath, args, options);
    if (error !== undefined) throw error;
    const one = withReasons
      ? /^(.+?)\((\d+),\d+\): (error TS\d+: .*(?:\n {2}.*)*)$/gm
      : /^(.+?)\((\d+),\d+\): (error TS\d+: .*)$/gm;
    const errors = [...stdout.matchAll(one)].map(([, path = "", line = "", text = ""]) => ({
      path,
      line: Number(line),
      text,
    }));
    if (status !== 0 && errors.length === 0) throw new Error(stdout + stderr);
    return errors;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A generated file without the line that keeps TypeScript from checking its code. */
export function withoutMark(text: string): string {
  return text.replace(
    /^(\/\/ @generated .*\n\/\/ .*\n\/\* eslint-disable \*\/\n)\/\/ @ts-nocheck\n/,
    "$1",
  );
}
