import { escapeUnit } from "../../../crd/diagnostics/render/printable.js";
import { directionMarks, laterControls, lineSeparators } from "../../../crd/source/characters.js";

/** A text that is markup: made by `html` alone. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value that may stand in a template: texts are escaped; `undefined` and `false` are nothing. */
export type Hole = Html | string | number | undefined | false | readonly Hole[];

/** Markup with holes. What a hole says is text, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  const parts = compact(strings);
  let text = parts[0] ?? "";
  holes.forEach((hole, index) => {
    text += holeText(hole) + (parts[index + 1] ?? "");
  });
  return new Html(text);
}

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Without the indentation of the source, which would be a third of a page. */
function compact(strings: TemplateStringsArray): readonly string[] {
  let parts = compacted.get(strings);
  if (parts === undefined) {
    parts = strings.map((part) => part.replace(/\s*\n\s*/g, "\n"));
    compacted.set(strings, parts);
  }
  return parts;
}

function holeText(hole: Hole): string {
  if (hole === undefined || hole === false) return "";
  if (hole instanceof Html) return hole.text;
  if (typeof hole === "object") return hole.map(holeText).join("");
  return escapeText(String(hole));
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\r": "",
};

const special = new RegExp(
  String.raw`[&<>"'\0-\x08\x0B-\x1F${laterControls}${directionMarks}${lineSeparators}]`,
  "g",
);

/**
 * A text as content of an element or as the value of a quoted attribute. Controls, and marks that
 * turn the direction of text, are shown as escapes such as `\u202e`.
 */
function escapeText(text: string): string {
  return text.replace(special, (unit) => entities[unit] ?? escapeUnit(unit));
}

const specialInJson = new RegExp(`[<${laterControls}${directionMarks}${lineSeparators}]`, "g");

/** A value as the content of a `<script type="application/json">`. */
export function jsonHtml(value: unknown): Html {
  return new Html(JSON.stringify(value).replace(specialInJson, escapeUnit));
}
