import type { TextDiagnostic } from "../../language/service.js";
import { element } from "../dom.js";

/** A list of problems below a text. */
export interface Problems {
  readonly host: HTMLElement;
  /** Shows problems, and a sentence above them that screen readers say. */
  show(sentence: string, diagnostics: readonly TextDiagnostic[]): void;
}

/** More problems than these are counted, not listed. */
const mostListed = 200;

/**
 * Creates a list of problems.
 *
 * @param name its heading
 * @param jump shows the place of a problem
 */
export function createProblems(
  name: string,
  jump: (diagnostic: TextDiagnostic) => void,
): Problems {
  const status = element("p", { role: "status", class: "verdict" });
  const list = element("ol", {});
  const host = element("section", { class: "problems", "aria-label": name }, status, list);
  let shown: readonly TextDiagnostic[] = [];
  return {
    host,
    show(sentence, diagnostics) {
      if (status.textContent !== sentence) status.textContent = sentence;
      if (diagnostics === shown) return;
      shown = diagnostics;
      const items = diagnostics.slice(0, mostListed).map((each) => itemOf(each, jump));
      const left = diagnostics.length - mostListed;
      if (left > 0) items.push(element("li", { class: "more" }, `and ${left} more`));
      list.replaceChildren(...items);
    },
  };
}

function itemOf(
  diagnostic: TextDiagnostic,
  jump: (diagnostic: TextDiagnostic) => void,
): HTMLLIElement {
  const { severity, line, message, help } = diagnostic;
  const made = element(
    "button",
    { type: "button" },
    element("span", { class: severity }, severity === "error" ? "Error" : "Warning"),
    ` in line ${line}: `,
    element("span", { class: "message" }, message),
  );
  made.addEventListener("click", () => {
    jump(diagnostic);
  });
  return element("li", {}, made, help === undefined ? undefined : element("p", {}, help));
}

/** `2 errors and 1 warning`; empty for none. */
export function countOf(diagnostics: readonly TextDiagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const counts = [plural(errors, "error"), plural(diagnostics.length - errors, "warning")];
  return counts.filter((text) => text !== "").join(" and ");
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
