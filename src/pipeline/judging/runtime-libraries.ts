/** What only few rules import: functions of CEL, older servers, and costs that are counted. */
export {
  concatCost,
  containsCidrCost,
  containsCidrTextCost,
  containsIpCost,
  containsIpTextCost,
  equalityCost,
  flattenCost,
  flattenDepthCost,
  matchCost,
  memberCost,
  newListCost,
  pairsCost,
  pairsTwiceCost,
  readDeepCost,
  readFirstCost,
  readResultTwiceCost,
  readSecondCost,
  readShorterCost,
  readTwiceCost,
  searchCost,
  sortByCost,
  sortCost,
  validateCost,
} from "../../runtime/v1/cel-cost/call-cost.js";
export { countCost, messageByPlan, ruleByPlan } from "../../runtime/v1/cel-cost/counted.js";
export { conversionFunctions } from "../../runtime/v1/cel-cost/functions/conversion-functions.js";
export { formatFunctions } from "../../runtime/v1/cel-cost/functions/format-functions.js";
export { ipFunctions } from "../../runtime/v1/cel-cost/functions/ip-functions.js";
export { listExtensionFunctions } from "../../runtime/v1/cel-cost/functions/list-extension-functions.js";
export { listFunctions } from "../../runtime/v1/cel-cost/functions/list-functions.js";
export { mapFunctions } from "../../runtime/v1/cel-cost/functions/map-functions.js";
export { matchFunctions, matching } from "../../runtime/v1/cel-cost/functions/match-functions.js";
export {
  formatFunctionsBefore35,
  formatFunctionsBefore36,
} from "../../runtime/v1/cel-cost/functions/older-format-functions.js";
export { ipFunctionsBefore32 } from "../../runtime/v1/cel-cost/functions/older-ip-functions.js";
export { listExtensionFunctionsBefore37 } from "../../runtime/v1/cel-cost/functions/older-list-functions.js";
export {
  stringFunctionsBefore32,
  stringFunctionsBefore33,
  stringFunctionsBefore34,
  stringFunctionsBefore37,
} from "../../runtime/v1/cel-cost/functions/older-string-functions.js";
export { urlFunctionsBefore36 } from "../../runtime/v1/cel-cost/functions/older-url-functions.js";
export { operatorFunctions } from "../../runtime/v1/cel-cost/functions/operator-functions.js";
export { optionalFunctions } from "../../runtime/v1/cel-cost/functions/optional-functions.js";
export { quantityFunctions } from "../../runtime/v1/cel-cost/functions/quantity-functions.js";
export { regexFunctions } from "../../runtime/v1/cel-cost/functions/regex-functions.js";
export { semverFunctions } from "../../runtime/v1/cel-cost/functions/semver-functions.js";
export { setFunctions } from "../../runtime/v1/cel-cost/functions/set-functions.js";
export { stringFunctions } from "../../runtime/v1/cel-cost/functions/string-functions.js";
export { textFunctions } from "../../runtime/v1/cel-cost/functions/text-functions.js";
export { timeFunctions } from "../../runtime/v1/cel-cost/functions/time-functions.js";
export { urlFunctions } from "../../runtime/v1/cel-cost/functions/url-functions.js";
export { all, bound, exists, existsOne, mapped } from "../../runtime/v1/cel-cost/macros.js";
export { transformed } from "../../runtime/v1/cel-cost/map-macros.js";
export {
  among,
  and,
  call,
  choose,
  constant,
  equal,
  folded,
  hasPath,
  hasPathAtCost,
  index,
  listLiteral,
  mapLiteral,
  optionalIndex,
  optionalOr,
  optionalOrValue,
  or,
  path,
  patternCall,
  present,
  presentAtCost,
  select,
  unequal,
} from "../../runtime/v1/cel-cost/plan.js";
export {
  messageOrPlan,
  ruleOrPlan,
  trackedOperand,
} from "../../runtime/v1/cel-cost/tracked-operand.js";
export { structLiteral } from "../../runtime/v1/cel-cost/well-known-structs.js";
export {
  Cidr,
  cidrContainsCidr,
  cidrContainsCidrText,
  cidrContainsIp,
  cidrContainsIpText,
  cidrIp,
  formatCidr,
  isCidrText,
  maskedCidr,
  parseCidr,
  prefixLength,
} from "../../runtime/v1/cel/libraries/cidr.js";
export { formatString } from "../../runtime/v1/cel/libraries/format.js";
export {
  Ip,
  formatIp,
  ipFamily,
  isCanonicalIp,
  isGlobalUnicast,
  isIp,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
} from "../../runtime/v1/cel/libraries/ip.js";
export {
  distinctList,
  flattenList,
  rangeList,
  reverseList,
  sliceList,
  sortByKeys,
  sortList,
} from "../../runtime/v1/cel/libraries/list-extensions.js";
export {
  includesValue,
  indexOfElement,
  isSorted,
  lastIndexOfElement,
  maxOf,
  minOf,
  sumOf,
  sumOfValues,
} from "../../runtime/v1/cel/libraries/lists.js";
export {
  NamedFormat,
  byteFormat,
  dateFormat,
  datetimeFormat,
  dns1035LabelFormat,
  dns1035LabelPrefixFormat,
  dns1123LabelFormat,
  dns1123LabelPrefixFormat,
  dns1123SubdomainFormat,
  dns1123SubdomainPrefixFormat,
  labelValueFormat,
  namedFormat,
  qualifiedNameFormat,
  uriFormat,
  uuidFormat,
  validateFormat,
} from "../../runtime/v1/cel/libraries/named-format.js";
export {
  Quantity,
  addIntToQuantity,
  addQuantities,
  compareQuantities,
  isGreaterQuantity,
  isIntegerQuantity,
  isLessQuantity,
  isQuantity,
  parseQuantity,
  quantityAsFloat,
  quantityAsInteger,
  quantitySign,
  subtractIntFromQuantity,
  subtractQuantities,
} from "../../runtime/v1/cel/libraries/quantity.js";
export {
  findAllPattern,
  findPattern,
  matchesPattern,
} from "../../runtime/v1/cel/libraries/regex.js";
export {
  Semver,
  compareSemvers,
  isGreaterSemver,
  isLessSemver,
  isSemver,
  parseSemver,
  semverMajor,
  semverMinor,
  semverPatch,
} from "../../runtime/v1/cel/libraries/semver.js";
export { setContains, setsEquivalent, setsIntersect } from "../../runtime/v1/cel/libraries/sets.js";
export {
  charAt,
  containsText,
  endsWithText,
  findMatch,
  indexOfText,
  joinTexts,
  lastIndexOfText,
  lastIndexOfTextFrom,
  lowerAscii,
  quoteText,
  replaceText,
  splitText,
  startsWithText,
  substring,
  trimText,
  upperAscii,
} from "../../runtime/v1/cel/libraries/strings.js";
export { inTimeZone } from "../../runtime/v1/cel/libraries/time-zone.js";
export {
  dayOfMonth,
  dayOfMonthFromOne,
  dayOfWeek,
  dayOfYear,
  fullYear,
  hours,
  milliseconds,
  minutes,
  month,
  seconds,
} from "../../runtime/v1/cel/libraries/timestamp-fields.js";
export {
  UrlValue,
  isUrl,
  parseUrl,
  urlEscapedPath,
  urlHost,
  urlHostname,
  urlPort,
  urlQuery,
  urlScheme,
} from "../../runtime/v1/cel/libraries/url.js";
export {
  cidrContainsCidrBefore32,
  cidrContainsCidrTextBefore32,
} from "../../runtime/v1/cel/older/older-cidrs.js";
export { readOlderList } from "../../runtime/v1/cel/older/older-data-lists.js";
export { rangeListBefore37 } from "../../runtime/v1/cel/older/older-lists.js";
export {
  labelValueFormatBefore35,
  namedFormatBefore35,
  namedFormatBefore36,
  qualifiedNameFormatBefore35,
  uriFormatBefore36,
} from "../../runtime/v1/cel/older/older-named-formats.js";
export { readOlderObject } from "../../runtime/v1/cel/older/older-objects.js";
export { readAsData } from "../../runtime/v1/cel/older/older-old-self.js";
export { readOlderSet } from "../../runtime/v1/cel/older/older-sets.js";
export {
  formatStringBefore33,
  indexOfTextBefore32,
  indexOfTextBefore37,
  lastIndexOfTextBefore32,
  lastIndexOfTextBefore34,
  lastIndexOfTextBefore37,
} from "../../runtime/v1/cel/older/older-strings.js";
export { isUrlBefore36, parseUrlBefore36 } from "../../runtime/v1/cel/older/older-urls.js";
