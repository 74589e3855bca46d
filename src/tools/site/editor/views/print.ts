import { element } from "../dom.js";
import type { EditorStore } from "../state/state.js";
import { shownCrdOf } from "../state/state.js";

/** What is printed in place of the code editors, which hold only the lines that can be seen. */
export function createPrintedTexts(store: EditorStore): HTMLElement {
  const host = element("div", { class: "only-printed" });
  addEventListener("beforeprint", () => {
    const state = store.get();
    const parts: (readonly [string, string | undefined])[] =
      state.leftTab === "crd"
        ? [["CustomResourceDefinition", shownCrdOf(state)?.text]]
        : [
            ["Before the update", state.isUpdate ? state.old : undefined],
            [state.isUpdate ? "What is sent" : "Object", state.text],
          ];
    parts.push(
      state.rightTab === "typescript"
        ? ["TypeScript", state.typescript]
        : ["As it would be stored", state.judged?.stored],
    );
    host.replaceChildren(
      ...parts.flatMap(([heading, text]) =>
        text === undefined ? [] : [element("h2", {}, heading), element("pre", {}, text)],
      ),
    );
  });
  return host;
}
