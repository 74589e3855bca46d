import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";
import type { Form } from "./operand.js";
import { bool, double, instance, int, list, string, value } from "./operand.js";

/**
 * Which function of the runtime stands for an overload, by cel-go's overload ids. Parameters and results are written in
 * short: b bool, i int, d double, s string, l list, v any value, else the name of a class; `!` = may be an error.
 * What needs more than a call is in `operator.ts` (operators) and `special-call.ts` (other functions).
 */
const table = `
add_bytes                            addBytes                Uint8Array,Uint8Array  Uint8Array
add_duration_duration                addDurations            Duration,Duration      Duration!
add_duration_timestamp               addDurationTimestamp    Duration,Timestamp     Timestamp!
add_int64                            addInts                 i,i                    i!
add_list                             concatLists             l,l                    l!
add_timestamp_duration               addToTimestamp          Timestamp,Duration     Timestamp!
add_uint64                           addUints                Uint,Uint              Uint!
divide_int64                         divideInts              i,i                    i!
divide_uint64                        divideUints             Uint,Uint              Uint!
modulo_int64                         moduloInts              i,i                    i!
modulo_uint64                        moduloUints             Uint,Uint              Uint!
multiply_int64                       multiplyInts            i,i                    i!
multiply_uint64                      multiplyUints           Uint,Uint              Uint!
negate_int64                         negateInt               i                      i!
subtract_duration_duration           subtractDurations       Duration,Duration      Duration!
subtract_int64                       subtractInts            i,i                    i!
subtract_timestamp_duration          subtractFromTimestamp   Timestamp,Duration     Timestamp!
subtract_timestamp_timestamp         subtractTimestamps      Timestamp,Timestamp    Duration!
subtract_uint64                      subtractUints           Uint,Uint              Uint!
in_list                              listIncludes            l:1,v:0                b!
bool_to_string                       String                  b                      s
bytes_to_string                      toStringValue           v                      s!
double_to_int64                      toIntValue              v                      i!
double_to_string                     formatFloat             d                      s
double_to_uint64                     toUintValue             v                      Uint!
duration_to_int64                    toIntValue              v                      i!
duration_to_string                   formatDuration          Duration               s
int64_to_double                      Number                  i                      d
int64_to_string                      String                  i                      s
int64_to_timestamp                   toTimestampValue        v                      Timestamp!
int64_to_uint64                      toUintValue             v                      Uint!
string_to_bool                       toBoolValue             v                      b!
string_to_bytes                      encodeUtf8              s                      Uint8Array
string_to_double                     toDoubleValue           v                      Double!
string_to_duration                   toDurationValue         v                      Duration!
string_to_int64                      toIntValue              v                      i!
string_to_timestamp                  toTimestampValue        v                      Timestamp!
string_to_uint64                     toUintValue             v                      Uint!
timestamp_to_int64                   toIntValue              v                      i!
timestamp_to_string                  formatTimestamp         Timestamp              s
uint64_to_double                     toDoubleValue           v                      Double!
uint64_to_int64                      toIntValue              v                      i!
uint64_to_string                     toStringValue           v                      s!
type                                 typeOf                  v                      TypeValue
size_bytes                           sizeOf                  v                      i!
bytes_size                           sizeOf                  v                      i!
size_list                            listSize                l                      i
list_size                            listSize                l                      i
size_map                             sizeOf                  v                      i!
map_size                             sizeOf                  v                      i!
size_string                          codePoints              s                      i
string_size                          codePoints              s                      i
matches                              matchesPattern          s,s                    b!
matches_string                       matchesPattern          s,s                    b!
timestamp_to_year                    fullYear                Timestamp              i
timestamp_to_month                   month                   Timestamp              i
timestamp_to_day_of_month_1_based    dayOfMonthFromOne       Timestamp              i
timestamp_to_day_of_month            dayOfMonth              Timestamp              i
timestamp_to_day_of_week             dayOfWeek               Timestamp              i
timestamp_to_day_of_year             dayOfYear               Timestamp              i
timestamp_to_hours                   hours                   Timestamp              i
timestamp_to_minutes                 minutes                 Timestamp              i
timestamp_to_seconds                 seconds                 Timestamp              i
timestamp_to_milliseconds            milliseconds            Timestamp              i
duration_to_hours                    durationHours           Duration               i
duration_to_minutes                  durationMinutes         Duration               i
duration_to_seconds                  durationSeconds         Duration               i
duration_to_milliseconds             durationMilliseconds    Duration               i
optional_ofNonZeroValue              optionalOfNonZero       v                      Optional
optional_value                       optionalValue           Optional               v!
string_char_at_int                   charAt                  s,i                    s!
string_index_of_string               indexOfText             s,s                    i!
string_index_of_string_int           indexOfText             s,s,i                  i!
string_last_index_of_string          lastIndexOfText         s,s                    i
string_last_index_of_string_int      lastIndexOfTextFrom     s,s,i                  i!
list_join                            joinTexts               l                      s!
list_join_string                     joinTexts               l,s                    s!
contains_string                      containsText            s,s                    b
starts_with_string                   startsWithText          s,s                    b
ends_with_string                     endsWithText            s,s                    b
string_lower_ascii                   lowerAscii              s                      s
string_upper_ascii                   upperAscii              s                      s
string_replace_string_string         replaceText             s,s,s                  s
string_replace_string_string_int     replaceText             s,s,s,i                s
string_split_string                  splitText               s,s                    l
string_split_string_int              splitText               s,s,i                  l
string_substring_int                 substring               s,i                    s!
string_substring_int_int             substring               s,i,i                  s!
string_trim                          trimText                s                      s
strings_quote                        quoteText               s                      s
string_format                        formatString            s,l                    s!
list_a_index_of_int                  indexOfElement          l,v                    i
list_a_last_index_of_int             lastIndexOfElement      l,v                    i
list_includes_dyn_dyn                includesValue           v,v                    b
list_slice                           sliceList               l,i,i                  l!
list_flatten_int                     flattenList             l,i                    l!
lists_range                          rangeList               i                      l!
list_reverse                         reverseList             l                      l!
list_distinct                        distinctList            l                      l!
list_sets_contains_list              setContains             l,l                    b!
list_sets_equivalent_list            setsEquivalent          l,l                    b!
list_sets_intersects_list            setsIntersect           l,l                    b
string_find_string                   findPattern             s,s                    s!
string_find_all_string               findAllPattern          s,s                    l!
string_find_all_string_int           findAllPattern          s,s,i                  l!
string_to_url                        parseUrl                s                      UrlValue!
is_url_string                        isUrl                   s                      b
url_get_scheme                       urlScheme               UrlValue               s
url_get_host                         urlHost                 UrlValue               s
url_get_hostname                     urlHostname             UrlValue               s
url_get_port                         urlPort                 UrlValue               s
url_get_escaped_path                 urlEscapedPath          UrlValue               s
url_get_query                        urlQuery                UrlValue               MapValue
string_to_quantity                   parseQuantity           s                      Quantity!
is_quantity_string                   isQuantity              s                      b
quantity_sign                        quantitySign            Quantity               i
quantity_is_integer                  isIntegerQuantity       Quantity               b
quantity_get_int                     quantityAsInteger       Quantity               i!
quantity_get_float                   quantityAsFloat         Quantity               d
quantity_add                         addQuantities           Quantity,Quantity      Quantity
quantity_add_int                     addIntToQuantity        Quantity,i             Quantity
quantity_sub                         subtractQuantities      Quantity,Quantity      Quantity
quantity_sub_int                     subtractIntFromQuantity Quantity,i             Quantity
quantity_compare_to                  compareQuantities       Quantity,Quantity      i
quantity_is_less_than                isLessQuantity          Quantity,Quantity      b
quantity_is_greater_than             isGreaterQuantity       Quantity,Quantity      b
string_to_ip                         parseIp                 s                      Ip!
ip_to_string                         formatIp                Ip                     s
is_ip                                isIp                    s                      b
ip_is_canonical                      isCanonicalIp           s                      b!
ip_family                            ipFamily                Ip                     i
ip_is_unspecified                    isUnspecified           Ip                     b
ip_is_loopback                       isLoopback              Ip                     b
ip_is_link_local_multicast           isLinkLocalMulticast    Ip                     b
ip_is_link_local_unicast             isLinkLocalUnicast      Ip                     b
ip_is_global_unicast                 isGlobalUnicast         Ip                     b
string_to_cidr                       parseCidr               s                      Cidr!
cidr_to_string                       formatCidr              Cidr                   s
is_cidr                              isCidrText              s                      b
cidr_ip                              cidrIp                  Cidr                   Ip
cidr_masked                          maskedCidr              Cidr                   Cidr
cidr_prefix_length                   prefixLength            Cidr                   i
cidr_contains_ip_ip                  cidrContainsIp          Cidr,Ip                b
cidr_contains_ip_string              cidrContainsIpText      Cidr,s                 b!
cidr_contains_cidr                   cidrContainsCidr        Cidr,Cidr              b
cidr_contains_cidr_string            cidrContainsCidrText    Cidr,s                 b!
string_to_semver                     parseSemver             s                      Semver!
string_bool_to_semver                parseSemver             s,b                    Semver!
is_semver_string                     isSemver                s                      b
is_semver_string_bool                isSemver                s,b                    b
semver_major                         semverMajor             Semver                 i
semver_minor                         semverMinor             Semver                 i
semver_patch                         semverPatch             Semver                 i
semver_compare_to                    compareSemvers          Semver,Semver          i
semver_is_less_than                  isLessSemver            Semver,Semver          b
semver_is_greater_than               isGreaterSemver         Semver,Semver          b
format-named                         namedFormat             s                      Optional
format-validate                      validateFormat          NamedFormat,s          Optional
format.dns1123Label                  dns1123LabelFormat      -                      NamedFormat
format.dns1123Subdomain              dns1123SubdomainFormat  -                      NamedFormat
format.dns1035Label                  dns1035LabelFormat      -                      NamedFormat
format.qualifiedName                 qualifiedNameFormat     -                      NamedFormat
format.dns1123LabelPrefix            dns1123LabelPrefixFormat -                     NamedFormat
format.dns1123SubdomainPrefix        dns1123SubdomainPrefixFormat -                 NamedFormat
format.dns1035LabelPrefix            dns1035LabelPrefixFormat -                     NamedFormat
format.labelValue                    labelValueFormat        -                      NamedFormat
format.uri                           uriFormat               -                      NamedFormat
format.uuid                          uuidFormat              -                      NamedFormat
format.byte                          byteFormat              -                      NamedFormat
format.date                          dateFormat              -                      NamedFormat
format.datetime                      datetimeFormat          -                      NamedFormat
`;

