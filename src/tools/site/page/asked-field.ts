/** The field that the reader asked for, by an address or a key, until the reader moves on. */
let asked: HTMLElement | undefined;

const listeners: (() => void)[] = [];

/** Shows a field, marks it, and gives it the focus. */
export function askFor(field: HTMLElement): void {
  document.querySelector(".field.target")?.classList.remove("target");
  field.classList.add("target");
  field.scrollIntoView({ block: "start" });
  // Sizes of what was never shown are guesses until it is laid out.
  requestAnimationFrame(() => {
    field.scrollIntoView({ block: "start" });
  });
  field.querySelector<HTMLElement>(".name")?.focus({ preventScroll: true });
  asked = field;
  for (const listener of listeners) listener();
}

/** The field that was asked for; `undefined` once the reader has moved on. */
export function askedField(): HTMLElement | undefined {
  return asked?.isConnected === true ? asked : undefined;
}

/**
 * Hears of fields that are asked for, and lets go of them as soon as the reader moves. Who looks
 * through the code beside a field has not moved.
 */
export function onAsked(listener: () => void): void {
  listeners.push(listener);
  const moveOn = ({ target }: Event): void => {
    const isInCode = target instanceof Element && target.closest(".code") !== null;
    if (!isInCode) asked = undefined;
  };
  for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    addEventListener(name, moveOn, { capture: true, passive: true });
  }
}
