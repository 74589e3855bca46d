/** What a reader chose, which holds for all pages of a site. */
export type Setting = "theme" | "keys";

/** Reads what was chosen; `undefined` where nothing was, or where the browser keeps nothing. */
export function readSetting(name: Setting): string | undefined {
  try {
    return localStorage.getItem(`crdgen-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what was chosen, where the browser can; `undefined` = as it was at first. */
export function writeSetting(name: Setting, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`crdgen-${name}`);
    else localStorage.setItem(`crdgen-${name}`, value);
  } catch {
    // It holds for this page alone then.
  }
}
