import { proseHtml } from "../../../docs/html/prose-html.js";
import type { FieldNode } from "../../../docs/model/page.js";
import type { Child } from "../../page/elements.js";
import { all, element, fill } from "../../page/elements.js";

/** What there is to say of a field, in the order in which one asks. Texts of the CRD stay texts. */
export function fieldFacts(node: FieldNode): readonly Child[] {
  return [
    typeOf(node),
    node.description === undefined ? undefined : descriptionOf(node.description),
    factsOf(node),
    ...(node.rules ?? []).map(({ rule, message }) =>
      element("p", { class: "rule" }, message ?? element("code", {}, rule)),
    ),
  ];
}

/** The same in short, beside a list: of the description its first paragraph, and no rules. */
export function shortFacts(node: FieldNode): readonly Child[] {
  const [first = ""] = (node.description ?? "").trim().split(/\n\s*\n/);
  return [typeOf(node), first === "" ? undefined : descriptionOf(first), factsOf(node)];
}

function typeOf(node: FieldNode): Child {
  return element("p", { class: "type" }, typeText(node));
}

/** More values of an enum than these are only counted. */
const mostValues = 12;

function typeText({ type, enum: values }: FieldNode): string {
  if (values === undefined) return type;
  const left = values.length - mostValues;
  return [...values.slice(0, mostValues), ...(left > 0 ? [`${left} more`] : [])].join(" | ");
}

function descriptionOf(text: string): HTMLElement {
  const host = element("div", { class: "text", dir: "auto" });
  fill(
    host,
    proseHtml(text, () => undefined),
  );
  // A link in place of the editor would throw away what was typed.
  for (const link of all("a", host)) link.setAttribute("target", "_blank");
  return host;
}

function factsOf(node: FieldNode): Child {
  const facts: (readonly [string, Child])[] = [
    ...(node.default === undefined
      ? []
      : [["Default", element("code", {}, node.default)] as const]),
    ...(node.constraints ?? []),
  ];
  if (facts.length === 0) return undefined;
  return element(
    "dl",
    {},
    ...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
  );
}
