import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import type { Diagnostic } from "@codemirror/lint";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { ChangeSpec, Extension, TransactionSpec } from "@codemirror/state";
import { Compartment, EditorState, StateEffect } from "@codemirror/state";
import {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import type { TextDiagnostic } from "../../../language/contract.js";
import { theme } from "./theme.js";

/**
 * Text that is typed over a selection is put in by the editor, not by the browser. Chromium would
 * give it the colours of the text that it replaces, in a style attribute that the content security
 * policy forbids.
 */
const typedText: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { inputType, data } = event;
    const { main, ranges } = view.state.selection;
    if (inputType !== "insertText" || data === null || view.composing) return false;
    if (main.empty || ranges.length > 1 || view.state.readOnly) return false;
    const insert = (): ReturnType<typeof view.state.update> =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type" });
    // As CodeMirror does: others may put in more than was typed, such as the closing quote.
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/** A text with line numbers and colours. */
interface CodeEditor {
  /** The element that stands in the page. */
  readonly host: HTMLElement;
  text(): string;
  /**
   * Replaces the text, which undo brings back; what stays the same keeps its place on the screen.
   *
   * @param effects for the extensions; default: none
   */
  replace(text: string, effects?: readonly StateEffect<unknown>[]): void;
  /** Shows another text; undo does not lead back to the one before. */
  open(text: string): void;
  /** Marks problems; those whose places the text does not have are marked at its end. */
  mark(diagnostics: readonly TextDiagnostic[]): void;
  /** Selects a range, scrolls to it, and moves the focus there. */
  select(from: number, to: number): void;
}

/** How a code editor differs from others. */
interface CodeEditorOptions {
  /** The name for screen readers. */
  readonly label: string;
  /** The language of a text, as it begins. */
  readonly languageOf: (text: string) => Extension;
  /** Absent where the text is only read. */
  readonly onChange?: (text: string) => void;
  /** Shown where the text is empty. */
  readonly placeholder?: string;
  readonly extensions?: Extension;
}

/** Creates an editor, empty at first. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const host = document.createElement("div");
  host.className = "code";
  // Styles of a shadow root do not need the content security policy to allow inline styles.
  const root = host.attachShadow({ mode: "open" });
  const language = new Compartment();
  let languageNow = options.languageOf("");
  const newState = (doc: string): EditorState =>
    EditorState.create({
      doc,
      extensions: [baseExtensions(options), language.of((languageNow = options.languageOf(doc)))],
    });
  const view = new EditorView({
    state: newState(""),
    parent: root,
    root,
    dispatchTransactions: (transactions, target) => {
      target.update(transactions);
      if (!transactions.some(({ docChanged }) => docChanged)) return;
      const text = target.state.doc.toString();
      const wanted = options.languageOf(text);
      if (wanted !== languageNow) {
        languageNow = wanted;
        target.dispatch({ effects: language.reconfigure(wanted) });
      }
      options.onChange?.(text);
    },
  });
  return {
    host,
    text: () => view.state.doc.toString(),
    replace(text, effects = []) {
      const changes = changeTo(view.state.doc.toString(), text);
      if (changes === undefined && effects.length === 0) return;
      view.dispatch({
        ...(changes !== undefined && { changes }),
        effects,
        // Else undo would take back what was typed just before, too.
        annotations: isolateHistory.of("full"),
      });
    },
    open(text) {
      view.setState(newState(text));
    },
    mark(diagnostics) {
      view.dispatch(showDiagnostics(view.state, diagnostics));
    },
    select(from, to) {
      const { length } = view.state.doc;
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
      view.dispatch({
        selection,
        effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }),
      });
      view.focus();
    },
  };
}

/** The change between what two texts have in common at both ends; undefined if they are equal. */
function changeTo(now: string, wanted: string): ChangeSpec | undefined {
  if (now === wanted) return undefined;
  const shorter = Math.min(now.length, wanted.length);
  let from = 0;
  while (from < shorter && now.charAt(from) === wanted.charAt(from)) from++;
  let same = 0;
  while (same < shorter - from && now.at(-1 - same) === wanted.at(-1 - same)) same++;
  return { from, to: now.length - same, insert: wanted.slice(from, wanted.length - same) };
}

function baseExtensions(options: CodeEditorOptions): Extension {
  const { label, onChange, placeholder: hint = "", extensions = [] } = options;
  const isReadOnly = onChange === undefined;
  return [
    theme,
    isReadOnly ? [] : lintGutter(),
    lineNumbers(),
    foldGutter(),
    drawSelection(),
    bracketMatching(),
    EditorView.lineWrapping,
    placeholder(hint),
    EditorView.contentAttributes.of({
      "aria-label": label,
      // It has the focus without it; checkers of accessibility do not know that.
      tabindex: "0",
      ...(isReadOnly ? { "aria-readonly": "true" } : {}),
    }),
    isReadOnly ? EditorState.readOnly.of(true) : writing,
    lazySearch,
    extensions,
    // Tab is not among the keys, so that it leaves the editor.
    keymap.of([...defaultKeymap, ...foldKeymap]),
  ];
}

const writing: Extension = [
  history(),
  typedText,
  indentOnInput(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  EditorState.tabSize.of(2),
  // The panel of CodeMirror is left out: the page has its own list of problems.
  keymap.of([
    ...closeBracketsKeymap,
    ...historyKeymap,
    ...lintKeymap.filter(({ key }) => key === "F8"),
  ]),
];

/** The transaction that marks problems in a text, in place of those marked before. */
function showDiagnostics(
  state: EditorState,
  diagnostics: readonly TextDiagnostic[],
): TransactionSpec {
  const { length } = state.doc;
  const marks = diagnostics.map(({ from, to, severity, message, help }): Diagnostic => {
    const start = Math.min(from, length);
    return {
      from: start,
      to: Math.min(Math.max(to, start), length),
      severity,
      message: help === undefined ? message : `${message}\n${help}`,
    };
  });
  return setDiagnostics(
    state,
    marks.sort((one, other) => one.from - other.from),
  );
}

/**
 * Ctrl+F finds a text in the whole code: the browser's own search sees only the lines that are on
 * the screen. CodeMirror's panel is loaded when it is opened first, and brings its own keys.
 */
const lazySearch: Extension = keymap.of([
  {
    key: "Mod-f",
    preventDefault: true,
    run: (view) => {
      void openSearch(view);
      return true;
    },
  },
]);

async function openSearch(view: EditorView): Promise<void> {
  const { openSearchPanel, searchKeymap } = await import("@codemirror/search");
  if (!view.state.facet(keymap).includes(searchKeymap)) {
    view.dispatch({ effects: StateEffect.appendConfig.of(keymap.of(searchKeymap)) });
  }
  openSearchPanel(view);
}
