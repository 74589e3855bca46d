import type { LanguageService } from "../../language/contract.js";
import type {
  ChosenVersion,
  EditorState,
  EditorStore,
  ExampleSize,
  OpenCrd,
} from "../state/state.js";
import { isSameKind } from "../state/state.js";
import { explainFailure, painted } from "./keep-up.js";
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

/**
 * Replaces the text with an example of the chosen version: that of the site, or one that is made of
 * the user's own CRD.
 */
export async function loadExample(
  store: EditorStore,
  service: LanguageService,
  size: ExampleSize,
): Promise<void> {
  const state = await openChosen(store);
  if (chosenCrd(state)?.origin === "user") await showMadeExample(store, service, size);
  else showExample(store, state, size);
}

async function showMadeExample(
  store: EditorStore,
  service: LanguageService,
  size: ExampleSize,
): Promise<void> {
  const { chosen, crds, kubernetes } = store.get();
  if (chosen === undefined) return;
  const making = `Making a ${size} example of ${chosen.kind} ${chosen.version}…`;
  store.update({ notice: making });
  await painted();
  try {
    await service.use(crds, kubernetes);
    const example = await service.example(chosen.group, chosen.kind, chosen.version, size);
    const now = store.get();
    if (now.chosen !== chosen) {
      if (now.notice === making) store.update({ notice: "" });
    } else if (example !== undefined && "yaml" in example) {
      store.update({
        text: example.yaml,
        madeExample: example.yaml,
        leftTab: "object",
        notice: "",
      });
    } else {
      store.update({ notice: noExample(chosen, size, example?.faults) });
    }
  } catch (error) {
    store.update({ notice: "", failure: explainFailure(error) });
  }
}

function noExample(
  { kind, version }: ChosenVersion,
  size: ExampleSize,
  faults: readonly string[] | undefined,
): string {
  const none = `There is no ${size} example of ${kind} ${version}`;
  return faults === undefined
    ? `${none}: the CRD does not have the version, or is refused. The tab “CRD” shows what is wrong.`
    : `${none}: no object was found that is accepted. ${faults.join("; ")}.`;
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
  const crd = chosenCrd(state);
  const example = crd?.origin === "site" ? crd.examples[chosen.version]?.[size] : undefined;
  store.update({
    text: example ?? beginningOf(chosen),
    leftTab: "object",
    notice:
      example === undefined && crd?.origin === "site"
        ? `There is no ${size} example of ${chosen.kind} ${chosen.version}.`
        : "",
  });
}

function chosenCrd({ crds, chosen }: EditorState): OpenCrd | undefined {
  if (chosen === undefined) return undefined;
  return crds.find(({ kinds }) => kinds.some((kind) => isSameKind(kind, chosen)));
}

/** Where there is no example yet, as for CRDs of the user: what every object begins with. */
function beginningOf({ group, version, kind }: ChosenVersion): string {
  return `apiVersion: ${group}/${version}\nkind: ${kind}\nmetadata:\n  name: example\n`;
}

/** Whether nothing is lost when the text is replaced. */
function isExample({ text, crds, chosen, madeExample }: EditorState): boolean {
  if (text.trim() === "" || text === madeExample) return true;
  if (chosen !== undefined && text === beginningOf(chosen)) return true;
  return crds.some(({ examples }) =>
    Object.values(examples).some(({ minimal, full }) => text === minimal || text === full),
  );
}
