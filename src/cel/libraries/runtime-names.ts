import type { LibraryValue, RuntimeValue } from "../../runtime/contract.js";
import type * as callCosts from "../../runtime/v1/cel/cost/call-cost.js";
import type { Step } from "../../runtime/v1/cel/cost/cost-tracker.js";
import type { FunctionTable } from "../../runtime/v1/cel/cost/function-table.js";
import type * as comparisonFunctions from "../../runtime/v1/cel/cost/functions/comparison-functions.js";
import type * as conversionFunctions from "../../runtime/v1/cel/cost/functions/conversion-functions.js";
import type * as formatFunctions from "../../runtime/v1/cel/cost/functions/format-functions.js";
import type * as ipFunctions from "../../runtime/v1/cel/cost/functions/ip-functions.js";
import type * as listExtensionFunctions from "../../runtime/v1/cel/cost/functions/list-extension-functions.js";
import type * as listFunctions from "../../runtime/v1/cel/cost/functions/list-functions.js";
import type * as mapFunctions from "../../runtime/v1/cel/cost/functions/map-functions.js";
import type * as matchFunctions from "../../runtime/v1/cel/cost/functions/match-functions.js";
import type * as olderFormatFunctions from "../../runtime/v1/cel/cost/functions/older-format-functions.js";
import type * as olderIpFunctions from "../../runtime/v1/cel/cost/functions/older-ip-functions.js";
import type * as olderListFunctions from "../../runtime/v1/cel/cost/functions/older-list-functions.js";
import type * as olderStringFunctions from "../../runtime/v1/cel/cost/functions/older-string-functions.js";
import type * as olderUrlFunctions from "../../runtime/v1/cel/cost/functions/older-url-functions.js";
import type * as operatorFunctions from "../../runtime/v1/cel/cost/functions/operator-functions.js";
import type * as optionalFunctions from "../../runtime/v1/cel/cost/functions/optional-functions.js";
import type * as quantityFunctions from "../../runtime/v1/cel/cost/functions/quantity-functions.js";
import type * as regexFunctions from "../../runtime/v1/cel/cost/functions/regex-functions.js";
import type * as semverFunctions from "../../runtime/v1/cel/cost/functions/semver-functions.js";
import type * as setFunctions from "../../runtime/v1/cel/cost/functions/set-functions.js";
import type * as sizeFunctions from "../../runtime/v1/cel/cost/functions/size-functions.js";
import type * as stringFunctions from "../../runtime/v1/cel/cost/functions/string-functions.js";
import type * as textFunctions from "../../runtime/v1/cel/cost/functions/text-functions.js";
import type * as timeFunctions from "../../runtime/v1/cel/cost/functions/time-functions.js";
import type * as urlFunctions from "../../runtime/v1/cel/cost/functions/url-functions.js";
import type * as plan from "../../runtime/v1/cel/cost/plan.js";
import type * as cidr from "../../runtime/v1/cel/libraries/cidr.js";
import type * as format from "../../runtime/v1/cel/libraries/format.js";
import type * as ip from "../../runtime/v1/cel/libraries/ip.js";
import type * as listExtensions from "../../runtime/v1/cel/libraries/list-extensions.js";
import type * as lists from "../../runtime/v1/cel/libraries/lists.js";
import type * as namedFormat from "../../runtime/v1/cel/libraries/named-format.js";
import type * as quantity from "../../runtime/v1/cel/libraries/quantity.js";
import type * as regex from "../../runtime/v1/cel/libraries/regex.js";
import type * as semver from "../../runtime/v1/cel/libraries/semver.js";
import type * as sets from "../../runtime/v1/cel/libraries/sets.js";
import type * as strings from "../../runtime/v1/cel/libraries/strings.js";
import type * as timestampFields from "../../runtime/v1/cel/libraries/timestamp-fields.js";
import type * as url from "../../runtime/v1/cel/libraries/url.js";
import type * as olderCidrs from "../../runtime/v1/cel/older/older-cidrs.js";
import type * as olderLists from "../../runtime/v1/cel/older/older-lists.js";
import type * as olderNamedFormats from "../../runtime/v1/cel/older/older-named-formats.js";
import type * as olderStrings from "../../runtime/v1/cel/older/older-strings.js";
import type * as olderUrls from "../../runtime/v1/cel/older/older-urls.js";
import type * as arithmetic from "../../runtime/v1/cel/operators/arithmetic.js";
import type * as convert from "../../runtime/v1/cel/operators/convert.js";
import type * as size from "../../runtime/v1/cel/operators/size.js";
import type * as bytes from "../../runtime/v1/cel/values/bytes.js";
import type * as duration from "../../runtime/v1/cel/values/duration.js";
import type * as equal from "../../runtime/v1/cel/values/equal.js";
import type * as int from "../../runtime/v1/cel/values/int.js";
import type * as listValues from "../../runtime/v1/cel/values/list.js";
import type * as optional from "../../runtime/v1/cel/values/optional.js";
import type * as timestamp from "../../runtime/v1/cel/values/timestamp.js";
import type * as typeValue from "../../runtime/v1/cel/values/type-value.js";
import type * as uint from "../../runtime/v1/cel/values/uint.js";
import type * as value from "../../runtime/v1/cel/values/value.js";
import type * as float from "../../runtime/v1/values/go/float.js";
import type * as texts from "../../runtime/v1/values/strings.js";

