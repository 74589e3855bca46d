import type { Change } from "../../../diff/change.js";
import { generate } from "../../../index.js";
import type { SourceFile } from "../../../source/source-file.js";
import { findInputs } from "../../find-inputs.js";
import type { Host } from "../../host.js";
import { UsageError } from "../../usage-error.js";
import { loadTsMorph } from "./compiler.js";
import { renameUsages } from "./rename.js";
import type { UsageReport } from "./usage-report.js";
import { reportUsages } from "./usage-report.js";
import { loadProgram } from "./user-program.js";

/** What is done with what is found. */
interface ExamineOptions {
  /** Rename fields that were renamed. */
  readonly fix: boolean;
  readonly kubernetesVersion: string | undefined;
}

/**
 * Looks through a program for what changes of CRDs mean to it: it is compiled twice, with the types
 * that it has, and with those of the new CRDs.
 *
 * @throws UsageError where no file matches, no file that crdgen wrote is imported, or ts-morph is
 *   missing
 */
export async function examineProgram(
  patterns: readonly string[],
  changes: readonly Change[],
  sources: readonly SourceFile[],
  { fix, kubernetesVersion }: ExamineOptions,
  host: Host,
): Promise<UsageReport> {
  const paths = await programFiles(patterns, host);
  const tsMorph = await loadTsMorph();
  const user = loadProgram(tsMorph, paths);
  if (user.generated.length === 0) {
    throw new UsageError(
      `--usages: none of the files that ${patterns.join(", ")} names imports types that crdgen generated`,
    );
  }
  const found = await reportUsages(user, changes, async (options) => {
    const version = kubernetesVersion === undefined ? {} : { kubernetesVersion };
    const { files } = await generate({ ...options, ...version, sources, allowInvalid: true });
    return files;
  });
  if (!fix) return { ...found, renamed: [] };
  const texts = renameUsages(tsMorph.ts, found.usages);
  for (const [file, text] of texts) await host.writeFile(file.fileName, text);
  return { ...found, renamed: [...texts.keys()].map(({ fileName }) => fileName) };
}

/** Files and patterns; a folder stands for the TypeScript in it. */
async function programFiles(patterns: readonly string[], host: Host): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const pattern of patterns) {
    const isFolder = (await host.kindOf(pattern)) === "folder";
    const wanted = isFolder ? `${pattern.replace(/\/+$/, "")}/**/*.{ts,tsx,mts,cts}` : pattern;
    for (const { path } of await findInputs([wanted], host)) paths.push(path);
  }
  return paths;
}
