import type { FieldNode } from "../../../docs/model/page.js";
import type { FieldHelp } from "../../language/contract.js";
import type { Child } from "../dom.js";
import { element } from "../dom.js";

/** What is known of a field, in a few lines. All texts of the CRD stay texts. */
export function fieldHelpElement({ path, node, href }: FieldHelp): HTMLElement {
  const link = element("a", { href, target: "_blank" }, "Reference");
  return element(
    "div",
    { class: "field-help" },
    element("p", {}, element("code", { class: "name" }, path), " ", node.type),
    node.description === undefined ? undefined : element("p", {}, node.description),
    valuesElement(node),
    listElement(node.constraints ?? []),
    listElement((node.rules ?? []).map(({ rule, message }) => message ?? rule)),
    href === undefined ? undefined : element("p", {}, link),
  );
}

function valuesElement(node: FieldNode): Child {
  const lines = [
    ...(node.default === undefined ? [] : [element("li", {}, "default: ", codeOf(node.default))]),
    ...(node.enum === undefined
      ? []
      : [element("li", {}, "one of ", ...node.enum.flatMap((value, index) => [index === 0 ? "" : ", ", codeOf(value)]))]), // prettier-ignore
  ];
  return lines.length === 0 ? undefined : element("ul", {}, ...lines);
}

function listElement(texts: readonly string[]): Child {
  if (texts.length === 0) return undefined;
  return element("ul", {}, ...texts.map((text) => element("li", {}, text)));
}

function codeOf(text: string): HTMLElement {
  return element("code", {}, text);
}
