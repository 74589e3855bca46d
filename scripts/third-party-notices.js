// The licences of packages that are part of a bundle, which these licences ask to go with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const packageFolder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/**
 * The names, versions and licences of packages, sorted by name.
 *
 * @param {string} root
 * @param {Iterable<string>} files of a bundle, relative to the root
 * @returns {string}
 */
export function noticesOf(root, files) {
  const folders = new Set();
  for (const file of files) {
    const folder = packageFolder.exec(file)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = [...folders].sort().map((folder) => noticeOf(join(root, folder)));
  return `${notices.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined && license === undefined) throw new Error(`${name} has no licence`);
  const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  return `${name} ${version} (${license})\n${text}`;
}
