/**
 * What code imports that judges objects, as `runtime/v1/internal.ts` without the parts for
 * clients, tables, arbitraries and server-side apply, and without `runtime-libraries.ts`.
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
