import { kindsOf } from "../state/kinds-of-text.js";
import type { ChosenVersion, EditorState, OpenCrd } from "../state/state.js";
import { isSameKind } from "../state/state.js";
import { areEqual } from "../state/store.js";
import { loadSiteCrd } from "./site-crds.js";

/** The kinds that the editor's texts name, in a form that can be compared. */
export function namedKinds(state: EditorState): readonly ChosenVersion[] {
  const old = state.isUpdate ? kindsOf(state.old) : [];
  return [...kindsOf(state.text), ...old];
}

/**
 * The CRDs that judge the texts as they are: those of the user, and those of the site that a text
 * names or that were chosen. The list is the same one as before if nothing changes.
 */
export async function crdsFor(state: EditorState): Promise<readonly OpenCrd[]> {
  const own = state.crds.filter(({ origin }) => origin === "user");
  const ownKinds = own.flatMap(({ kinds }) => kinds);
  const wanted = [...(state.chosen === undefined ? [] : [state.chosen]), ...namedKinds(state)];
  const kinds = state.siteKinds.filter(
    (kind) =>
      wanted.some((name) => isSameKind(kind, name)) &&
      !ownKinds.some((name) => isSameKind(kind, name)),
  );
  const ofSite = await Promise.all(
    kinds.map(async (kind) => {
      const open = state.crds.find(
        (crd) => crd.origin === "site" && crd.kinds.some((name) => isSameKind(kind, name)),
      );
      return open ?? (await loadSiteCrd(kind));
    }),
  );
  const crds = [...own, ...ofSite];
  return areEqual(crds, state.crds) ? state.crds : crds;
}

/** What the text is about: the first kind in it that is known, or what was chosen before. */
export function chosenBy(state: EditorState): ChosenVersion | undefined {
  const known = [...state.crds.flatMap(({ kinds }) => kinds), ...state.siteKinds];
  const found = kindsOf(state.text).find((named) =>
    known.some((kind) => isSameKind(kind, named) && kind.versions.includes(named.version)),
  );
  const { chosen } = state;
  if (found === undefined) return chosen;
  return isSameVersion(found, chosen) ? chosen : found;
}

function isSameVersion(one: ChosenVersion, other: ChosenVersion | undefined): boolean {
  return other !== undefined && isSameKind(one, other) && one.version === other.version;
}
