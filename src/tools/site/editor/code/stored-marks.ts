import type { EditorState, Extension, Range } from "@codemirror/state";
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import type { DecorationSet } from "@codemirror/view";
import {
  Decoration,
  EditorView,
  GutterMarker,
  WidgetType,
  gutterLineClass,
  gutterWidgetClass,
  lineNumberWidgetMarker,
} from "@codemirror/view";
import type { AddedField, DroppedField, StoredForm } from "../../../language/contract.js";
import { element } from "../../page/elements.js";

/** Marks the lines of a form that were added, and shows what was dropped between them. */
export const markForm = StateEffect.define<Omit<StoredForm, "text" | "isStored">>();

interface Marks {
  readonly lines: DecorationSet;
  readonly numbers: RangeSet<GutterMarker>;
}

/**
 * A line of what was dropped. It is no part of the text, so that who copies that gets what is
 * stored; and it has no number.
 */
class DroppedLine extends WidgetType {
  readonly #text: string;
  readonly #isFirst: boolean;

  constructor(text: string, isFirst: boolean) {
    super();
    this.#text = text;
    this.#isFirst = isFirst;
  }

  override eq(other: DroppedLine): boolean {
    return other.#text === this.#text && other.#isFirst === this.#isFirst;
  }

  override toDOM(): HTMLElement {
    const content = this.#text.trimStart();
    return element(
      "div",
      { class: "dropped" },
      this.#text.slice(0, this.#text.length - content.length),
      element("del", {}, content),
      this.#isFirst ? element("span", { class: "origin" }, "dropped") : undefined,
    );
  }
}

class NumberClass extends GutterMarker {
  override readonly elementClass: string;

  constructor(name: string) {
    super();
    this.elementClass = name;
  }
}

class NoNumber extends GutterMarker {
  override toDOM(): Text {
    return document.createTextNode("–");
  }
}

const numberOfAdded = new NumberClass("added");
const numberOfDropped = new NumberClass("dropped-number");
const noNumber = new NoNumber();

const nothing: Marks = { lines: Decoration.none, numbers: RangeSet.of<GutterMarker>([]) };

const marks = StateField.define<Marks>({
  create: () => nothing,
  update(now, { state, effects, docChanged }) {
    for (const effect of effects) {
      if (effect.is(markForm)) return marksOf(state, effect.value.added, effect.value.dropped);
    }
    return docChanged ? nothing : now;
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ lines }) => lines),
    gutterLineClass.from(field, ({ numbers }) => numbers),
  ],
});

/** Shows what `markForm` says. */
export const storedMarks: Extension = [
  marks,
  lineNumberWidgetMarker.of((_view, widget) => (widget instanceof DroppedLine ? noNumber : null)),
  gutterWidgetClass.of((_view, widget) => (widget instanceof DroppedLine ? numberOfDropped : null)),
];

function marksOf(
  { doc }: EditorState,
  added: readonly AddedField[],
  dropped: readonly DroppedField[],
): Marks {
  const lines: Range<Decoration>[] = [];
  const numbers: Range<GutterMarker>[] = [];
  for (const { line, lastLine, origin } of added) {
    for (let number = line; number <= Math.min(lastLine, doc.lines); number++) {
      const { from } = doc.line(number);
      const attributes = number === line ? { class: "added", "data-origin": origin } : { class: "added" }; // prettier-ignore
      lines.push(Decoration.line({ attributes }).range(from));
      numbers.push(numberOfAdded.range(from));
    }
  }
  for (const { line, text } of dropped) {
    const isBehind = line > doc.lines;
    const at = isBehind ? doc.length : doc.line(line).from;
    text.split("\n").forEach((one, index) => {
      const widget = new DroppedLine(one, index === 0);
      lines.push(Decoration.widget({ widget, block: true, side: isBehind ? 1 : -1 }).range(at));
    });
  }
  return { lines: Decoration.set(lines, true), numbers: RangeSet.of(numbers, true) };
}
