/** What the editor loads to judge what is written. */
export { createLanguageService } from "./service.js";
