import type { LanguageService, TextDiagnostic } from "../../../language/contract.js";
import { button, element } from "../../page/elements.js";
import { createCodeEditor } from "../code/code-editor.js";
import { typescriptMode } from "../code/languages.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { shownCrdOf } from "../state/state.js";
import { openFiles } from "../work/choose.js";
import { createCrdPanel } from "./crd-panel.js";
import { createObjectPanel } from "./object-panel.js";
import { countsOf } from "./problems.js";
import { createLegend, createStoredPanel } from "./stored-panel.js";
import { createTabs } from "./tabs.js";
import { createToolbar } from "./toolbar.js";

/** Puts the whole editor into an element of the page. */
export function showEditor(page: HTMLElement, store: EditorStore, service: LanguageService): void {
  const { host: heard, announce } = createAnnouncer();
  const crd = createCrdPanel(store);
  const object = createObjectPanel(store, service, announce, ({ path, from, to }) => {
    crd.show(path, from, to);
  });
  const left = createTabs(
    { label: "What is sent", name: "Texts", beside: createCounts(store) },
    [
      { id: "object", label: "Object", panel: object.host },
      { id: "crd", label: "CRD", panel: crd.host },
    ],
    (leftTab) => {
      store.update({ leftTab });
    },
  );
  const right = createTabs(
    { label: "What comes of it", name: "Results", beside: createLegend(store) },
    [
      { id: "stored", label: "As stored", panel: createStoredPanel(store) },
      { id: "typescript", label: "TypeScript", panel: createTypeScriptPanel(store) },
    ],
    (rightTab) => {
      store.update({ rightTab });
    },
  );
  store.watch(
    ({ leftTab }) => [leftTab],
    ({ leftTab }) => {
      left.select(leftTab);
      object.problems.hidden = leftTab !== "object";
      crd.problems.hidden = leftTab !== "crd";
    },
  );
  store.watch(({ rightTab }) => [rightTab], ({ rightTab }) => { right.select(rightTab); }); // prettier-ignore
  store.watch((state) => [crdLabel(state)], (state) => { left.label("crd", crdLabel(state)); }); // prettier-ignore
  acceptDroppedFiles(store, page);
  page.replaceChildren(
    createToolbar(store, service),
    createNotices(store),
    left.host,
    right.host,
    object.problems,
    crd.problems,
    createPrintedTexts(store),
    heard,
  );
}

/** The diagnostics of the CRD that is shown, where lint has read it. */
function crdDiagnostics(state: EditorState): readonly TextDiagnostic[] {
  const { linted } = state;
  return linted !== undefined && linted.crd === shownCrdOf(state) ? linted.diagnostics : [];
}

/** With a mark where lint has found errors, since objects may not be judged then. */
function crdLabel(state: EditorState): string {
  const { errors } = countsOf(crdDiagnostics(state));
  return errors === "" ? "CRD" : `CRD (${errors})`;
}

/** How many problems the text has that is shown, where the list is out of sight. */
function createCounts(store: EditorStore): HTMLElement {
  const host = element("span", { class: "counts" });
  store.watch(
    (state) => [state.leftTab, state.judged, state.linted, shownCrdOf(state)],
    (state) => {
      const { diagnostics = [], elsewhere = [] } = state.judged ?? {};
      const isObject = state.leftTab === "object";
      const counts = countsOf(isObject ? [...diagnostics, ...elsewhere] : crdDiagnostics(state));
      host.replaceChildren(
        element("span", { class: "bad" }, counts.errors),
        element("span", { class: "warn" }, counts.warnings),
      );
    },
  );
  return host;
}

/**
 * Makes the texts that are printed in place of the code editors, which hold only the lines that can
 * be seen.
 */
function createPrintedTexts(store: EditorStore): HTMLElement {
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
        : [state.form?.isStored === false ? "As the server judges it" : "As it would be stored", state.form?.text], // prettier-ignore
    );
    host.replaceChildren(
      ...parts.flatMap(([heading, text]) =>
        text === undefined ? [] : [element("h2", {}, heading), element("pre", {}, text)],
      ),
    );
  });
  return host;
}

/** Makes the messages for the user: the outcome of an action, and why the editor does not work. */
function createNotices(store: EditorStore): HTMLElement {
  const failure = element("div", { role: "alert", class: "failure" });
  const notice = element("p", { role: "status" });
  const close = button("Close", () => {
    store.update({ notice: "" });
  });
  const box = element("div", { class: "notice" }, notice, close);
  store.watch(
    (state) => [state.failure, state.notice],
    (state) => {
      failure.textContent = state.failure;
      notice.textContent = state.notice;
      close.hidden = state.notice === "";
      box.classList.toggle("empty", state.notice === "");
    },
  );
  return element("div", { class: "notices" }, failure, box);
}

/** Tells screen readers what others see. */
function createAnnouncer(): {
  readonly host: HTMLElement;
  readonly announce: (text: string) => void;
} {
  const host = element("p", { role: "status", class: "heard" });
  return {
    host,
    announce: (text) => {
      host.textContent = text;
    },
  };
}

/** Opens files that are dropped anywhere onto the page; texts that are dropped go their own way. */
function acceptDroppedFiles(store: EditorStore, page: HTMLElement): void {
  const mark = (isOver: boolean): void => {
    page.classList.toggle("files-over", isOver);
  };
  addEventListener(
    "dragover",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    },
    true,
  );
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  // Before the code editors, which would insert the content of the file.
  addEventListener(
    "drop",
    (event) => {
      mark(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void openFiles(store, Array.from(event.dataTransfer?.files ?? []));
    },
    true,
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}

/** The TypeScript that crdgen generates of the chosen kind. */
function createTypeScriptPanel(store: EditorStore): HTMLElement {
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
  return element("div", { class: "view" }, editor.host);
}
