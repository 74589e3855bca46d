import { relatedPlaces } from "../../tools/language/places/related.js";
import type { LanguageWithCrds } from "../../tools/language/service.js";
import { createLanguageService } from "../../tools/language/service.js";
import { newerServerAdvice, objectAdvice } from "../advice.js";

/** The language of the server: in the words of the command line, and with related places. */
export function createLanguage(): LanguageWithCrds {
  return createLanguageService({ objectAdvice, newerServerAdvice, relate: relatedPlaces });
}
