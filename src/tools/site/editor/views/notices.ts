import { button, element } from "../dom.js";
import type { EditorStore } from "../state/state.js";

/** What the user should know: the outcome of an action, and why the editor does not work. */
export function createNotices(store: EditorStore): HTMLElement {
  const failure = element("div", { role: "alert", class: "failure" });
  const notice = element("p", { role: "status" });
  const close = button("Close", () => {
    store.update({ notice: "" });
  });
  const box = element("div", { class: "notice" }, notice, close);
  store.watch(
    (state) => [state.failure, state.notice],
    (state) => {
      failure.textContent = state.failure;
      notice.textContent = state.notice;
      close.hidden = state.notice === "";
      box.classList.toggle("empty", state.notice === "");
    },
  );
  return element("div", { class: "notices" }, failure, box);
}

/** Tells screen readers what others see. */
export function createAnnouncer(): {
  readonly host: HTMLElement;
  readonly announce: (text: string) => void;
} {
  const host = element("p", { role: "status", class: "only-heard" });
  return {
    host,
    announce: (text) => {
      host.textContent = text;
    },
  };
}
