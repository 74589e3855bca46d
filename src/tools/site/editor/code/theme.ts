import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Colours are custom properties of editor.css, which reach into shadow roots: so the browser
 * changes them with the system's choice of light and dark.
 */
const colours = EditorView.theme({
  "&": { color: "var(--code-text)", backgroundColor: "var(--code-back)", height: "100%" },
  // The host has an outline in its place, which the line numbers would cover in part here.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    fontSize: "0.875rem",
    lineHeight: "1.5",
  },
  ".cm-content": { caretColor: "var(--code-text)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--code-text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--code-selection)" },
  ".cm-activeLine": { backgroundColor: "var(--code-line)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--code-line)", color: "var(--code-text)" },
  ".cm-gutters": {
    color: "var(--code-muted)",
    backgroundColor: "var(--code-back)",
    border: "none",
  },
  ".cm-placeholder": { color: "var(--code-muted)" },
  ".cm-foldPlaceholder": {
    color: "var(--code-muted)",
    backgroundColor: "var(--code-line)",
    border: "1px solid var(--code-border)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-selection)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--code-match)" },
  ".cm-tooltip": {
    color: "var(--code-text)",
    backgroundColor: "var(--code-raised)",
    border: "1px solid var(--code-border)",
    borderRadius: "4px",
    boxShadow: "0 2px 8px rgb(0 0 0 / 20%)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "16em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--code-accent-text)",
    background: "var(--code-accent)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionDetail": { color: "var(--code-muted)", fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "bold" },
  ".cm-completionInfo": { maxWidth: "26rem", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", overflowWrap: "anywhere", maxWidth: "36rem" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--code-error)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--code-warning)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--code-error)",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--code-warning)",
    textDecorationSkipInk: "none",
  },
  ".cm-panels": { color: "var(--code-text)", backgroundColor: "var(--code-raised)" },
  ".cm-button, .cm-textfield": {
    color: "var(--code-text)",
    background: "var(--code-back)",
    border: "1px solid var(--code-border)",
    borderRadius: "4px",
  },
  ".field-help": {
    padding: "0.5rem 0.75rem",
    maxWidth: "36rem",
    maxHeight: "20rem",
    overflow: "auto",
    fontFamily: "system-ui, sans-serif",
    fontSize: "0.875rem",
    overflowWrap: "anywhere",
  },
  ".field-help p, .field-help ul": { margin: "0 0 0.5rem", whiteSpace: "pre-wrap" },
  ".field-help ul": { paddingLeft: "1.25rem" },
  ".field-help code": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, monospace" },
  ".field-help a": { color: "var(--code-link)" },
  ".field-help .name": { fontWeight: "bold" },
});

const syntax = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.typeName], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta], color: "var(--code-muted)" },
  { tag: tags.invalid, color: "var(--code-error)" },
]);

/** How all code looks, light and dark. */
export const theme: Extension = [colours, syntaxHighlighting(syntax)];
