import { parseKubernetesVersion } from "../../../../runtime/versions/kubernetes-version.js";
import type { LanguageService } from "../../language/contract.js";
import { readFragment } from "../state/share-link.js";
import type { EditorState, EditorStore } from "../state/state.js";
import { chooseVersion, loadExample } from "./choose.js";
import { addCrds, readUserCrd } from "./user-crds.js";

/** Shows what the fragment of a link holds. A damaged link changes nothing, and is told of. */
export async function openLink(
  store: EditorStore,
  service: LanguageService,
  fragment: string,
): Promise<void> {
  try {
    const { crd, version, example, text, old, files, k8s } = await readFragment(fragment);
    if (files !== undefined) addCrds(store, await Promise.all(files.map(readUserCrd)));
    store.update({
      ...(k8s === undefined ? {} : versionOf(k8s)),
      ...(text === undefined ? {} : { text }),
      ...(old === undefined ? {} : { old, isUpdate: true }),
    });
    if (crd === undefined) return;
    const kind = kindNamed(store.get(), crd);
    if (kind === undefined) {
      store.update({ notice: `The link names ${crd}, which this site does not have.` });
      return;
    }
    const known = kind.versions.find((name) => name === version) ?? kind.versions[0] ?? "";
    const chosen = { group: kind.group, kind: kind.kind, version: known };
    if (example !== undefined) {
      store.update({ chosen });
      await loadExample(store, service, example);
    } else if (text === undefined) {
      await chooseVersion(store, chosen);
    } else {
      store.update({ chosen });
    }
  } catch (error) {
    store.update({ notice: error instanceof Error ? error.message : String(error) });
  }
}

function kindNamed(state: EditorState, crd: string): EditorState["siteKinds"][number] | undefined {
  return state.siteKinds.find(({ group, plural }) => `${group}/${plural}` === crd);
}

function versionOf(k8s: string): Partial<EditorState> {
  const minor = parseKubernetesVersion(k8s);
  return minor === undefined
    ? { notice: `Kubernetes ${k8s} is not known here; the newest version is used.` }
    : { kubernetes: `1.${minor}` };
}