/*
 * Only the types of the runtime's modules are used: the compiler checks the names, and the bundle
 * loads none of the code. Each name stands in `runtime/contract.ts` too: a row cannot name anything
 * else.
 */

/** The names of the functions among the exports of modules; distributes over a union of modules. */
type FunctionNames<Module> = Module extends unknown
  ? {
      [Name in keyof Module]: Module[Name] extends (...args: never) => unknown ? Name : never;
    }[keyof Module]
  : never;

/** A function of the runtime that can stand for an overload. */
export type Body = Extract<
  FunctionNames<
    | typeof arithmetic
    | typeof bytes
    | typeof cidr
    | typeof convert
    | typeof duration
    | typeof equal
    | typeof float
    | typeof format
    | typeof int
    | typeof ip
    | typeof listExtensions
    | typeof listValues
    | typeof lists
    | typeof namedFormat
    | typeof optional
    | typeof quantity
    | typeof regex
    | typeof semver
    | typeof sets
    | typeof size
    | typeof strings
    | typeof texts
    | typeof timestamp
    | typeof timestampFields
    | typeof typeValue
    | typeof uint
    | typeof url
    | typeof value
  >,
  RuntimeValue | LibraryValue
>;

/** A function of the runtime that answers as servers before a version do. */
export type OlderBody = Extract<
  FunctionNames<
    | typeof olderCidrs
    | typeof olderLists
    | typeof olderNamedFormats
    | typeof olderStrings
    | typeof olderUrls
  >,
  LibraryValue
>;

/**
 * The names of the functions among the exports of a module that make a step of two or three others.
 */
type OperatorNames<Module> = {
  [Name in keyof Module]: Module[Name] extends (left: Step, right: Step, other: Step) => Step
    ? Name
    : never;
}[keyof Module];

/** A function of the runtime that makes the step of a counted rule of the steps of its operands. */
export type StepMaker = Extract<OperatorNames<typeof plan>, LibraryValue>;

/** A function of the runtime that says what a call costs at run time. */
export type CallCostName = Extract<FunctionNames<typeof callCosts>, LibraryValue>;

/** The names of the tables among the exports of modules; distributes over a union of modules. */
type TableNames<Module> = Module extends unknown
  ? {
      [Name in keyof Module]: Module[Name] extends FunctionTable ? Name : never;
    }[keyof Module]
  : never;

/**
 * A table of the runtime that counted rules look functions up in, with what their calls cost at run
 * time.
 */
export type CountedTable = Extract<
  TableNames<
    | typeof comparisonFunctions
    | typeof conversionFunctions
    | typeof formatFunctions
    | typeof ipFunctions
    | typeof listExtensionFunctions
    | typeof listFunctions
    | typeof mapFunctions
    | typeof matchFunctions
    | typeof operatorFunctions
    | typeof optionalFunctions
    | typeof quantityFunctions
    | typeof regexFunctions
    | typeof semverFunctions
    | typeof setFunctions
    | typeof sizeFunctions
    | typeof stringFunctions
    | typeof textFunctions
    | typeof timeFunctions
    | typeof urlFunctions
  >,
  LibraryValue
>;

/** A table with what servers before a version have otherwise. */
export type OlderCountedTable = Extract<
  TableNames<
    | typeof olderFormatFunctions
    | typeof olderIpFunctions
    | typeof olderListFunctions
    | typeof olderStringFunctions
    | typeof olderUrlFunctions
  >,
  LibraryValue
>;
