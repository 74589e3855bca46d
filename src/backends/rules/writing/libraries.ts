import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";

/**
 * Which tables of the runtime (`cel-cost`) have a function, by its name. Where several do, the overload tells, if the
 * types of the arguments are known; a table for servers before a version takes precedence for them.
 */
const libraries: readonly (readonly [
  symbol: string,
  names: string,
  overloads?: RegExp,
  before?: KubernetesMinor,
])[] = [
  ["stringFunctionsBefore32", "indexOf", /^string_/, 32],
  ["stringFunctionsBefore32", "lastIndexOf", /^string_.*_int$/, 32],
  ["ipFunctionsBefore32", "containsCIDR", /^/, 32],
  ["stringFunctionsBefore33", "format", /^/, 33],
  ["stringFunctionsBefore34", "lastIndexOf", /^string_.*_string$/, 34],
  ["stringFunctionsBefore37", "indexOf lastIndexOf", /^string_.*_int$/, 37],
  ["listExtensionFunctionsBefore37", "lists.range", /^/, 37],
  ["urlFunctionsBefore36", "url isURL", /^/, 36],
  ["formatFunctionsBefore35", "format.qualifiedName format.labelValue format.named", /^/, 35],
  ["formatFunctionsBefore36", "format.uri format.named", /^/, 36],
  ["operatorFunctions", "!_ -_ _+_ _-_ _*_ _/_ _%_ _<_ _<=_ _>_ _>=_ @in"],
  ["ipFunctions", "ip isIP ip.isCanonical family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast cidr isCIDR masked prefixLength containsIP containsCIDR"],
  ["ipFunctions", "string", /^(?:ip|cidr)_/],
  ["conversionFunctions", "bool bytes double duration dyn int size timestamp type uint"],
  ["conversionFunctions", "string", /^(?!ip_|cidr_)/],
  ["textFunctions", "contains endsWith startsWith"],
  ["matchFunctions", "matches"],
  ["timeFunctions", "getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes getSeconds getMilliseconds"],
  ["optionalFunctions", "optional.none optional.of optional.ofNonZeroValue optional.unwrap unwrapOpt hasValue value first last"],
  ["stringFunctions", "charAt join lowerAscii upperAscii replace split substring trim strings.quote format"],
  ["stringFunctions", "indexOf lastIndexOf", /^string_/],
  ["listFunctions", "isSorted sum min max includes"],
  ["listFunctions", "indexOf lastIndexOf", /^list_/],
  ["listExtensionFunctions", "slice flatten lists.range reverse distinct sort @sortByAssociatedKeys"],
  ["setFunctions", "sets.contains sets.equivalent sets.intersects"],
  ["mapFunctions", "cel.@mapInsert"],
  ["regexFunctions", "find findAll"],
  ["urlFunctions", "url isURL getScheme getHost getHostname getPort getEscapedPath getQuery"],
  ["quantityFunctions", "quantity isQuantity sign isInteger asInteger asApproximateFloat add sub"],
  ["quantityFunctions", "compareTo isLessThan isGreaterThan", /^quantity_/],
  ["semverFunctions", "semver isSemver major minor patch"],
  ["semverFunctions", "compareTo isLessThan isGreaterThan", /^semver_/],
  ["formatFunctions", "format.dns1123Label format.dns1123Subdomain format.dns1035Label format.qualifiedName format.dns1123LabelPrefix format.dns1123SubdomainPrefix format.dns1035LabelPrefix format.labelValue format.uri format.uuid format.byte format.date format.datetime format.named validate"],
]; // prettier-ignore

/** The tables to look for a function in on a server; an empty `overload` stands for any. */
export function librariesOf(
  name: string,
  overload: string,
  kubernetes: KubernetesMinor,
): readonly string[] {
  return libraries.flatMap(([symbol, names, overloads, before = Infinity]) => {
    const fits = overload === "" || overloads === undefined || overloads.test(overload);
    return kubernetes < before && fits && names.split(" ").includes(name) ? [symbol] : [];
  });
}
