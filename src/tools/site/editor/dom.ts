/** What can stand in an element. Texts are texts: nothing in them is markup. */
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