/** How to call the runtime for an overload. */
export interface RuntimeCall {
  /** A function of the runtime, or a global one (`String`). */
  readonly name: string;
  readonly parameters: readonly RuntimeParameter[];
  readonly result: Form;
  readonly fails: boolean;
}

/** A parameter of a function of the runtime. */
export interface RuntimeParameter {
  readonly form: Form;
  /** Which operand of the call it takes. */
  readonly argument: number;
}

/**
 * Functions that servers before a version have otherwise, with the function of the runtime that stands for them; `!` = may
 * be an error, where that of the newest cannot.
 */
const olderTable = `
32 string_index_of_string             indexOfTextBefore32
32 string_index_of_string_int         indexOfTextBefore32
33 string_format                      formatStringBefore33
34 string_last_index_of_string        lastIndexOfTextBefore34  !
32 string_last_index_of_string_int    lastIndexOfTextBefore32
37 string_index_of_string_int         indexOfTextBefore37
37 string_last_index_of_string_int    lastIndexOfTextBefore37
32 cidr_contains_cidr                 cidrContainsCidrBefore32
32 cidr_contains_cidr_string          cidrContainsCidrTextBefore32
37 lists_range                        rangeListBefore37
36 string_to_url                      parseUrlBefore36
36 is_url_string                      isUrlBefore36
35 format.qualifiedName               qualifiedNameFormatBefore35
35 format.labelValue                  labelValueFormatBefore35
35 format-named                       namedFormatBefore35
36 format.uri                         uriFormatBefore36
36 format-named                       namedFormatBefore36
`;

