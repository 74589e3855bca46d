import { newestMinor, oldestMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import type { LanguageService } from "../../../language/contract.js";
import { button, element, setAttribute } from "../../page/elements.js";
import { sharedWorkOf, writeFragment } from "../state/share-link.js";
import type { EditorStore, ExampleSize } from "../state/state.js";
import { isSameKind, knownKinds } from "../state/state.js";
import { chooseVersion, loadExample, openFiles } from "../work/choose.js";
import { icon } from "./icon.js";
import { createKindPicker } from "./kind-picker.js";

/**
 * Makes the controls of what the editor works on: kind, version, servers, examples, files, and a
 * link to all of it.
 */
export function createToolbar(store: EditorStore, service: LanguageService): HTMLElement {
  return element(
    "div",
    { class: "setup", role: "group", "aria-label": "What is edited" },
    createKindPicker(store),
    versionSelect(store),
    kubernetesSelect(store),
    element(
      "div",
      { class: "bunch", role: "group", "aria-labelledby": "examples" },
      element("span", { id: "examples" }, "Example"),
      exampleButton(store, service, "minimal", "Minimal"),
      exampleButton(store, service, "full", "All fields"),
    ),
    updateButton(store),
    fileButton(store),
    createShareButton(store),
  );
}

function versionSelect(store: EditorStore): HTMLElement {
  const select = element("select", { id: "version" });
  select.addEventListener("change", () => {
    const { chosen } = store.get();
    if (chosen !== undefined) void chooseVersion(store, { ...chosen, version: select.value });
  });
  store.watch(
    ({ chosen, crds, siteKinds }) => [chosen, crds, siteKinds],
    (state) => {
      const { chosen } = state;
      const kind = chosen && knownKinds(state).find((each) => isSameKind(each, chosen));
      const names = kind?.versions ?? [];
      select.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
      select.disabled = names.length === 0;
      if (chosen !== undefined) select.value = chosen.version;
    },
  );
  return labelled("Version", select);
}

function kubernetesSelect(store: EditorStore): HTMLElement {
  const select = element("select", { id: "kubernetes" });
  for (let minor: number = newestMinor; minor >= oldestMinor; minor--) {
    select.append(element("option", { value: `1.${minor}` }, `1.${minor}`));
  }
  select.addEventListener("change", () => {
    store.update({ kubernetes: select.value });
  });
  store.watch(
    ({ kubernetes }) => [kubernetes],
    ({ kubernetes }) => {
      select.value = kubernetes;
    },
  );
  return labelled("Kubernetes", select);
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  return element("div", { class: "choose" }, element("label", { for: control.id }, label), control);
}

function exampleButton(
  store: EditorStore,
  service: LanguageService,
  size: ExampleSize,
  label: string,
): HTMLButtonElement {
  const made = button(label, () => void loadExample(store, service, size));
  store.watch(
    ({ chosen }) => [chosen],
    ({ chosen }) => {
      made.disabled = chosen === undefined;
    },
  );
  return made;
}

/** For those who cannot drop files onto the page. */
function fileButton(store: EditorStore): HTMLElement {
  const input = element("input", {
    type: "file",
    multiple: true,
    hidden: true,
    accept: ".yaml,.yml,.json",
    "aria-label": "Files of CRDs or objects",
  });
  input.addEventListener("change", () => {
    void openFiles(store, Array.from(input.files ?? [])).then(() => {
      input.value = ""; // so that the same file can be opened again
    });
  });
  const made = button("Open files…", () => {
    input.click();
  });
  made.prepend(icon("open"));
  return element("span", {}, made, input);
}

function updateButton(store: EditorStore): HTMLElement {
  const made = button("Try an update", () => {
    const { old, text, isUpdate } = store.get();
    store.update({
      isUpdate: !isUpdate,
      leftTab: "object",
      ...(old === "" ? { old: text } : {}),
    });
  });
  store.watch(
    ({ isUpdate }) => [isUpdate],
    ({ isUpdate }) => {
      setAttribute(made, "aria-pressed", String(isUpdate));
    },
  );
  return made;
}

/** Copies a link that holds all that is edited. */
function createShareButton(store: EditorStore): HTMLElement {
  const link = element("input", {
    type: "text",
    readonly: true,
    hidden: true,
    "aria-label": "Link to copy",
  });
  const share = async (): Promise<void> => {
    const url = new URL(location.href);
    url.hash = await writeFragment(sharedWorkOf(store.get()));
    link.value = url.href;
    link.hidden = await copy(url.href);
    if (!link.hidden) link.select();
    store.update({
      notice: link.hidden
        ? `The link is copied. It holds the texts themselves (${url.href.length} characters); nothing was sent.`
        : "The browser does not let the page copy. Copy the link from the field.",
    });
  };
  const made = button("Copy link", () => void share());
  made.className = "button main";
  made.prepend(icon("link"));
  return element("span", { class: "share" }, made, link);
}

/** Copies a text, and tells whether the browser has done so. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // pages without https may not copy, and users may forbid it
  }
}
