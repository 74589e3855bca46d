import { plural } from "../../../../crd/diagnostics/wording.js";
import { element } from "../../page/elements.js";
import { createCodeEditor } from "../code/code-editor.js";
import { languageOfObject } from "../code/languages.js";
import { markForm, storedMarks } from "../code/stored-marks.js";
import type { EditorStore } from "../state/state.js";

const refused =
  "Not stored while there are errors. This is what the API server judges: unknown fields dropped, " +
  "defaults filled in.";

const unreadable = "The text cannot be read as it is. This is what came of it before.";

/** The object as the server would store it, pruned and with its defaults, or as it judges it. */
export function createStoredPanel(store: EditorStore): HTMLElement {
  const editor = createCodeEditor({
    label: "Object as it would be stored",
    languageOf: languageOfObject,
    placeholder:
      "An object is shown here with its defaults, and without fields that the server drops.",
    extensions: storedMarks,
  });
  const say = element("p", { class: "say" });
  store.watch(
    ({ form, isFormOld }) => [form, isFormOld],
    ({ form, isFormOld }) => {
      const isRefused = form !== undefined && form.text !== "" && !form.isStored;
      say.textContent = isFormOld ? unreadable : isRefused ? refused : "";
      say.hidden = say.textContent === "";
    },
  );
  store.watch(
    ({ form }) => [form],
    ({ form }) => {
      // The last line break would be a line of its own.
      editor.replace(form?.text.trimEnd() ?? "", form === undefined ? [] : [markForm.of(form)]);
    },
  );
  return element("div", { class: "view" }, say, editor.host);
}

/** How many fields were filled in, and how many dropped. */
export function createLegend(store: EditorStore): HTMLElement {
  const host = element("span", { class: "legend" });
  store.watch(
    ({ form, rightTab }) => [form, rightTab],
    ({ form, rightTab }) => {
      const defaults = form?.added.filter(({ origin }) => origin === "default").length ?? 0;
      const dropped = form?.dropped.length ?? 0;
      host.replaceChildren(
        element("span", { class: "good" }, defaults === 0 ? "" : plural(defaults, "default")),
        element("span", { class: "warn" }, dropped === 0 ? "" : `${dropped} dropped`),
      );
      host.hidden = rightTab !== "stored";
    },
  );
  return host;
}
