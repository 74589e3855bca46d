import type { Html } from "../../docs/html/html.js";

/** The element of a page with an id of the frame, where the page has it. */
export function part<T extends HTMLElement>(id: string, type: new () => T): T | undefined {
  const element = document.getElementById(`section:${id}`);
  return element instanceof type ? element : undefined;
}

/** Puts markup into an element, in place of what is there. */
export function fill(element: Element, { text }: Html): void {
  element.innerHTML = text;
}

/** Puts markup into an element, behind what is there. */
export function append(element: Element, { text }: Html): void {
  element.insertAdjacentHTML("beforeend", text);
}

/** The element around the target of an event that matches a selector. */
export function around({ target }: Event, selector: string): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>(selector) ?? undefined;
}

/** The elements below one, or of the page, that match a selector, as they are now. */
export function all<T extends HTMLElement>(selector: string, root: ParentNode = document): T[] {
  return Array.from(root.querySelectorAll<T>(selector));
}
