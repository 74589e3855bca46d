import { installDataLoader } from "../page/load-data.js";
import { initialState } from "./state/state.js";
import { createStore } from "./state/store.js";
import { showEditor } from "./views/page.js";
import { explainFailure, keepUp } from "./work/keep-up.js";
import { lazyService } from "./work/lazy-service.js";
import { openLink } from "./work/open-link.js";
import { loadSiteKinds } from "./work/site-crds.js";
import { createTasks } from "./work/tasks.js";

const page = document.querySelector<HTMLElement>("#editor");
if (page !== null) void start(page);

async function start(host: HTMLElement): Promise<void> {
  installDataLoader();
  const store = createStore(initialState);
  const service = lazyService(async () => {
    const { createLanguageService } = await import("../language/service.js");
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
