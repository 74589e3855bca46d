import { plural } from "../../../../crd/diagnostics/wording.js";
import type { Judgement, TextDiagnostic } from "../../../language/contract.js";
import type { Child } from "../../page/elements.js";
import { element } from "../../page/elements.js";
import type { IconName } from "./icon.js";
import { icon } from "./icon.js";

/** A problem of the text above the list, or of another one. */
export interface Problem extends TextDiagnostic {
  /** The other text in words, such as `the old object`; absent for the text above. */
  readonly where?: string;
}

/** What all problems together come to. */
export interface Conclusion {
  /** Such as `Kubernetes 1.37 refuses this`, without a point. */
  readonly sentence: string;
  /** How many problems there are: see `countOf`. Default: not said. */
  readonly count?: string;
  /** Default: neither good nor bad. */
  readonly verdict?: Judgement["verdict"];
}

/** A list of problems, and above it what they come to. */
export interface Problems {
  readonly host: HTMLElement;
  /** Shows problems; screen readers say the conclusion where it is another one than before. */
  show(conclusion: Conclusion, problems: readonly Problem[]): void;
}

/** More problems than these are counted, not listed. */
const mostListed = 200;

/**
 * Creates a list of problems.
 *
 * @param name its name for screen readers
 * @param jump shows the place of a problem
 * @param beside stands beside the conclusion
 */
export function createProblems(
  name: string,
  jump: (problem: Problem) => void,
  beside?: HTMLElement,
): Problems {
  const status = element("p", { role: "status" });
  const list = element("ol", {});
  const host = element(
    "section",
    { class: "dock", "aria-label": name },
    element("div", { class: "verdict" }, status, beside),
    list,
  );
  let shown: readonly Problem[] = [];
  let told = "";
  return {
    host,
    show(conclusion, problems) {
      const text = JSON.stringify(conclusion);
      if (text !== told) tell(status, conclusion);
      told = text;
      if (problems === shown) return;
      shown = problems;
      const items = problems.slice(0, mostListed).map((each) => itemOf(each, jump));
      const left = problems.length - mostListed;
      if (left > 0) items.push(element("li", { class: "more" }, `and ${left} more`));
      list.replaceChildren(...items);
    },
  };
}

function tell(status: HTMLElement, { sentence, count = "", verdict }: Conclusion): void {
  status.className = verdict ?? "";
  status.replaceChildren(
    icon(verdict ?? "unknown"),
    element("strong", {}, sentence),
    count === "" ? "." : `: ${count}.`,
  );
}

const icons: Readonly<Record<TextDiagnostic["severity"], IconName>> = {
  error: "refused",
  warning: "warning",
};

/** A line of columns: where, which field, what is wrong, and what to do. */
function itemOf(problem: Problem, jump: (problem: Problem) => void): HTMLLIElement {
  const { severity, line, field, help, where } = problem;
  const made = element(
    "button",
    { type: "button", class: severity },
    icon(icons[severity]),
    element(
      "span",
      { class: "line" },
      element("span", { class: "heard" }, severity === "error" ? "Error, " : "Warning, "),
      where === undefined ? `line ${line} ` : `line ${line} of ${where} `,
    ),
    element("code", {}, field ?? ""),
    " ",
    element(
      "span",
      { class: "what", dir: "auto" },
      messageBeside(problem),
      ...(help === undefined ? [] : [" ", element("span", { class: "help" }, ...prose(help))]),
    ),
  );
  made.addEventListener("click", () => {
    jump(problem);
  });
  return element("li", {}, made);
}

/** The message without the field, which stands beside it. */
function messageBeside({ message, field }: Problem): string {
  if (field === undefined) return message;
  if (message.startsWith(`${field}: `)) return message.slice(field.length + 2);
  const end = ` '${field}'`;
  return message.endsWith(end) ? message.slice(0, -end.length) : message;
}

/** What stands between backticks is code. */
function prose(text: string): readonly Child[] {
  return text
    .split(/`([^`]+)`/)
    .map((piece, index) => (index % 2 === 1 ? element("code", {}, piece) : piece));
}

/** `2 errors and 1 warning`; empty for none. */
export function countOf(diagnostics: readonly TextDiagnostic[]): string {
  const { errors, warnings } = countsOf(diagnostics);
  return [errors, warnings].filter((text) => text !== "").join(" and ");
}

/** `2 errors`, and `1 warning`; empty for none. */
export function countsOf(diagnostics: readonly TextDiagnostic[]): {
  readonly errors: string;
  readonly warnings: string;
} {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return {
    errors: errors > 0 ? plural(errors, "error") : "",
    warnings: warnings > 0 ? plural(warnings, "warning") : "",
  };
}
