/**
 * What code imports that judges objects, as `runtime/v1/internal.ts` without the parts for
 * clients, tables, arbitraries and server-side apply.
 */
export { resourceAdmission } from "../../runtime/v1/admission/admission.js";
export { admitResource } from "../../runtime/v1/admission/admit.js";
export { writeScale } from "../../runtime/v1/admission/scale-write.js";
export { CelError } from "../../runtime/v1/cel/values/error.js";
export { badValueText } from "../../runtime/v1/field-errors.js";
export { Float64, setKey } from "../../runtime/v1/json/json.js";
export {
  hasKey,
  isArray,
  isBoolean,
  isListOf,
  isMapOf,
  isPlainObject,
  isSafeInteger,
  isString,
} from "../../runtime/v1/json/json-object.js";
export { once } from "../../runtime/v1/once.js";
export { fieldPath } from "../../runtime/v1/place.js";
export {
  isMembers,
  keepAll,
  pruneItems,
  pruneUnspecified,
  pruneValues,
  prunedBelow,
  removeMember,
  unknownFields,
} from "../../runtime/v1/prune.js";
export { isObjectMeta, isPlainMetadata } from "../../runtime/v1/quick/metadata.js";
export {
  isFiniteNumber,
  isFloat32,
  isInt32,
  isInteger,
  isNearInteger,
} from "../../runtime/v1/quick/numbers.js";
export { re2Matcher } from "../../runtime/v1/re2/matcher.js";
export { askedFields } from "../../runtime/v1/rules/asked-fields.js";
export { limitedBy } from "../../runtime/v1/rules/limited-expression.js";
export { testedFields } from "../../runtime/v1/rules/odd-fields.js";
export { ruleMessage } from "../../runtime/v1/rules/rule-message.js";
export { listRules } from "../../runtime/v1/rules/rule-node.js";
export { checkRules, runResourceRules } from "../../runtime/v1/rules/rules.js";
export { codePoints } from "../../runtime/v1/strings.js";
export { isGoodAsSent, isGoodByRules } from "../../runtime/v1/validation/as-sent.js";
export { checkJunctors } from "../../runtime/v1/validation/check-junctors.js";
export {
  coerceEmbeddedResources,
  coerceStoredResources,
  embeddedErrors,
  hasValidResources,
  isEmbeddedResource,
} from "../../runtime/v1/validation/embedded-resources.js";
export { isOneOf } from "../../runtime/v1/validation/enum-values.js";
export { hasValidLists } from "../../runtime/v1/validation/found-lists.js";
export { isValid } from "../../runtime/v1/validation/is-valid.js";
export { isSet } from "../../runtime/v1/validation/list-types.js";
export { hasReplicas, hasText, scaleErrors } from "../../runtime/v1/validation/scale-paths.js";
export { resourceSchema } from "../../runtime/v1/validation/standard-schema.js";
export { haveUniqueKeys } from "../../runtime/v1/validation/unique-keys.js";
export {
  assertValidResource,
  isValidResource,
  validateResource,
} from "../../runtime/v1/validation/validity.js";
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
  nullable,
  readBool,
  readDouble,
  readInt,
  readIntOrString,
  readNumber,
  readString,
  wrongData,
} from "../../runtime/v1/cel/data/data.js";
export {
  readBytes,
  readDate,
  readDateTime,
  readDuration,
} from "../../runtime/v1/cel/data/data-formats.js";
export {
  notAnArray,
  readItems,
  readList,
  readMapList,
  readSet,
  readUntypedList,
} from "../../runtime/v1/cel/data/data-list.js";
export {
  notAnObject,
  readBareObject,
  readMap,
  readObject,
  readUnknown,
} from "../../runtime/v1/cel/data/data-object.js";
export {
  arrayField,
  asArray,
  asObject,
  boolField,
  entryOf,
  fieldOf,
  hasEntry,
  hasField,
  hasInt,
  hasReadable,
  includesText,
  intField,
  isRecord,
  isWhole,
  itemOf,
  noArray,
  noBool,
  noInt,
  noString,
  numberField,
  objectField,
  stringField,
} from "../../runtime/v1/cel/data/fields.js";
export {
  hasKeyOf,
  hasOptional,
  optionalOfData,
  selectOptional,
} from "../../runtime/v1/cel/data/optional-access.js";
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
export {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "../../runtime/v1/cel/operators/arithmetic.js";
export {
  celGreater,
  celGreaterEquals,
  celLess,
  celLessEquals,
} from "../../runtime/v1/cel/operators/compare.js";
export {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../../runtime/v1/cel/operators/convert.js";
export { asBool, noMatch, noOverload, valueIn } from "../../runtime/v1/cel/operators/dispatch.js";
export { entriesOf, rangeOf } from "../../runtime/v1/cel/operators/iterate.js";
export {
  allHold,
  anyHolds,
  isDifferent,
  isSame,
  opposite,
} from "../../runtime/v1/cel/operators/logic.js";
export { sizeOf } from "../../runtime/v1/cel/operators/size.js";
export { addBytes, encodeUtf8 } from "../../runtime/v1/cel/values/bytes.js";
export { Double } from "../../runtime/v1/cel/values/double.js";
export {
  Duration,
  addDurations,
  compareDurations,
  durationHours,
  durationMilliseconds,
  durationMinutes,
  durationSeconds,
  formatDuration,
  subtractDurations,
} from "../../runtime/v1/cel/values/duration.js";
export { celDiffers, celEquals, listIncludes } from "../../runtime/v1/cel/values/equal.js";
export { isError, noSuchOverload } from "../../runtime/v1/cel/values/error.js";
export {
  addInts,
  divideInts,
  moduloInts,
  multiplyInts,
  negateInt,
  subtractInts,
} from "../../runtime/v1/cel/values/int.js";
export { concatLists, indexValue } from "../../runtime/v1/cel/values/list.js";
export { PlainMap, insertEntries, insertEntry, mapOf } from "../../runtime/v1/cel/values/map.js";
export {
  Optional,
  firstOf,
  lastOf,
  optionalNone,
  optionalOfNonZero,
  optionalValue,
  presentEntries,
  presentValues,
  unwrapOptionals,
} from "../../runtime/v1/cel/values/optional.js";
export {
  Timestamp,
  addDurationTimestamp,
  addToTimestamp,
  compareTimestamps,
  formatTimestamp,
  subtractFromTimestamp,
  subtractTimestamps,
} from "../../runtime/v1/cel/values/timestamp.js";
export { TypeValue, typeOf } from "../../runtime/v1/cel/values/type-value.js";
export {
  Uint,
  addUints,
  divideUints,
  moduloUints,
  multiplyUints,
  subtractUints,
} from "../../runtime/v1/cel/values/uint.js";
export {
  MapValue,
  isInt,
  isList,
  listElements,
  listSize,
} from "../../runtime/v1/cel/values/value.js";
export { isBsonObjectId } from "../../runtime/v1/formats/bson-object-id.js";
export { isByte } from "../../runtime/v1/formats/byte.js";
export { isCidr } from "../../runtime/v1/formats/cidr.js";
export { isCreditCard } from "../../runtime/v1/formats/credit-card.js";
export { isDate } from "../../runtime/v1/formats/date.js";
export { isDateTime } from "../../runtime/v1/formats/date-time.js";
export { isDuration } from "../../runtime/v1/formats/duration.js";
export { isEmail } from "../../runtime/v1/formats/email.js";
export { isHexColor } from "../../runtime/v1/formats/hex-color.js";
export { isHostname } from "../../runtime/v1/formats/hostname.js";
export { isIpv4 } from "../../runtime/v1/formats/ipv4.js";
export { isIpv6 } from "../../runtime/v1/formats/ipv6.js";
export { isIsbn } from "../../runtime/v1/formats/isbn.js";
export { isIsbn10 } from "../../runtime/v1/formats/isbn10.js";
export { isIsbn13 } from "../../runtime/v1/formats/isbn13.js";
export { isK8sLongName } from "../../runtime/v1/formats/k8s-long-name.js";
export { isK8sShortName } from "../../runtime/v1/formats/k8s-short-name.js";
export { isMac } from "../../runtime/v1/formats/mac.js";
export { isRgbColor } from "../../runtime/v1/formats/rgb-color.js";
export { isSsn } from "../../runtime/v1/formats/ssn.js";
export { isUri, isUriWithStrayColons } from "../../runtime/v1/formats/uri.js";
export { isUuid } from "../../runtime/v1/formats/uuid.js";
export { isUuid3 } from "../../runtime/v1/formats/uuid3.js";
export { isUuid4 } from "../../runtime/v1/formats/uuid4.js";
export { isUuid5 } from "../../runtime/v1/formats/uuid5.js";
export { compareUtf8 } from "../../runtime/v1/go/compare-utf8.js";
export { formatFloat } from "../../runtime/v1/go/float.js";
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
} from "../../runtime/v1/older-dialects.js";
