import type { Extension } from "@codemirror/state";
import { StateEffect } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { keymap } from "@codemirror/view";

/**
 * Ctrl+F finds a text in the whole code: the browser's own search sees only the lines that are on
 * the screen. CodeMirror's panel is loaded when it is opened first, and brings its own keys.
 */
export const lazySearch: Extension = keymap.of([
  {
    key: "Mod-f",
    preventDefault: true,
    run: (view) => {
      void openSearch(view);
      return true;
    },
  },
]);

async function openSearch(view: EditorView): Promise<void> {
  const { openSearchPanel, searchKeymap } = await import("@codemirror/search");
  if (!view.state.facet(keymap).includes(searchKeymap)) {
    view.dispatch({ effects: StateEffect.appendConfig.of(keymap.of(searchKeymap)) });
  }
  openSearchPanel(view);
}
