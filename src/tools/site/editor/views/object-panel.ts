import type { ForeignDiagnostic, LanguageService } from "../../../language/contract.js";
import { oldObjectPath } from "../../../language/contract.js";
import { element } from "../../page/elements.js";
import { completionOf, fieldHelpOf } from "../code/assistance.js";
import { createCodeEditor } from "../code/code-editor.js";
import { languageOfObject } from "../code/languages.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { keyHelp } from "./key-help.js";
import type { Conclusion, Problem } from "./problems.js";
import { countOf, createProblems } from "./problems.js";

/** Where a text is typed, and what is said of it. */
export interface WritingPanel {
  readonly host: HTMLElement;
  /** The list of its problems. */
  readonly problems: HTMLElement;
}

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
): WritingPanel {
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
  }, keyHelp()); // prettier-ignore
  const oldPart = part("Before the update", old.host);
  const heading = element("h2", {}, "What is sent");
  const newPart = element("div", { class: "written" }, heading, text.host);

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
      problems.show(conclusionOf(state, countOf(all)), all);
    },
  );
  return {
    host: element("div", { class: "view texts" }, oldPart, newPart),
    problems: problems.host,
  };
}

function part(heading: string, host: HTMLElement): HTMLElement {
  return element("div", { class: "written" }, element("h2", {}, heading), host);
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
function conclusionOf({ judged, kubernetes }: EditorState, count: string): Conclusion {
  if (judged === undefined) return { sentence: "Loading" };
  if (judged.text.trim() === "") {
    return { sentence: "Write or drop an object to see the server's verdict" };
  }
  const { verdict } = judged;
  const sentences = {
    accepted: `Kubernetes ${kubernetes} accepts this`,
    refused: `Kubernetes ${kubernetes} refuses this`,
    unknown: count === "" ? "Not judged: no CRD here defines this kind" : "Not judged",
  };
  return { sentence: sentences[verdict], count, verdict };
}
