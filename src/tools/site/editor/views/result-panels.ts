import { createCodeEditor } from "../code/code-editor.js";
import { languageOfObject } from "../code/languages.js";
import { typescriptMode } from "../code/typescript-mode.js";
import { element } from "../dom.js";
import type { EditorStore } from "../state/state.js";

/** The object as the server would store it: pruned, and with its defaults. */
export function createStoredPanel(store: EditorStore): HTMLElement {
  const editor = createCodeEditor({
    label: "Object as it would be stored",
    languageOf: languageOfObject,
    placeholder:
      "An object that is accepted is shown here with its defaults, and without fields that are dropped.",
  });
  store.watch(
    ({ judged }) => [judged],
    ({ judged }) => {
      editor.replace(judged?.stored ?? "");
    },
  );
  return element("div", { class: "panel" }, editor.host);
}

/** The TypeScript that crdgen generates of the chosen kind. */
export function createTypeScriptPanel(store: EditorStore): HTMLElement {
  const editor = createCodeEditor({
    label: "Generated TypeScript",
    languageOf: () => typescriptMode,
    placeholder: "Choose a kind, and its TypeScript is shown here.",
  });
  store.watch(
    ({ typescript }) => [typescript],
    ({ typescript }) => {
      editor.open(typescript ?? "");
    },
  );
  return element("div", { class: "panel" }, editor.host);
}
