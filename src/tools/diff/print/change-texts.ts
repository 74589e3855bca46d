import { spanOf } from "../../../crd/diagnostics/diagnostics.js";
import { placeText } from "../../../crd/diagnostics/render/place-text.js";
import type { Span } from "../../../crd/source/source-file.js";
import { changeCatalog } from "../catalog.js";
import type { Change, ChangePlace } from "../change.js";
import type { Effect } from "../effect.js";
import { isBreaking } from "../effect.js";

/** What an effect is called above the changes that have it. */
export const effectTitles: Readonly<Record<Effect, string>> = {
  stored: "Breaks stored objects",
  writers: "Breaks writers",
  readers: "Breaks readers",
  unknown: "May break somebody: not decided",
  behaviour: "Changes what the server does",
  safe: "Safe",
};

/** Whose concern a change is, as `CronTab v1 spec.image`; without a path what it is about. */
export function subjectOf({ kind, version, path, resource }: Change): string {
  const parts = [kind === "" ? resource : kind, version ?? "", path];
  return parts.filter((part) => part !== "").join(" ");
}

/** What has changed, in the words of the catalogue. */
export function titleOf({ code }: Change): string {
  return changeCatalog[code].title;
}

/** ` (also breaks writers and readers)`; `""` where there is no further effect that breaks. */
export function furtherText({ effects }: Change): string {
  const further = effects.slice(1).filter(isBreaking);
  const names = further.map((effect) => (effect === "unknown" ? "perhaps others" : effect));
  return names.length === 0 ? "" : ` (also breaks ${names.join(" and ")})`;
}

/** What to mark of a place: the value of a keyword, the name of a field. */
export function spanOfChange({ document, path }: ChangePlace): Span {
  return spanOf({ document, path, part: path.at(-2) === "properties" ? "key" : "value" });
}

/** `crd.yaml:3:5`; `""` where there is no such side. */
export function placeOfChange(place: ChangePlace | undefined): string {
  return place === undefined ? "" : placeText(spanOfChange(place));
}
