import { readSetting } from "./settings.js";

// Runs before anything is painted, so that nothing moves or flashes afterwards.
const root = document.documentElement;
root.classList.add("scripted");
const theme = readSetting("theme");
if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
