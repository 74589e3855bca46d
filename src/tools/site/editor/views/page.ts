import type { LanguageService } from "../../language/contract.js";
import { element } from "../dom.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { shownCrdOf } from "../state/state.js";
import { createCrdPanel } from "./crd-panel.js";
import { acceptDroppedFiles } from "./file-drop.js";
import { createAnnouncer, createNotices } from "./notices.js";
import { createObjectPanel } from "./object-panel.js";
import { createPrintedTexts } from "./print.js";
import { createStoredPanel, createTypeScriptPanel } from "./result-panels.js";
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
    "Texts",
    [
      { id: "object", label: "Object", panel: object },
      { id: "crd", label: "CRD", panel: crd.host },
    ],
    (leftTab) => {
      store.update({ leftTab });
    },
  );
  const right = createTabs(
    "Results",
    [
      { id: "stored", label: "As stored", panel: createStoredPanel(store) },
      { id: "typescript", label: "TypeScript", panel: createTypeScriptPanel(store) },
    ],
    (rightTab) => {
      store.update({ rightTab });
    },
  );
  store.watch(({ leftTab }) => [leftTab], ({ leftTab }) => { left.select(leftTab); }); // prettier-ignore
  store.watch(({ rightTab }) => [rightTab], ({ rightTab }) => { right.select(rightTab); }); // prettier-ignore
  store.watch((state) => [crdLabel(state)], (state) => { left.label("crd", crdLabel(state)); }); // prettier-ignore
  acceptDroppedFiles(store, page);
  page.replaceChildren(
    createToolbar(store, service),
    createNotices(store),
    element("div", { class: "panes" }, left.host, right.host),
    createPrintedTexts(store),
    heard,
  );
}

/** With a mark where lint has found errors, since objects may not be judged then. */
function crdLabel(state: EditorState): string {
  const { linted } = state;
  const isCurrent = linted !== undefined && linted.crd === shownCrdOf(state);
  const errors = isCurrent ? linted.diagnostics.filter(({ severity }) => severity === "error") : [];
  return errors.length === 0 ? "CRD" : `CRD (${errors.length === 1 ? "1 error" : `${errors.length} errors`})`; // prettier-ignore
}
