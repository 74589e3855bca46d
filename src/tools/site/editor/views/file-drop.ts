import type { EditorStore } from "../state/state.js";
import { openFiles } from "../work/user-crds.js";

/** Opens files that are dropped anywhere onto the page; texts that are dropped go their own way. */
export function acceptDroppedFiles(store: EditorStore, page: HTMLElement): void {
  const mark = (isOver: boolean): void => {
    page.classList.toggle("files-over", isOver);
  };
  addEventListener(
    "dragover",
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      mark(true);
    },
    true,
  );
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  // Before the code editors, which would insert the content of the file.
  addEventListener(
    "drop",
    (event) => {
      mark(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      void openFiles(store, Array.from(event.dataTransfer?.files ?? []));
    },
    true,
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
