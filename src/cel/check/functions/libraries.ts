import { authorizerSelectorsLibrary } from "./authorizer-selectors.js";
import { authorizerLibrary } from "./authorizer.js";
import { cidrLibrary } from "./cidr.js";
import { formatLibrary } from "./format.js";
import { ipLibrary } from "./ip.js";
import { listExtensionsLibrary } from "./list-extensions.js";
import { listsIncludesLibrary } from "./lists-includes.js";
import { listsLibrary } from "./lists.js";
import { optionalListsLibrary } from "./optional-lists.js";
import { optionalsLibrary } from "./optionals.js";
import { quantityLibrary } from "./quantity.js";
import { regexLibrary } from "./regex.js";
import { semverLibrary } from "./semver.js";
import { setsLibrary } from "./sets.js";
import type { Library } from "./signature.js";
import { standardLibrary } from "./standard.js";
import { stringFormatLibrary } from "./string-format.js";
import { stringsLibrary } from "./strings.js";
import { twoVariableComprehensionsLibrary } from "./two-variable-comprehensions.js";
import { urlsLibrary } from "./urls.js";

/** All libraries of Kubernetes, in the order in which a server registers them (`cel/environment/base.go`). */
export const libraries: readonly Library[] = [
  standardLibrary,
  urlsLibrary,
  regexLibrary,
  listsLibrary,
  authorizerLibrary,
  optionalsLibrary,
  optionalListsLibrary,
  quantityLibrary,
  stringsLibrary,
  stringFormatLibrary,
  setsLibrary,
  ipLibrary,
  cidrLibrary,
  formatLibrary,
  authorizerSelectorsLibrary,
  twoVariableComprehensionsLibrary,
  semverLibrary,
  listExtensionsLibrary,
  listsIncludesLibrary,
];
