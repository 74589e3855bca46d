import type { ForeignDiagnostic, LanguageService } from "../../../language/contract.js";
import { oldObjectPath } from "../../../language/contract.js";
import { element } from "../../page/elements.js";
import { completionOf, fieldHelpOf } from "../code/assistance.js";
import { createCodeEditor } from "../code/code-editor.js";
import { languageOfObject } from "../code/languages.js";
import type { EditorState, EditorStore } from "../state/state.js";
import type { Problem } from "./problems.js";
import { countOf, createProblems } from "./problems.js";

/**
 * Where objects are typed, and what the server says of them.
 *
 * @param announce tells screen readers the documentation of a field
 * @param showCrd shows a place of a CRD
 */
export function createObjectPanel(
  store: EditorStore,
  service: LanguageService,
  announce: (text: string) => void,
  showCrd: (place: ForeignDiagnostic) => void,
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
  const problems = createProblems("Problems of the object", (problem) => {
    if (!isForeign(problem)) text.select(problem.from, problem.to);
    else if (problem.path === oldObjectPath) old.select(problem.from, problem.to);
    else showCrd(problem);
  });
  const oldPart = part("Before the update", old.host);
  const heading = element("h2", {}, "What is sent");
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
      const { diagnostics = [], elsewhere = [] } = state.judged ?? {};
      if (state.judged?.text === state.text) text.mark(diagnostics);
      old.mark(elsewhere.filter(({ path }) => path === oldObjectPath));
      const all = [...diagnostics, ...elsewhere.map(withPlace)];
      problems.show(sentenceOf(state, countOf(all)), all, state.judged?.verdict);
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
  return element("div", { class: "part" }, element("h2", {}, heading), host);
}

interface ForeignProblem extends ForeignDiagnostic, Problem {}

function isForeign(problem: Problem): problem is ForeignProblem {
  return "path" in problem;
}

function withPlace(diagnostic: ForeignDiagnostic): ForeignProblem {
  const { path } = diagnostic;
  return { ...diagnostic, where: path === "" ? "an unknown text" : path };
}

/** The verdict in words. */
function sentenceOf({ judged, kubernetes }: EditorState, count: string): string {
  if (judged === undefined) return "Loading…";
  if (judged.text.trim() === "") return "Write or drop an object to see the server's verdict.";
  const behind = count === "" ? "." : `: ${count}.`;
  const sentences = {
    accepted: `Kubernetes ${kubernetes} accepts this${behind}`,
    refused: `Kubernetes ${kubernetes} refuses this${behind}`,
    unknown: count === "" ? "Not judged: no CRD here defines this kind." : `Not judged${behind}`,
  };
  return sentences[judged.verdict];
}
