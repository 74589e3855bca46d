import type { LanguageService } from "../../../language/contract.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { areEqual, shownCrdOf } from "../state/state.js";
import { chosenBy, crdsFor, namedKinds } from "./needed-crds.js";

/** Milliseconds without a change after which work begins, so that fast typing is one change. */
const pause = 20;

/**
 * Runs tasks whenever what they depend on has changed, one after another. A result of a state that
 * has changed meanwhile is dropped, and the task runs again: the newest text wins.
 */
export function keepUp(store: EditorStore, tasks: readonly Task[]): void {
  const done = new Map<Task, readonly unknown[]>();
  const failures = new Map<Task, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;

  const settle = async (): Promise<void> => {
    isRunning = true;
    try {
      for (let task = next(store.get()); task !== undefined; task = next(store.get())) {
        await perform(task);
        store.update({ failure: [...failures.values()][0] ?? "" });
        await painted();
      }
    } finally {
      isRunning = false;
    }
  };

  const next = (state: EditorState): Task | undefined =>
    tasks.find((task) => {
      const inputs = task.inputs(state);
      return inputs !== undefined && !areEqual(inputs, done.get(task) ?? []);
    });

  const perform = async (task: Task): Promise<void> => {
    const state = store.get();
    const inputs = task.inputs(state) ?? [];
    done.set(task, inputs);
    failures.delete(task);
    try {
      const patch = await task.run(state);
      if (areEqual(task.inputs(store.get()) ?? [], inputs)) store.update(patch);
    } catch (error) {
      failures.set(task, explainFailure(error));
    }
  };

  store.watch(
    (state) => tasks.flatMap((task) => task.inputs(state) ?? []),
    () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!isRunning) void settle();
      }, pause);
    },
  );
}

/** Lets the browser show a result before the next task keeps it busy. */
export function painted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Why a task failed, in words for the user, and what they can do. */
export function explainFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `The editor failed: ${message}. Reload the page; if it fails again, please report it.`;
}

/** A part of the state that follows from others. */
interface Task {
  /**
   * Returns the values that the result depends on; the task runs again when one of them is another
   * value. Absent where nobody looks at the result.
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
      inputs: judgedInputs,
      run: async ({ text, isUpdate, old }) => {
        const judgement = await (isUpdate ? service.judge(text, old) : service.judge(text));
        return { judged: { ...judgement, text } };
      },
    },
    {
      inputs: (state) => (state.rightTab === "stored" ? judgedInputs(state) : undefined),
      run: async (state) => {
        const { text, isUpdate, old } = state;
        const form = await (isUpdate ? service.stored(text, old) : service.stored(text));
        // Who is in the middle of a line still wants to see what the others come to.
        const isFormOld =
          form.text === "" && isUnreadable(state) && (state.form?.text ?? "") !== "";
        return isFormOld ? { isFormOld } : { form, isFormOld };
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

/** Half of a line is no YAML yet. */
function isUnreadable({ judged, text }: EditorState): boolean {
  if (judged?.text !== text) return false;
  return judged.diagnostics.some(
    ({ code, severity }) => severity === "error" && code.startsWith("source/"),
  );
}

/** What a verdict depends on. */
function judgedInputs({ crds, kubernetes, text, isUpdate, old }: EditorState): readonly unknown[] {
  return [crds, kubernetes, text, isUpdate ? old : undefined];
}

function namesOf(state: EditorState): string {
  return namedKinds(state)
    .map(({ group, version, kind }) => `${group}/${version}/${kind}`)
    .join();
}
