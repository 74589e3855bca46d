import { all, around } from "./elements.js";

/** The actions of a combobox that others do not have. */
export interface ComboboxActions {
  choose(option: HTMLElement): void;
  /** The Escape key, or the focus is elsewhere. */
  leave(event: Event): void;
  /** An arrow key while the list is closed. */
  open?(): void;
  /** Looks for further options; the last one is active, and the next one is asked for. */
  more?(): void;
}

/** A text box with a list of options, as the ARIA Authoring Practices describe a combobox. */
export class Combobox {
  readonly #box: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #actions: ComboboxActions;
  #active = -1;

  constructor(box: HTMLInputElement, list: HTMLElement, actions: ComboboxActions) {
    this.#box = box;
    this.#list = list;
    this.#actions = actions;
    box.addEventListener("keydown", (event) => {
      if (this.#onKey(event.key, event)) event.preventDefault();
    });
    box.addEventListener("blur", (event) => {
      actions.leave(event);
    });
    // A click would take the focus away before it counts.
    list.addEventListener("mousedown", (event) => {
      event.preventDefault();
    });
    list.addEventListener("click", (event) => {
      const option = around(event, "[role=option]");
      if (option !== undefined) actions.choose(option);
    });
  }

  get isOpen(): boolean {
    return !this.#list.hidden;
  }

  /** Shows the list with the options that it has now, none of them active. */
  show(): void {
    this.#setOpen(true);
    this.#list.scrollTop = 0;
  }

  close(): void {
    this.#setOpen(false);
  }

  #setOpen(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#box.setAttribute("aria-expanded", String(isOpen));
    this.#activate(-1);
  }

  get #options(): readonly HTMLElement[] {
    return this.isOpen ? all("[role=option]", this.#list) : [];
  }

  /** Says whether the key counted. */
  #onKey(key: string, event: KeyboardEvent): boolean {
    if (key === "Escape") {
      this.#actions.leave(event);
      return true;
    }
    if (key === "Enter") {
      const option = this.#options[Math.max(0, this.#active)];
      if (option !== undefined) this.#actions.choose(option);
      return option !== undefined;
    }
    if (key !== "ArrowDown" && key !== "ArrowUp") return false;
    if (!this.isOpen) this.#actions.open?.();
    const isDown = key === "ArrowDown";
    if (isDown && this.#active === this.#options.length - 1) this.#actions.more?.();
    const last = this.#options.length - 1;
    if (last < 0) return false;
    const next = this.#active + (isDown ? 1 : -1);
    this.#activate(next > last ? 0 : next < 0 ? last : next);
    return true;
  }

  #activate(index: number): void {
    const options = all("[role=option]", this.#list);
    options[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = index;
    const option = options[index];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option === undefined) this.#box.removeAttribute("aria-activedescendant");
    else this.#box.setAttribute("aria-activedescendant", option.id);
  }
}
