import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { LanguageService, Proposal } from "../../language/contract.js";

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
    autocompletion({ override: [source], icons: false, defaultKeymap: false }),
    keymap.of(completionKeymap),
  ];
}

/** A list that opens behind each blank would be in the way. */
function isWorthAsking({ state, pos }: CompletionContext): boolean {
  const line = state.doc.lineAt(pos);
  const before = line.text.slice(0, pos - line.from);
  return /[\w"'/.]$|[:-] $/.test(before);
}

function completionFor(proposal: Proposal, index: number): Completion {
  const { label, insert, from, to, kind, detail, documentation, required } = proposal;
  const details = [detail, required === true ? "required" : undefined];
  return {
    label,
    type: kind === "field" ? "property" : "constant",
    detail: details.filter((text) => text !== undefined).join(", "),
    // The service has the best first; required ones are of a rank of their own.
    boost: (required === true ? 50 : 0) - Math.min(index, 49),
    ...(documentation === undefined ? {} : { info: documentation }),
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
