import { banner } from "../emit/banner.js";
import type { GeneratedFile, OutputFile } from "../emit/generated-file.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./version.js";

/**
 * The files whose functions crdgen's own tests check with TypeScript, so that the users' compilers
 * need not.
 */
const functionFiles: ReadonlySet<string> = new Set([
  "admit", "apply", "defaults", "prune", "rules", "validate",
]); // prettier-ignore

/** A file as the settings want it; `subject` is what its banner says that it is about. */
export function printFile(
  file: GeneratedFile,
  subject: string,
  settings: Settings,
): readonly OutputFile[] {
  const { target, importExtension } = settings;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const isChecked = target === "ts" && functionFiles.has(name);
  return file.print({ target, importExtension, banner: bannerOf(subject, settings, isChecked) });
}

/**
 * The first lines of a file that is about `subject`, with crdgen's version if the settings want it.
 * TypeScript reads the declarations of a file that is checked already, and does not check its code.
 */
export function bannerOf(
  subject: string,
  { versionInBanner }: Settings,
  isChecked: boolean,
): string {
  return banner(versionInBanner ? crdgenVersion : undefined, subject, isChecked);
}
