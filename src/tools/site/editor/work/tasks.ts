import type { LanguageService } from "../../language/contract.js";
import type { EditorState } from "../state/state.js";
import { shownCrdOf } from "../state/state.js";
import { chosenBy, crdsFor, namedKinds } from "./open-crds.js";

/** A part of the state that follows from others. */
export interface Task {
  /**
   * What the result depends on; the task runs again when one of them is another value. Absent where
   * nobody looks at the result.
   */
  readonly inputs: (state: EditorState) => readonly unknown[] | undefined;
  readonly run: (state: EditorState) => Promise<Partial<EditorState>>;
}

/** All tasks, in the order in which they need each other. */
export function createTasks(service: LanguageService): readonly Task[] {
  return [
    {
      inputs: (state) => [namesOf(state), state.siteKinds],
      run: (state) => Promise.resolve({ chosen: chosenBy(state) }),
    },
    {
      inputs: (state) => [namesOf(state), state.siteKinds, state.chosen, state.crds],
      run: async (state) => ({ crds: await crdsFor(state) }),
    },
    {
      inputs: ({ crds, kubernetes }) => [crds, kubernetes],
      run: async ({ crds, kubernetes }) => {
        await service.use(crds, kubernetes);
        return {};
      },
    },
    {
      inputs: ({ crds, kubernetes, text, isUpdate, old }) => [
        crds,
        kubernetes,
        text,
        isUpdate ? old : undefined,
      ],
      run: async ({ text, isUpdate, old }) => {
        const judgement = await (isUpdate ? service.judge(text, old) : service.judge(text));
        return { judged: { ...judgement, text } };
      },
    },
    {
      inputs: (state) => {
        const crd = shownCrdOf(state);
        const isSeen = state.leftTab === "crd" || crd?.origin === "user";
        return isSeen ? [crd?.path, crd?.text, state.kubernetes] : undefined;
      },
      run: async (state) => {
        const crd = shownCrdOf(state);
        if (crd === undefined) return { linted: undefined };
        return { linted: { crd, diagnostics: await service.lint(crd) } };
      },
    },
    {
      inputs: ({ rightTab, crds, kubernetes, chosen }) =>
        rightTab === "typescript" ? [crds, kubernetes, chosen] : undefined,
      run: async ({ chosen }) => ({
        typescript:
          chosen === undefined
            ? undefined
            : await service.typescript(chosen.group, chosen.kind, chosen.version),
      }),
    },
  ];
}

function namesOf(state: EditorState): string {
  return namedKinds(state)
    .map(({ group, version, kind }) => `${group}/${version}/${kind}`)
    .join();
}
