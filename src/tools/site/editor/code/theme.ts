import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/**
 * Colours are custom properties of site.css, which reach into shadow roots: so the browser
 * changes them with the system's choice of light and dark.
 */
const colours = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--ground, var(--back))", height: "100%" },
  // The host has an outline in its place, which the line numbers would cover in part here.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mono)",
    fontSize: "0.8125rem",
    lineHeight: "1.65",
    fontVariantLigatures: "none",
  },
  ".cm-content": { caretColor: "var(--text)", padding: "0.75rem 0" },
  ".cm-line": { padding: "0 1.5rem 0 0.5rem" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--mark)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused :is(.cm-activeLine, .cm-activeLineGutter)": { backgroundColor: "var(--hover)" },
  ".number, .number *": { color: "var(--number)" },
  ".word, .word *": { color: "var(--rule)" },
  ".cm-gutters": {
    color: "var(--faint)",
    backgroundColor: "var(--ground, var(--back))",
    border: "none",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25rem", padding: "0" },
  // A bar at the edge in place of CodeMirror's drawings, which know no theme.
  ".cm-gutter-lint": { width: "0.5rem" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker": { width: "100%", height: "100%" },
  ".cm-lint-marker-error": { content: "normal", borderLeft: "3px solid var(--bad)" },
  ".cm-lint-marker-warning": { content: "normal", borderLeft: "3px solid var(--warn)" },
  ".cm-line.added": { backgroundColor: "var(--good-back)" },
  ".cm-gutterElement.added": { backgroundColor: "var(--good-back)", color: "var(--good)" },
  ".cm-line.added[data-origin]::after, .origin": {
    marginLeft: "2ch",
    fontFamily: "var(--sans)",
    fontSize: "0.75rem",
  },
  ".cm-line.added[data-origin]::after": { color: "var(--good)" },
  '.cm-line.added[data-origin="default"]::after': { content: '"default"' },
  '.cm-line.added[data-origin="server"]::after': { content: '"set by the server"' },
  ".dropped": {
    padding: "0 1.5rem 0 0.5rem",
    color: "var(--text)",
    backgroundColor: "var(--warn-back)",
    whiteSpace: "break-spaces",
  },
  ".cm-gutterElement.dropped-number": {
    color: "var(--warn)",
    backgroundColor: "var(--warn-back)",
  },
  ".dropped .origin": { color: "var(--warn)" },
  ".cm-placeholder": { color: "var(--soft)" },
  ".cm-foldPlaceholder": {
    color: "var(--soft)",
    backgroundColor: "var(--sunk)",
    border: "1px solid var(--edge)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--mark)" },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--warn-back)" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--edge)",
    borderRadius: "4px",
    boxShadow: "var(--float)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    minWidth: "13rem",
    maxWidth: "min(24rem, 90vw)",
    maxHeight: "17.5rem",
    padding: "0.25rem",
    fontFamily: "var(--mono)",
    fontSize: "0.8125rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    alignItems: "baseline",
    gap: "0.75rem",
    padding: "0.15rem 0.5rem",
    borderRadius: "4px",
    lineHeight: "1.5",
  },
  ".cm-completionLabel": { flex: "1", overflow: "hidden", textOverflow: "ellipsis" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    color: "var(--on-accent)",
    background: "var(--accent)",
    fontWeight: "600",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected] > *": { color: "inherit" },
  ".cm-completionDetail": { marginLeft: "0", color: "var(--soft)", fontStyle: "normal" },
  ".required": { color: "var(--must)", fontFamily: "var(--sans)", fontSize: "0.75rem" },
  ".cm-completionMatchedText": { textDecoration: "underline", textDecorationThickness: "2px" },
  ".cm-tooltip.cm-completionInfo": {
    width: "20rem",
    maxWidth: "min(20rem, 90vw)",
    padding: "0",
    whiteSpace: "pre-wrap",
    overflowWrap: "anywhere",
  },
  ".cm-diagnostic": { whiteSpace: "pre-wrap", overflowWrap: "anywhere", maxWidth: "36rem" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warn)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textDecorationSkipInk: "none",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textDecorationSkipInk: "none",
  },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--raised)" },
  ".cm-button, .cm-textfield": {
    color: "var(--text)",
    background: "var(--back)",
    border: "1px solid var(--edge)",
    borderRadius: "4px",
  },
  ".field-help": {
    padding: "0.5rem 0.75rem",
    maxWidth: "36rem",
    maxHeight: "20rem",
    overflow: "auto",
    fontFamily: "var(--sans)",
    fontSize: "0.8125rem",
    lineHeight: "1.5",
    whiteSpace: "normal",
    overflowWrap: "anywhere",
  },
  ".field-help > *": { margin: "0" },
  ".field-help > * + *": { marginTop: "0.375rem" },
  ".field-help .type": { color: "var(--type)", fontFamily: "var(--mono)" },
  ".field-help .text > *": { margin: "0" },
  ".field-help .text > * + *": { marginTop: "0.375rem" },
  ".field-help .text :is(ul, ol)": { paddingLeft: "1.25rem" },
  ".field-help .text pre": { overflow: "auto", fontSize: "0.75rem" },
  ".field-help .rule": { paddingLeft: "0.5rem", borderLeft: "3px solid var(--rule)" },
  ".field-help dl": {
    display: "grid",
    gridTemplateColumns: "max-content minmax(0, 1fr)",
    gap: "0.15rem 0.75rem",
  },
  ".field-help dt": { color: "var(--soft)" },
  ".field-help dd": { margin: "0" },
  ".field-help code": { fontFamily: "var(--mono)", fontSize: "0.9em" },
  ".field-help :is(dd, .text) code": {
    padding: "0.1em 0.35em",
    borderRadius: "4px",
    background: "var(--hover)",
  },
  ".field-help a": { color: "var(--accent)" },
  ".field-help .name": { fontWeight: "600" },
});

const syntax = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--key)" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.typeName], color: "var(--rule)" },
  { tag: [tags.string, tags.special(tags.string), tags.content], color: "var(--string)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.comment, tags.meta], color: "var(--soft)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

/** How all code looks, light and dark. */
export const theme: Extension = [colours, syntaxHighlighting(syntax)];
