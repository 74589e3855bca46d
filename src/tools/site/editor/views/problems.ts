import { plural } from "../../../../crd/diagnostics/wording.js";
import type { TextDiagnostic } from "../../../language/contract.js";
import { element } from "../../page/elements.js";

/** A problem of the text above the list, or of another one. */
export interface Problem extends TextDiagnostic {
  /** The other text in words, such as `the old object`; absent for the text above. */
  readonly where?: string;
}

/** A list of problems below a text. */
export interface Problems {
  readonly host: HTMLElement;
  /** Shows problems, and a sentence above them that screen readers say. */
  show(sentence: string, problems: readonly Problem[], verdict?: string): void;
}

/** More problems than these are counted, not listed. */
const mostListed = 200;

/**
 * Creates a list of problems.
 *
 * @param name its heading
 * @param jump shows the place of a problem
 */
export function createProblems(name: string, jump: (problem: Problem) => void): Problems {
  const status = element("p", { role: "status", class: "verdict" });
  const list = element("ol", {});
  const host = element("section", { class: "problems", "aria-label": name }, status, list);
  let shown: readonly Problem[] = [];
  return {
    host,
    show(sentence, problems, verdict = "") {
      status.className = `verdict ${verdict}`;
      if (status.textContent !== sentence) status.textContent = sentence;
      if (problems === shown) return;
      shown = problems;
      const items = problems.slice(0, mostListed).map((each) => itemOf(each, jump));
      const left = problems.length - mostListed;
      if (left > 0) items.push(element("li", { class: "more" }, `and ${left} more`));
      list.replaceChildren(...items);
    },
  };
}

function itemOf(problem: Problem, jump: (problem: Problem) => void): HTMLLIElement {
  const { severity, line, message, help, where } = problem;
  const made = element(
    "button",
    { type: "button" },
    element("span", { class: severity }, severity === "error" ? "Error" : "Warning"),
    where === undefined ? ` in line ${line}: ` : ` in line ${line} of ${where}: `,
    element("span", { class: "message" }, message),
  );
  made.addEventListener("click", () => {
    jump(problem);
  });
  return element("li", {}, made, help === undefined ? undefined : element("p", {}, help));
}

/** `2 errors and 1 warning`; empty for none. */
export function countOf(diagnostics: readonly TextDiagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  const counts = [
    ...(errors > 0 ? [plural(errors, "error")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  return counts.join(" and ");
}
