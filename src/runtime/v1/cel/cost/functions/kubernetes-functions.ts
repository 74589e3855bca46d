import {
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
  NamedFormat,
  namedFormat,
  qualifiedNameFormat,
  uriFormat,
  uuidFormat,
  validateFormat,
} from "../../libraries/named-format.js";
import {
  addIntToQuantity,
  addQuantities,
  compareQuantities,
  isGreaterQuantity,
  isIntegerQuantity,
  isLessQuantity,
  isQuantity,
  parseQuantity,
  Quantity,
  quantityAsFloat,
  quantityAsInteger,
  quantitySign,
  subtractIntFromQuantity,
  subtractQuantities,
} from "../../libraries/quantity.js";
import {
  compareSemvers,
  isGreaterSemver,
  isLessSemver,
  isSemver,
  parseSemver,
  Semver,
  semverMajor,
  semverMinor,
  semverPatch,
} from "../../libraries/semver.js";
import { Double } from "../../values/numbers.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isBool, isText, nullary, unary } from "../function-table.js";

const amount = /* @__PURE__ */ isA(Quantity);

/** Quantities. */
export const quantityFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("quantity", isText, (text: string) => parseQuantity(text)),
  unary("isQuantity", isText, (text: string) => isQuantity(text)),
  unary("sign", amount, quantitySign),
  unary("isInteger", amount, isIntegerQuantity),
  unary("asInteger", amount, quantityAsInteger),
  unary("asApproximateFloat", amount, (value: Quantity) => new Double(quantityAsFloat(value))),
  binary("add", amount, amount, addQuantities),
  binary("add", amount, isInt, addIntToQuantity),
  binary("sub", amount, amount, subtractQuantities),
  binary("sub", amount, isInt, subtractIntFromQuantity),
  binary("compareTo", amount, amount, compareQuantities),
  binary("isLessThan", amount, amount, isLessQuantity),
  binary("isGreaterThan", amount, amount, isGreaterQuantity),
]);

const version = /* @__PURE__ */ isA(Semver);

/** Semantic versions. */
export const semverFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("semver", isText, (text: string) => parseSemver(text)),
  binary("semver", isText, isBool, parseSemver),
  unary("isSemver", isText, (text: string) => isSemver(text)),
  binary("isSemver", isText, isBool, isSemver),
  unary("major", version, semverMajor),
  unary("minor", version, semverMinor),
  unary("patch", version, semverPatch),
  binary("compareTo", version, version, compareSemvers),
  binary("isLessThan", version, version, isLessSemver),
  binary("isGreaterThan", version, version, isGreaterSemver),
]);

const format = /* @__PURE__ */ isA(NamedFormat);

/** Named formats. */
export const formatFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.dns1123Label", dns1123LabelFormat),
  nullary("format.dns1123Subdomain", dns1123SubdomainFormat),
  nullary("format.dns1035Label", dns1035LabelFormat),
  nullary("format.qualifiedName", qualifiedNameFormat),
  nullary("format.dns1123LabelPrefix", dns1123LabelPrefixFormat),
  nullary("format.dns1123SubdomainPrefix", dns1123SubdomainPrefixFormat),
  nullary("format.dns1035LabelPrefix", dns1035LabelPrefixFormat),
  nullary("format.labelValue", labelValueFormat),
  nullary("format.uri", () => uriFormat()),
  nullary("format.uuid", uuidFormat),
  nullary("format.byte", byteFormat),
  nullary("format.date", dateFormat),
  nullary("format.datetime", datetimeFormat),
  unary("format.named", isText, (name: string) => namedFormat(name)),
  binary("validate", format, isText, validateFormat),
]);
