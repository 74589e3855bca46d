import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/**
 * Text that is typed over a selection is put in by the editor, not by the browser. Chromium would
 * give it the colours of the text that it replaces, in a style attribute that the content security
 * policy forbids.
 */
export const typedText: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data } = event;
    const { main, ranges } = view.state.selection;
    if (inputType !== "insertText" || data === null || view.composing) return false;
    if (main.empty || ranges.length > 1 || view.state.readOnly) return false;
    const insert = (): ReturnType<typeof view.state.update> =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    // As CodeMirror does: others may put in more than was typed, such as the closing quote.
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
