import type { EditorState, EditorStore } from "../state/state.js";
import { areEqual } from "../state/store.js";
import type { Task } from "./tasks.js";

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
