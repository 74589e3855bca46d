/**
 * The names that generated code uses because a row of a table in the compiler names them: checks of
 * formats (`versions/formats`), older servers (`versions/dialects`), functions of CEL
 * (`cel/libraries`), and what rules read, compare and count with (`backends/rules`). A new function
 * of CEL is a new name here.
 */
export {
  checkRightsCost,
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
} from "./cel/cost/call-cost.js";
export { countCost } from "./cel/cost/counted.js";
export {
  comparisonFunctions,
  intFunctions,
  membershipFunctions,
  notFunctions,
  operatorFunctions,
  optionalFunctions,
  sizeFunctions,
} from "./cel/cost/functions/operator-functions.js";
export {
  boolConversion,
  bytesConversion,
  doubleConversion,
  durationConversion,
  intConversion,
  stringConversion,
  timeFunctions,
  timestampConversion,
  uintConversion,
} from "./cel/cost/functions/conversion-functions.js";
export {
  formatFunctions,
  quantityFunctions,
  semverFunctions,
} from "./cel/cost/functions/kubernetes-functions.js";
export { ipFunctions, urlFunctions } from "./cel/cost/functions/address-functions.js";
export { authorizerFunctions } from "./cel/cost/functions/authorizer-functions.js";
export {
  listExtensionFunctions,
  listFunctions,
  mapFunctions,
  setFunctions,
} from "./cel/cost/functions/list-functions.js";
export {
  matchFunctions,
  matching,
  regexFunctions,
  stringFunctions,
  textFunctions,
} from "./cel/cost/functions/string-functions.js";
export {
  formatFunctionsBefore35,
  formatFunctionsBefore36,
  ipFunctionsBefore32,
  listExtensionFunctionsBefore37,
  stringFunctionsBefore32,
  stringFunctionsBefore33,
  stringFunctionsBefore34,
  stringFunctionsBefore37,
  urlFunctionsBefore36,
} from "./cel/cost/functions/older-functions.js";
export { all, bound, exists, existsOne, mapped } from "./cel/cost/macros.js";
export { transformed } from "./cel/cost/map-macros.js";
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
} from "./cel/cost/plan.js";
export { structLiteral } from "./cel/cost/literal-steps.js";
export {
  hasKeyOf,
  nullable,
  optionalOfData,
  readBool,
  readDouble,
  readInt,
  readIntOrString,
  readString,
  selectOptional,
} from "./cel/data/data.js";
export { readBytes, readDate, readDateTime, readDuration } from "./cel/data/data-formats.js";
export {
  readItems,
  readList,
  readMapList,
  readSet,
  readUntypedList,
} from "./cel/data/data-list.js";
export { readBareObject, readMap, readObject, readUnknown } from "./cel/data/data-object.js";
export {
  aBool,
  aDouble,
  aList,
  aNumber,
  aText,
  anArray,
  anInt,
  anObject,
  elementsOf,
  entryIn,
  firstPresent,
  hasEntry,
  includesText,
  instanceOf,
  isPresent,
  maybeObject,
  noneIn,
  optionalOf,
  readOf,
  someArray,
  someBool,
  someInt,
  someNumber,
  someObject,
  someReadable,
  someText,
  sound,
  valueOr,
} from "./cel/data/known.js";
export type { AnyData } from "./cel/data/known.js";
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
} from "./cel/libraries/cidr.js";
export { formatString } from "./cel/libraries/format.js";
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
} from "./cel/libraries/ip.js";
export {
  distinctList,
  flattenList,
  rangeList,
  reverseList,
  sliceList,
  sortByKeys,
  sortList,
} from "./cel/libraries/list-extensions.js";
export {
  includesValue,
  indexOfElement,
  isSorted,
  lastIndexOfElement,
  maxOf,
  minOf,
  sumOfValues,
} from "./cel/libraries/lists.js";
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
} from "./cel/libraries/named-format.js";
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
} from "./cel/libraries/quantity.js";
export { findAllPattern, findPattern, matchesPattern } from "./cel/libraries/regex.js";
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
} from "./cel/libraries/semver.js";
export { setContains, setsEquivalent, setsIntersect } from "./cel/libraries/sets.js";
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
} from "./cel/libraries/strings.js";
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
} from "./cel/libraries/timestamp-fields.js";
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
} from "./cel/libraries/url.js";
export { cidrContainsCidrBefore32, cidrContainsCidrTextBefore32 } from "./cel/older/older-cidrs.js";
export {
  readAsData,
  readOlderList,
  readOlderObject,
  readOlderSet,
} from "./cel/older/older-data.js";
export { rangeListBefore37 } from "./cel/older/older-lists.js";
export {
  labelValueFormatBefore35,
  namedFormatBefore35,
  namedFormatBefore36,
  qualifiedNameFormatBefore35,
  uriFormatBefore36,
} from "./cel/older/older-named-formats.js";
export {
  formatStringBefore33,
  indexOfTextBefore32,
  indexOfTextBefore37,
  lastIndexOfTextBefore32,
  lastIndexOfTextBefore34,
  lastIndexOfTextBefore37,
} from "./cel/older/older-strings.js";
export { isUrlBefore36, parseUrlBefore36 } from "./cel/older/older-urls.js";
export {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "./cel/operators/arithmetic.js";
export { celGreater, celGreaterEquals, celLess, celLessEquals } from "./cel/operators/compare.js";
export {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "./cel/operators/convert.js";
export { entriesOf, rangeOf, sizeOf, valueIn } from "./cel/operators/dispatch.js";
export { addBytes, encodeUtf8 } from "./cel/values/bytes.js";
export {
  addInts,
  addUints,
  divideInts,
  divideUints,
  Double,
  moduloInts,
  moduloUints,
  multiplyInts,
  multiplyUints,
  negateInt,
  subtractInts,
  subtractUints,
  Uint,
} from "./cel/values/numbers.js";
export {
  addDurations,
  addDurationTimestamp,
  addToTimestamp,
  compareDurations,
  compareTimestamps,
  Duration,
  durationHours,
  durationMilliseconds,
  durationMinutes,
  durationSeconds,
  formatDuration,
  formatTimestamp,
  subtractDurations,
  subtractFromTimestamp,
  subtractTimestamps,
  Timestamp,
} from "./cel/values/times.js";
export { celDiffers, celEquals, listIncludes } from "./cel/values/equal.js";
export { isError } from "./cel/values/error.js";
export { concatLists, indexValue, mapOf } from "./cel/values/list.js";
export { Optional, optionalNone, optionalOfNonZero, optionalValue } from "./cel/values/optional.js";
export { TypeValue, typeOf } from "./cel/values/type-value.js";
export { MapValue, isList, listElements, listSize } from "./cel/values/value.js";
export type { List, Value } from "./cel/values/value.js";
export {
  isBsonObjectId,
  isByte,
  isCreditCard,
  isHexColor,
  isIsbn,
  isIsbn10,
  isIsbn13,
  isK8sLongName,
  isK8sShortName,
  isRgbColor,
  isSsn,
  isUuid,
  isUuid3,
  isUuid4,
  isUuid5,
} from "./values/formats/codes.js";
export {
  isCidr,
  isHostname,
  isIpv4,
  isIpv6,
  isMac,
  isUri,
  isUriWithStrayColons,
} from "./values/formats/addresses.js";
export { isDate, isDateTime, isDuration } from "./values/formats/times.js";
export { isEmail } from "./values/formats/email.js";
export { compareUtf8 } from "./values/go/utf8.js";
export { formatFloat } from "./values/go/float.js";
export {
  kubernetes128,
  kubernetes129,
  kubernetes130,
  kubernetes131,
  kubernetes132,
  kubernetes133,
  kubernetes134,
  kubernetes135,
  kubernetes136,
} from "./values/older-dialects.js";
