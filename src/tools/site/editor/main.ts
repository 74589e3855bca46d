import { parseKubernetesVersion } from "../../../runtime/v1/values/kubernetes-version.js";
import type { LanguageService } from "../../language/contract.js";
import { installDataLoader } from "../page/load-data.js";
import { readFragment } from "./state/share-link.js";
import type { EditorState, EditorStore } from "./state/state.js";
import { createStore, initialState } from "./state/state.js";
import { showEditor } from "./views/page.js";
import { addCrds, chooseVersion, loadExample, readUserCrd } from "./work/choose.js";
import { createTasks, explainFailure, keepUp } from "./work/keep-up.js";
import { loadSiteKinds } from "./work/needed-crds.js";

const page = document.querySelector<HTMLElement>("#editor");
if (page !== null) void start(page);

async function start(host: HTMLElement): Promise<void> {
  installDataLoader();
  const store = createStore(initialState);
  const service = lazyService(async () => {
    const { createLanguageService } = await import("../../language/service.js");
    return createLanguageService();
  });
  showEditor(host, store, service);
  try {
    store.update({ siteKinds: await loadSiteKinds() });
  } catch (error) {
    store.update({ failure: explainFailure(error) });
  }
  keepUp(store, createTasks(service));
  await openLink(store, service, location.hash);
  addEventListener("hashchange", () => void openLink(store, service, location.hash));
}

/** A service that loads when it is needed first, so that the page is there at once. */
function lazyService(load: () => Promise<LanguageService>): LanguageService {
  let loaded: Promise<LanguageService> | undefined;
  const service = (): Promise<LanguageService> => (loaded ??= load());
  return {
    use: async (...inputs) => (await service()).use(...inputs),
    judge: async (...inputs) => (await service()).judge(...inputs),
    stored: async (...inputs) => (await service()).stored(...inputs),
    example: async (...inputs) => (await service()).example(...inputs),
    complete: async (...inputs) => (await service()).complete(...inputs),
    help: async (...inputs) => (await service()).help(...inputs),
    definition: async (...inputs) => (await service()).definition(...inputs),
    lint: async (...inputs) => (await service()).lint(...inputs),
    cel: async () => (await service()).cel(),
    fixes: async (...inputs) => (await service()).fixes(...inputs),
    typescript: async (...inputs) => (await service()).typescript(...inputs),
  };
}

/** Shows what the fragment of a link holds. A damaged link changes nothing, and is told of. */
async function openLink(
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
