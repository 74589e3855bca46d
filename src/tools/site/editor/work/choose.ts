import type { CrdText, LanguageService } from "../../../language/contract.js";
import type {
  ChosenVersion,
  EditorState,
  EditorStore,
  ExampleSize,
  OpenCrd,
} from "../state/state.js";
import { isSameKind, kindText } from "../state/state.js";
import { explainFailure, painted } from "./keep-up.js";
import { crdsFor } from "./needed-crds.js";

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
      notice: `Your text stays as it is. “Minimal” replaces it with an example of ${chosen.kind}.`,
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

/** Tells whether nothing is lost when the text is replaced. */
function isExample({ text, crds, chosen, madeExample }: EditorState): boolean {
  if (text.trim() === "" || text === madeExample) return true;
  if (chosen !== undefined && text === beginningOf(chosen)) return true;
  return crds.some(({ examples }) =>
    Object.values(examples).some(({ minimal, full }) => text === minimal || text === full),
  );
}

/** A file of more bytes is not read: browsers would stop answering. */
const largestFile = 32 * 2 ** 20;

/**
 * Opens files that the user has chosen or dropped. The CRDs in them stand in for those of the site
 * and of earlier files with the same kinds; files without CRDs become the text.
 */
export async function openFiles(store: EditorStore, files: readonly File[]): Promise<void> {
  const notices: string[] = [];
  const objects: string[] = [];
  const crds: OpenCrd[] = [];
  for (const file of files) {
    if (file.size > largestFile) {
      notices.push(`${file.name} is larger than 32 MiB and was not read.`);
      continue;
    }
    const crd = await readUserCrd({ path: file.name, text: await file.text() });
    if (crd.kinds.length > 0) crds.push(crd);
    else objects.push(crd.text);
  }
  addCrds(store, crds);
  const kind = crds[0]?.kinds[0];
  const version = kind?.versions[0];
  if (objects.length > 0) store.update({ text: objects.join("\n---\n"), leftTab: "object" });
  if (kind !== undefined && version !== undefined) {
    await chooseVersion(store, { group: kind.group, kind: kind.kind, version });
  }
  notices.push(...crds.map(({ path, kinds }) => `${path}: ${kinds.map(kindText).join(", ")}.`));
  store.update({ notice: notices.join(" ") });
}

/** Reads a CRD of the user. Its kinds are empty if the text holds no CRD. */
export async function readUserCrd({ path, text }: CrdText): Promise<OpenCrd> {
  const { readCrdKinds } = await import("./read-crds.js");
  const kinds = await readCrdKinds(path, text);
  return { path, text, kinds, origin: "user", examples: {} };
}

/** Adds CRDs of the user; earlier ones of the same path or kind go. */
export function addCrds(store: EditorStore, added: readonly OpenCrd[]): void {
  if (added.length === 0) return;
  const kept = store
    .get()
    .crds.filter(
      (crd) =>
        !added.some(
          ({ path, kinds }) =>
            path === crd.path ||
            kinds.some((kind) => crd.kinds.some((other) => isSameKind(kind, other))),
        ),
    );
  store.update({ crds: [...added, ...kept], shownCrd: added[0]?.path });
}

/** Replaces the text of an open CRD, which is the user's own from now on. */
export async function editCrd(store: EditorStore, path: string, text: string): Promise<void> {
  const replace = (change: (crd: OpenCrd) => OpenCrd): void => {
    const crds = store.get().crds.map((crd) => (crd.path === path ? change(crd) : crd));
    store.update({ crds });
  };
  store.update({ shownCrd: path });
  replace((crd) => ({ ...crd, text, origin: "user" }));
  const { kinds } = await readUserCrd({ path, text });
  // A CRD that cannot be read at the moment keeps its kinds, so that the site's does not come back.
  if (kinds.length > 0) replace((crd) => (crd.text === text ? { ...crd, kinds } : crd));
}

/** Closes a CRD of the user; the site's own comes back if a text names it. */
export function closeCrd(store: EditorStore, path: string): void {
  store.update({ crds: store.get().crds.filter((crd) => crd.path !== path), shownCrd: undefined });
}
