import type { SiteIndex } from "../model/site-index.js";
import type { SiteFrame } from "./frame.js";

/** The first page of a site, as the text of an HTML file: all groups, kinds and versions. */
export function indexHtml(index: SiteIndex, frame: SiteFrame): string {
  return `${frame.title}${index.groups.length}`;
}
