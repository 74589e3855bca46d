import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorView, Tooltip, TooltipView } from "@codemirror/view";
import { closeHoverTooltips, hoverTooltip, keymap, showTooltip } from "@codemirror/view";
import type { FieldHelp, LanguageService, Proposal } from "../../../language/contract.js";
import { element } from "../../page/elements.js";
import { fieldFacts, shortFacts } from "./field-facts.js";

/** Names of fields and values as one types, and with Ctrl+Space. */
export function completionOf(service: LanguageService): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (!context.explicit && !isWorthAsking(context)) return null;
    const proposals = await service.complete(context.state.doc.toString(), context.pos);
    const first = proposals[0];
    if (context.aborted || first === undefined) return null;
    const from = Math.min(first.from, context.pos);
    return { from, options: proposals.map(completionFor), validFor: /^[\w./-]*$/ };
  };
  return [
    autocompletion({
      override: [source],
      icons: false,
      defaultKeymap: false,
      addToOptions: [requiredMark],
    }),
    keymap.of(completionKeymap),
  ];
}

/** A list that opens behind each blank would be in the way. */
function isWorthAsking({ state, pos }: CompletionContext): boolean {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  return /[\w"'/.]$|[:-] $/.test(before);
}

/** A proposal that knows whether its field is required. */
interface FieldCompletion extends Completion {
  readonly required?: boolean;
}

function completionFor(proposal: Proposal, index: number): FieldCompletion {
  const { label, insert, from, to, kind, detail, documentation, required = false, node } = proposal;
  return {
    label,
    required,
    type: kind === "field" ? "property" : "constant",
    ...(detail === undefined ? {} : { detail }),
    // The service has the best first; required ones are of a rank of their own.
    boost: (required ? 50 : 0) - Math.min(index, 49),
    ...(node !== undefined
      ? { info: () => element("div", { class: "field-help" }, ...shortFacts(node)) }
      : documentation !== undefined && { info: documentation }),
    apply: (view, _completion, _from, typedTo) => {
      const end = Math.max(to, typedTo);
      view.dispatch({
        changes: { from, to: Math.min(end, view.state.doc.length), insert },
        selection: { anchor: from + insert.length },
        userEvent: "input.complete",
      });
    },
  };
}

/** Between the name and the type. */
const requiredMark = {
  render: ({ required }: FieldCompletion): Node | null =>
    required === true ? element("span", { class: "required" }, "required") : null,
  position: 70,
};

const show = StateEffect.define<Tooltip | null>();

/** The help that F1 has opened; it closes when the text or the cursor changes. */
const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(show)) return effect.value;
    }
    return transaction.docChanged || transaction.selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * The documentation of the field under the pointer, or with F1 of the one at the cursor.
 *
 * @param announce tells screen readers the help that F1 opens, or that there is none
 */
export function fieldHelpOf(service: LanguageService, announce: (text: string) => void): Extension {
  const helpAt = (view: EditorView, offset: number): Promise<FieldHelp | undefined> =>
    service.help(view.state.doc.toString(), offset);

  const openHelp = async (view: EditorView): Promise<void> => {
    const { state } = view;
    const help = await helpAt(view, state.selection.main.head);
    if (view.state.doc !== state.doc) return;
    if (help === undefined) {
      announce("There is no field at the cursor.");
      return;
    }
    const tooltip = tooltipFor(help);
    view.dispatch({ effects: [closeHoverTooltips, show.of(tooltip)] });
    announce(fieldHelpElement(help).textContent);
  };

  const hover = hoverTooltip(async (view, offset) => {
    const { doc } = view.state;
    const help = await helpAt(view, offset);
    const isTold = view.state.field(shown) !== null;
    return help === undefined || isTold || view.state.doc !== doc ? null : tooltipFor(help);
  });

  return [
    shown,
    hover,
    keymap.of([
      {
        key: "F1",
        preventDefault: true,
        run: (view) => {
          void openHelp(view);
          return true;
        },
      },
      {
        key: "Escape",
        run: (view) => {
          if (view.state.field(shown) === null) return false;
          view.dispatch({ effects: show.of(null) });
          return true;
        },
      },
    ]),
  ];
}

function tooltipFor(help: FieldHelp): Tooltip {
  return {
    pos: help.from,
    end: help.to,
    above: true,
    create: (): TooltipView => ({ dom: fieldHelpElement(help) }),
  };
}

/** Returns an element that describes a field in a few lines. */
function fieldHelpElement({ path, node, href }: FieldHelp): HTMLElement {
  const link = element("a", { href, target: "_blank" }, "Reference");
  return element(
    "div",
    { class: "field-help" },
    element("p", {}, element("code", { class: "name" }, path)),
    ...fieldFacts(node),
    href === undefined ? undefined : element("p", {}, link),
  );
}
