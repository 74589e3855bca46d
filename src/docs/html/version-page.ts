import type { VersionPage } from "../model/page.js";
import type { SiteFrame } from "./frame.js";

/** The page of one version of a kind, as the text of an HTML file. */
export function versionPageHtml(page: VersionPage, frame: SiteFrame): string {
  return `${frame.title}${page.kind}`;
}
