import { button, element } from "../../page/elements.js";
import { createCodeEditor } from "../code/code-editor.js";
import { languageOfObject } from "../code/languages.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { shownCrdOf } from "../state/state.js";
import { closeCrd, editCrd } from "../work/choose.js";
import { keyHelp } from "./key-help.js";
import type { WritingPanel } from "./object-panel.js";
import type { Conclusion } from "./problems.js";
import { countOf, createProblems } from "./problems.js";

/** Milliseconds without a change after which an edited CRD is read. */
const pause = 200;

/** A panel, and how other panels show a place in it. */
export interface CrdPanel extends WritingPanel {
  /** Opens an open CRD by its path, and selects a range. */
  show(path: string, from: number, to: number): void;
}

/** Where the CRD is edited, by which objects are judged, and what lint says of it. */
export function createCrdPanel(store: EditorStore): CrdPanel {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openPath: string | undefined;
  /** The text as the editor and the state last agreed on it. */
  let known = "";
  const editor = createCodeEditor({
    label: "CustomResourceDefinition",
    languageOf: languageOfObject,
    placeholder: "Choose a kind, or drop a file with a CustomResourceDefinition onto the page.",
    onChange: () => {
      clearTimeout(timer);
      timer = setTimeout(readText, pause);
    },
  });
  const readText = (): void => {
    clearTimeout(timer);
    const text = editor.text();
    if (text === known || openPath === undefined) return;
    known = text;
    void editCrd(store, openPath, text);
  };
  // Who leaves the text expects that what comes next knows it.
  editor.host.addEventListener("focusout", readText);
  const problems = createProblems("Problems of the CRD", ({ from, to }) => {
    editor.select(from, to);
  }, keyHelp()); // prettier-ignore
  store.watch(
    (state) => [shownCrdOf(state)],
    (state) => {
      const crd = shownCrdOf(state);
      const text = crd?.text ?? "";
      if (crd?.path === openPath && text === known) return;
      clearTimeout(timer);
      known = text;
      if (crd?.path === openPath) editor.replace(text);
      else editor.open(text);
      openPath = crd?.path;
    },
  );
  store.watch(
    (state) => [state.linted, shownCrdOf(state)],
    (state) => {
      const crd = shownCrdOf(state);
      if (crd === undefined) {
        problems.show({ sentence: "There is no CRD yet" }, []);
      } else if (state.linted?.crd === crd) {
        const { diagnostics } = state.linted;
        if (editor.text() === known) editor.mark(diagnostics);
        problems.show(conclusionOf(state), diagnostics);
      }
    },
  );
  return {
    host: element("div", { class: "view" }, crdChoice(store), editor.host),
    problems: problems.host,
    show(path, from, to) {
      store.update({ leftTab: "crd", shownCrd: path });
      editor.select(from, to);
    },
  };
}

function conclusionOf({ linted, kubernetes }: EditorState): Conclusion {
  const count = countOf(linted?.diagnostics ?? []);
  return {
    sentence:
      count === ""
        ? `Lint finds nothing wrong for Kubernetes ${kubernetes}`
        : `Lint finds ${count} for Kubernetes ${kubernetes}`,
    verdict: count === "" ? "accepted" : "refused",
  };
}

/** Which CRD is shown, where several are open; those of the user can be closed. */
function crdChoice(store: EditorStore): HTMLElement {
  const select = element("select", { id: "crd" });
  select.addEventListener("change", () => {
    store.update({ shownCrd: select.value });
  });
  const close = button("Discard", () => {
    const crd = shownCrdOf(store.get());
    if (crd !== undefined) closeCrd(store, crd.path);
  });
  const host = element(
    "div",
    { class: "choice" },
    element("label", { for: "crd" }, "CRD"),
    select,
    close,
  );
  store.watch(
    (state) => [state.crds, state.shownCrd],
    (state) => {
      const shown = shownCrdOf(state);
      host.hidden = shown === undefined;
      select.replaceChildren(
        ...state.crds.map(({ path, origin }) =>
          element("option", { value: path }, origin === "user" ? `${path} (yours)` : path),
        ),
      );
      if (shown !== undefined) select.value = shown.path;
      close.hidden = shown?.origin !== "user";
    },
  );
  return host;
}
