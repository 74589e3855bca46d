import type { CrdText } from "../../language/contract.js";
import type { EditorStore, OpenCrd } from "../state/state.js";
import { isSameKind } from "../state/state.js";
import { chooseVersion } from "./choose.js";

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
  notices.push(...crds.map(({ path, kinds }) => `${path}: ${kinds.map(nameOf).join(", ")}.`));
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

function nameOf({ kind, group }: { readonly kind: string; readonly group: string }): string {
  return `${kind} (${group})`;
}
