import { syntaxTree } from "@codemirror/language";
import type { Range } from "@codemirror/state";
import type { DecorationSet, EditorView, ViewUpdate } from "@codemirror/view";
import { Decoration, ViewPlugin } from "@codemirror/view";

const number = Decoration.mark({ class: "number" });
const word = Decoration.mark({ class: "word" });

/** Kubernetes reads YAML 1.1, where `yes` and `off` are Booleans. */
const numbers = /^[-+]?(?:\d[\d_]*(?:\.\d*)?(?:e[-+]?\d+)?|\.\d+|0x[\da-f]+|0o?[0-7]+)$/i;
const words = /^(?:true|false|yes|no|on|off|null|~)$/i;

/** Longer scalars are texts. */
const longest = 40;

class ScalarMarks {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = scalarsIn(view);
  }

  update({ docChanged, viewportChanged, startState, view }: ViewUpdate): void {
    const isParsed = syntaxTree(startState) !== syntaxTree(view.state);
    if (docChanged || viewportChanged || isParsed) this.decorations = scalarsIn(view);
  }
}

/** Tells numbers, Booleans and nulls from texts, which the grammar of YAML does not. */
export const yamlScalars: ViewPlugin<ScalarMarks> = ViewPlugin.fromClass(ScalarMarks, {
  decorations: ({ decorations }) => decorations,
});

function scalarsIn({ state, visibleRanges }: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => {
        if (name === "Key") return false;
        if (name !== "Literal" || node.to - node.from > longest) return undefined;
        const text = state.sliceDoc(node.from, node.to);
        const mark = numbers.test(text) ? number : words.test(text) ? word : undefined;
        if (mark !== undefined) found.push(mark.range(node.from, node.to));
        return undefined;
      },
    });
  }
  return Decoration.set(found, true);
}
