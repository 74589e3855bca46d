import type { Html } from "../../docs/html/html.js";

/** A value that can stand in an element. Texts are texts: nothing in them is markup. */
export type Child = Node | string | undefined;

/**
 * Makes an element. An attribute that is `false` or `undefined` is left out, one that is `true` is
 * there without a value.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: { readonly [name: string]: string | boolean | undefined },
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) setAttribute(made, key, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Sets an attribute, or removes it: see `element`. */
export function setAttribute(
  target: Element,
  name: string,
  value: string | boolean | undefined,
): void {
  if (value === undefined || value === false) target.removeAttribute(name);
  else target.setAttribute(name, value === true ? "" : value);
}

/** A button with a text. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** The element of a page with an id of the frame, where the page has it. */
export function part<T extends HTMLElement>(id: string, type: new () => T): T | undefined {
  const found = document.getElementById(`section:${id}`);
  return found instanceof type ? found : undefined;
}

/** Puts markup into an element, in place of what is there. */
export function fill(target: Element, { text }: Html): void {
  target.innerHTML = text;
}

/** Puts markup into an element, behind what is there. */
export function append(target: Element, { text }: Html): void {
  target.insertAdjacentHTML("beforeend", text);
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