/** The call for an overload on a server; `undefined` for one that is no plain call. */
export function runtimeCall(
  overload: string,
  kubernetes: KubernetesMinor,
): RuntimeCall | undefined {
  const newest = calls.get(overload) ?? familyCall(overload);
  const older = olderCalls.find((it) => it.overload === overload && kubernetes < it.before);
  return newest && older
    ? { ...newest, name: older.name, fails: newest.fails || older.fails }
    : newest;
}

interface OlderCall extends Pick<RuntimeCall, "name" | "fails"> {
  readonly before: number;
  readonly overload: string;
}

const olderCalls: readonly OlderCall[] = olderTable
  .trim()
  .split("\n")
  .map((line) => {
    const [before, overload = "", name = "", mark] = line.split(/ +/);
    return { before: Number(before), overload, name, fails: mark === "!" };
  });

const calls: ReadonlyMap<string, RuntimeCall> = new Map(
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [overload = "", name = "", parameters = "", result = ""] = line.split(/ +/);
      return [overload, call(name, parameters, result)] as const;
    }),
);

function call(name: string, parameters: string, result: string): RuntimeCall {
  return {
    name,
    parameters: parameters === "-" ? [] : parameters.split(",").map(parameter),
    result: formNamed(result.replace("!", "")),
    fails: result.endsWith("!"),
  };
}

function parameter(text: string, index: number): RuntimeParameter {
  const [form = "", argument] = text.split(":");
  return { form: formNamed(form), argument: argument === undefined ? index : Number(argument) };
}

/** A form by its name in the table. */
function formNamed(name: string): Form {
  switch (name) {
    case "b":
      return bool;
    case "i":
      return int;
    case "d":
      return double;
    case "s":
      return string;
    case "l":
      return list;
    case "v":
      return value;
    default:
      return instance(name);
  }
}

/** Overloads of one function for many element types. */
function familyCall(overload: string): RuntimeCall | undefined {
  if (overload.endsWith("_is_sorted_bool")) return call("isSorted", "l", "b!");
  if (/^list_\w+_min_\w+$/.test(overload)) return call("minOf", "l", "v!");
  if (/^list_\w+_max_\w+$/.test(overload)) return call("maxOf", "l", "v!");
  if (/^list_.+_sortByAssociatedKeys$/.test(overload)) return call("sortByKeys", "l,l", "l!");
  return /^list_.+_sort$/.test(overload) ? call("sortList", "l", "l!") : undefined;
}
