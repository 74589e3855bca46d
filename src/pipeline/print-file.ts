import { banner } from "../emit/banner.js";
import type { GeneratedFile, OutputFile } from "../emit/generated-file.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./version.js";

/** A file as the settings want it; `subject` is what its banner says that it is about. */
export function printFile(
  file: GeneratedFile,
  subject: string,
  settings: Settings,
): readonly OutputFile[] {
  const { target, importExtension } = settings;
  return file.print({ target, importExtension, banner: bannerOf(subject, settings) });
}

/** The first lines of a file that is about `subject`, with crdgen's version if the settings want it. */
export function bannerOf(subject: string, { versionInBanner }: Settings): string {
  return banner(versionInBanner ? crdgenVersion : undefined, subject);
}
