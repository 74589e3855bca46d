import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { env } from "node:process";

const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** A Chromium of this machine: that of `CHROMIUM`, or one that is in the path. */
export function findChromium(): string | undefined {
  const paths = (env["PATH"] ?? "").split(delimiter);
  const found = names.flatMap((name) => paths.map((path) => join(path, name))).find(existsSync);
  return env["CHROMIUM"] ?? found;
}
