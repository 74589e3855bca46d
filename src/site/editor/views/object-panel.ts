import type { LanguageService } from "../../language/service.js";
import { createCodeEditor } from "../code/code-editor.js";
import { completionOf } from "../code/completion.js";
import { fieldHelpOf } from "../code/field-help.js";
import { languageOfObject } from "../code/languages.js";
import { element } from "../dom.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { countOf, createProblems } from "./problems.js";

/** Where objects are typed, and what the server says of them. */
export function createObjectPanel(
  store: EditorStore,
  service: LanguageService,
  announce: (text: string) => void,
): HTMLElement {
  const extensions = [completionOf(service), fieldHelpOf(service, announce)];
  const text = createCodeEditor({
    label: "Object",
    languageOf: languageOfObject,
    placeholder: "Type or paste an object as YAML or JSON, or choose a kind above.",
    extensions,
    onChange: (now) => {
      store.update({ text: now });
    },
  });
  const old = createCodeEditor({
    label: "Stored object",
    languageOf: languageOfObject,
    placeholder: "The object as it is stored before the update.",
    extensions,
    onChange: (now) => {
      store.update({ old: now });
    },
  });
  const problems = createProblems("Problems of the object", ({ from, to }) => {
    text.select(from, to);
  });
  const oldPart = part("Before the update", old.host);
  const heading = element("h3", {}, "What is sent");
  const newPart = element("div", { class: "part" }, heading, text.host);

  store.watch((state) => [state.text], (state) => { text.replace(state.text); }); // prettier-ignore
  store.watch((state) => [state.old], (state) => { old.replace(state.old); }); // prettier-ignore
  store.watch(
    ({ isUpdate }) => [isUpdate],
    ({ isUpdate }) => {
      oldPart.hidden = !isUpdate;
      heading.hidden = !isUpdate;
    },
  );
  store.watch(
    ({ judged }) => [judged],
    (state) => {
      const diagnostics = state.judged?.diagnostics ?? [];
      if (state.judged?.text === state.text) text.mark(diagnostics);
      problems.show(sentenceOf(state), diagnostics);
    },
  );
  const keys =
    "Ctrl+Space completes, F1 explains the field, F8 goes to the next problem. " +
    "Tab leaves the editor; where a list is open, Escape closes it first.";
  return element(
    "div",
    { class: "panel" },
    element("div", { class: "texts" }, oldPart, newPart),
    element("p", { class: "keys" }, keys),
    problems.host,
  );
}

function part(heading: string, host: HTMLElement): HTMLElement {
  return element("div", { class: "part" }, element("h3", {}, heading), host);
}

/** The verdict in words. */
function sentenceOf({ judged, kubernetes }: EditorState): string {
  if (judged === undefined || judged.text.trim() === "") return "Nothing to judge yet.";
  const { verdict, diagnostics } = judged;
  const count = countOf(diagnostics);
  const behind = count === "" ? "." : `: ${count}.`;
  if (verdict === "accepted") return `Kubernetes ${kubernetes} accepts this${behind}`;
  if (verdict === "refused") return `Kubernetes ${kubernetes} refuses this${behind}`;
  return `Not judged${behind}`;
}
