import { part } from "./elements.js";
import { writeSetting } from "./settings.js";

const names: Readonly<Record<string, string>> = {
  system: "as the system has it",
  light: "light",
  dark: "dark",
};

/** Makes the button work that goes from the system's theme to light, dark, and back. */
export function installTheme(): void {
  const button = part("theme", HTMLButtonElement);
  const { dataset } = document.documentElement;
  const tell = (): void => {
    button?.setAttribute("aria-label", `Theme: ${names[dataset["theme"] ?? "system"] ?? ""}`);
  };
  tell();
  button?.addEventListener("click", () => {
    const next = { light: "dark", dark: undefined }[dataset["theme"] ?? ""];
    if (dataset["theme"] === undefined) dataset["theme"] = "light";
    else if (next === undefined) delete dataset["theme"];
    else dataset["theme"] = next;
    writeSetting("theme", dataset["theme"]);
    tell();
  });
}
