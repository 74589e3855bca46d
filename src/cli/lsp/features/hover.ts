import type { Hover } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import {
  markdownBlock,
  markdownCode,
  markdownText,
} from "../../../crd/diagnostics/render/printable.js";
import type { FieldNode } from "../../../tools/docs/model/page.js";
import { constraintText } from "../../../tools/docs/model/page.js";
import type { CelHelp } from "../../../tools/language/cel/help.js";
import type { FieldHelp } from "../../../tools/language/contract.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";
import { rangeOf } from "../range.js";

/** What is known of the field, or of the word of a rule, at a place. */
export const hover: Feature = {
  capabilities: { hoverProvider: true },
  listen(context) {
    const { connection, service } = context;
    connection.onHover(({ textDocument, position }) =>
      withDocument(context, textDocument, async (document) => {
        const [text, offset] = [document.getText(), document.offsetAt(position)];
        const inRule = await (await service.cel()).help(text, offset);
        if (inRule !== undefined) return expressionHover(document, inRule);
        const help = await service.help(text, offset);
        return help === undefined ? undefined : hoverOf(document, help);
      }),
    );
  },
};

/** What is known of a field, in Markdown: texts of CRDs are escaped, and none becomes a link. */
function hoverOf(document: TextDocument, help: FieldHelp): Hover {
  const { path, node } = help;
  const head = `${markdownCode(path)} ${markdownText(node.type)}`;
  const text = node.description === undefined ? [] : [markdownText(node.description)];
  const facts = factsOf(node).map((fact) => `- ${fact}`);
  return {
    contents: { kind: "markdown", value: [head, ...text, facts.join("\n")].join("\n\n").trimEnd() },
    range: rangeOf(document, help),
  };
}

function factsOf(node: FieldNode): readonly string[] {
  const { default: byDefault, enum: allowed = [], constraints = [], rules = [] } = node;
  return [
    ...(byDefault === undefined ? [] : [`default: ${markdownCode(byDefault)}`]),
    ...(allowed.length === 0 ? [] : [`one of ${allowed.map(markdownCode).join(", ")}`]),
    ...constraints.map((told) => markdownText(constraintText(told))),
    ...rules.map(({ rule, message, isTransition }) => {
      const said = message === undefined ? "" : `${markdownText(message)}: `;
      return `${said}${markdownCode(rule)}${isTransition === undefined ? "" : " (on updates)"}`;
    }),
  ];
}

/** What is known of a word of an expression, in Markdown: texts of CRDs are escaped. */
function expressionHover(document: TextDocument, help: CelHelp): Hover {
  const { code, meaning, description, cost } = help;
  const texts = [meaning, description, cost].filter((text) => text !== undefined);
  const value = [markdownBlock(code.join("\n"), "cel"), ...texts.map(markdownText)].join("\n\n");
  return { contents: { kind: "markdown", value }, range: rangeOf(document, help) };
}
