import type {
  ChosenVersion,
  EditorState,
  EditorStore,
  Examples,
  ExampleSize,
} from "../state/state.js";
import { isSameKind } from "../state/state.js";
import { crdsFor } from "./open-crds.js";

/**
 * Works on a version of a kind from now on. Its minimal example becomes the text, unless the user
 * has written something else than an example.
 */
export async function chooseVersion(store: EditorStore, chosen: ChosenVersion): Promise<void> {
  const isFree = isExample(store.get());
  store.update({ chosen, notice: "" });
  const state = await openChosen(store);
  if (isFree) {
    showExample(store, state, "minimal");
  } else {
    store.update({
      notice: `Your text stays as it is. “Minimal example” replaces it with an example of ${chosen.kind}.`,
    });
  }
}

/** Replaces the text with an example of the chosen version. */
export async function loadExample(store: EditorStore, size: ExampleSize): Promise<void> {
  showExample(store, await openChosen(store), size);
}

/** Opens the CRD of what is chosen. The answer is the state that has it. */
async function openChosen(store: EditorStore): Promise<EditorState> {
  const crds = await crdsFor(store.get());
  store.update({ crds });
  return store.get();
}

function showExample(store: EditorStore, state: EditorState, size: ExampleSize): void {
  const { chosen } = state;
  if (chosen === undefined) return;
  const example = examplesOf(state, chosen)?.[size];
  store.update({
    text: example ?? beginningOf(chosen),
    leftTab: "object",
    notice:
      example === undefined && state.siteKinds.some((kind) => isSameKind(kind, chosen))
        ? `There is no ${size} example of ${chosen.kind} ${chosen.version}.`
        : "",
  });
}

function examplesOf({ crds }: EditorState, chosen: ChosenVersion): Examples | undefined {
  const crd = crds.find(({ kinds }) => kinds.some((kind) => isSameKind(kind, chosen)));
  return crd?.examples[chosen.version];
}

/** Where there is no example, as for CRDs of the user: what every object begins with. */
function beginningOf({ group, version, kind }: ChosenVersion): string {
  return `apiVersion: ${group}/${version}\nkind: ${kind}\nmetadata:\n  name: example\n`;
}

/** Whether nothing is lost when the text is replaced. */
function isExample({ text, crds, chosen }: EditorState): boolean {
  if (text.trim() === "") return true;
  if (chosen !== undefined && text === beginningOf(chosen)) return true;
  return crds.some(({ examples }) =>
    Object.values(examples).some(({ minimal, full }) => text === minimal || text === full),
  );
}
