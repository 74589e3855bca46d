/**
 * The contract between generated code and the runtime, `v1`: the names that back ends may use, by
 * the modules that declare them, each with what it is for. `v1/internal.ts` exports these names and
 * those of `runtimeLibrary`, and nothing else; everything else of the runtime may change with any
 * version. Names begin with `type` or `class` as in an import: a class is a value and a type.
 */
export const runtimeContract = {
  "admission/admission": {
    "type Admission": "The server's answer to a write",
    "type AdmitObjectOptions": "How an object is written to a resource itself, or to its status",
    "type AdmitOptions": "How an object is written",
    "type ResourceAdmission": "What admission needs to know of a resource",
    resourceAdmission:
      "What admission needs to know of a resource: its validation, and its functions",
  },
  "admission/admit": {
    admitResource: "The write path of the API server on one object",
  },
  "admission/scale-write": {
    writeScale: "Writes a `Scale` to an object",
  },
  "admission/stored": {
    "type Stored": "An object as the API server would store it",
    "type StoredScale": "The answer to a write to `/scale`",
  },
  "apply/apply-to": {
    "type ApplyToOptions": "How a configuration is applied to an object of a known type",
    applyTo: "Merges a configuration into an object as server-side apply does",
  },
  "apply/merge-configuration": {
    "type Applied": "What becomes of an object that a configuration is applied to",
  },
  "apply/merge-schema": {
    "type MergeAtom": "The types that a value may have",
    "type MergeSchema": "What merging needs to know of one version of a resource",
  },
  "testing/arbitrary/accepted-object": {
    "type ArbitraryOptions": "What all objects of an arbitrary have in common",
    acceptedObject: "Makes an object that was made at random one that the API server accepts",
  },
  "testing/arbitrary/item-key": {
    itemKey: "What items of a list must differ in",
  },
  "testing/arbitrary/present-fields": {
    presentFields: "An object without the fields whose value is undefined",
  },
  "cel/values/error": {
    "class CelError": "What an evaluation that failed gives instead of a value",
  },
  "client/caller": {
    "type ClientOptions": "What a client does unless a call says otherwise",
    "type NamespacedClientOptions":
      "What the client of a namespaced resource does unless a call says otherwise",
  },
  "client/resource-client": {
    "class ResourceClient": "Calls the API server for one version of one resource",
  },
  "values/resource-definition": {
    "type ResourceDefinition":
      "What the API server and its clients must know of one version of a resource, apart from its schema",
  },
  "client/subresource-clients": {
    "class ScaleClient": "The `/scale` subresource",
    "class StatusClient": "The `/status` subresource",
  },
  "client/transport": {
    "type Transport": "The only door to the network",
  },
  "values/field-error": {
    "type FieldError": "One fault of an object",
  },
  "values/field-errors": {
    badValueText: "A bad value as the message shows it",
  },
  "values/json/json": {
    "class Float64": "A float64 whose value is an integer within int64",
    "type Json": "The values that the API server computes with, as JavaScript holds them",
    "type JsonObject": "A JSON object",
    setKey: "Set an own property whatever its name",
  },
  "values/json/json-object": {
    "type Members": "An object with string keys whose values are not known yet",
    hasKey: "Whether an object has a key of its own with a value, which is not `absent`",
    isArray: "The quick check of a list of which nothing else is asked",
    isBoolean: "The quick check of a boolean of which nothing else is asked",
    isListOf: "The quick check of a list of which nothing is asked but that its items are good",
    isMapOf:
      "The quick check of a map of which nothing is asked but that its values are good, or `absent`",
    isPlainObject: "Whether a value is an object as `JSON.parse` makes it",
    isSafeInteger:
      "The quick check of an integer of which nothing else is asked, by servers before 1.36",
    isString: "The quick check of a string of which nothing else is asked",
  },
  "values/kubernetes": {
    "type EmbeddedObjectMeta": "Metadata of an object inside another one, as read",
    "type EmbeddedResource":
      "An object inside another one (`x-kubernetes-embedded-resource`), of a kind that is not known here",
    "type EmbeddedResourceInput": "An `EmbeddedResource` as it is sent",
    "type IntOrString": "A value of `x-kubernetes-int-or-string`",
    "type KubernetesList": "A list of custom resources",
    "type KubernetesObject": "A custom resource as the API server returns it",
    "type KubernetesObjectApply": "An apply configuration",
    "type KubernetesObjectInput": "A custom resource as it is sent on create and replace",
    "type ObjectMetaInput": "Metadata as it is sent on create and replace",
  },
  "values/once": {
    once: "A function that makes a value when it is first called, and keeps it",
  },
  "values/place": {
    fieldPath:
      "The path of a field below another path, with names as `bracketPathOf` shows them (`util/validation/field`)",
  },
  "validation/prune": {
    "type PruneSchema": "What a schema says about what stays in a value",
    isMembers: "Whether a value is an object with members of its own",
    resourcePruner:
      "A function that removes fields that the schema does not specify, and gives their paths",
  },
  "values/quick/metadata": {
    isObjectMeta: "Exact for metadata of an object to create that is an object of `JSON.parse`",
    isPlainMetadata:
      "Metadata in which the rules find no fault for sure, and which the server completes by nothing a schema could look at",
  },
  "values/quick/numbers": {
    isFiniteNumber: "A number of any class",
    isFloat32: "A number that a float of 32 bits can hold, if not exactly",
    isInt32: "An integer of 32 bits, of either class",
    isInteger: "An integer within 64 bits",
    isNearInteger: "An integer as the server takes it where none is declared",
  },
  "values/re2/matcher": {
    re2Matcher: "A matcher for a pattern that generated code cannot hold as a regular expression",
  },
  "cel/rules/limited-expression": {
    limitedBy: "An expression that can reach a limit of cost",
  },
  "cel/rules/rule-message": {
    ruleMessage:
      "What the message expression of a rule says of a value (apiextensions `apiserver/schema/cel/validation.go`)",
  },
  "cel/rules/rule-node": {
    "type CelRule": "A rule and where it stands",
    "type RuleNode": "A node of a schema that has rules, or has nodes below that have",
    listRules: "All rules at and below a node, in the order of the schema",
  },
  "cel/rules/rules": {
    checkRules: "The errors of the rules of a resource",
    runResourceRules: "The rules of a resource over a whole object, for validation and admission",
  },
  "values/strings": {
    codePoints: "The length of a text in Unicode code points, as Go counts runes",
  },
  "client/tables/cells": {
    ageCell: "What a table shows in a column of dates",
    booleanCell: "What a table shows in a column of booleans",
    integerCell: "What a table shows in a column of integers",
    nameCell: "The first cell of each row of a table",
    numberCell: "What a table shows in a column of numbers",
    textCell: "What a table shows in a column of texts",
  },
  "client/tables/json-path": {
    firstAt: "The first value that a parsed path finds",
    parseJsonPath: "Parses the path of a printer column or a selectable field",
  },
  "client/tables/plain-path": {
    valueAt: "What is at a path of names",
  },
  "client/tables/print-table": {
    "type TableColumn": "The head of a column of a table",
  },
  "testing/served-version": {
    "type ServedVersion": "A version of a resource, as a server in memory serves it",
  },
  "validation/as-sent": {
    isGoodAsSent:
      "Whether the server would accept an object as it is sent, by a quick check that is exact for what `JSON.parse` makes",
    isGoodByRules: "The same of a resource with rules, which see the object with its defaults",
  },
  "validation/check-junctors": {
    checkJunctors: "Reports what `allOf`, `anyOf`, `oneOf` and `not` find wrong with a value",
  },
  "validation/check-number": {
    checkBounds: "Reports where a number breaks the bounds of its schema",
  },
  "validation/check-rules": {
    "type CheckRules": "The seam between validation and CEL",
  },
  "validation/embedded-resources": {
    coerceEmbeddedResources:
      "Brings the metadata of embedded resources into the form in which the server stores it, in place",
    coerceStoredResources:
      "Brings the metadata of embedded resources into the form in which they are read from the store, in place",
    embeddedErrors: "The errors of the resources embedded in a value",
    hasValidResources: "Whether no resource embedded in a value has an error",
    isEmbeddedResource: "Whether an embedded resource has no fault for sure",
  },
  "validation/enum-values": {
    isOneOf:
      "Whether a value is one of an enum's, as the server compares (kube-openapi `basicCommonValidator`)",
  },
  "validation/found-lists": {
    hasValidLists: "Whether no list of type set or map in a value has an error by its type",
  },
  "validation/is-valid": {
    isValid: "Whether a value has no error by a schema",
  },
  "validation/list-types": {
    isSet: "Whether the items of a set differ from each other",
  },
  "validation/resource-validation": {
    "type CheckOptions": "How an object is checked",
    "type ResourceValidation": "What the validation of a resource needs to know of it",
    "type ValidateOptions": "How an object is validated",
  },
  "validation/rule-steps": {
    ruleSteps: "What validation does about rules",
  },
  "validation/scale-paths": {
    hasReplicas:
      "Whether what stands at a path is absent, or `absent`, or a good number of replicas",
    hasText: "Whether what stands at a path is absent, or `absent`, or a text",
    scaleErrors:
      "The errors at the paths of the scale subresource, which every write of the object checks",
  },
  "validation/standard-schema": {
    "type ResourceSchema": "The validation of a resource as a Standard Schema",
    resourceSchema: "The Standard Schema of a resource",
  },
  "validation/unique-keys": {
    haveUniqueKeys: "Whether the items of a map list have different keys",
  },
  "validation/validity": {
    assertValidResource: "Throws unless the server would accept an object as it is sent",
    isValidResource: "Whether the server would accept an object as it is sent",
    validateResource: "The causes in the server's answer to an object as it is sent",
  },
  "validation/value-schema": {
    "type ValueSchema": "What a schema says about values, as generated code holds it",
  },
  "validation/wrong-members": {
    "type WrongMembers":
      "Names of members that may have errors, in the order in which they stand in their object",
  },
  "values/variants": {
    "type CommentsOf": "The fields of `T`, each of any type",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
/**
 * What generated code calls because a row of a table in the compiler names it: checks of formats
 * (`versions/formats`), older servers (`versions/dialects`), functions of CEL (`cel/libraries`),
 * and what rules read, compare and count with (`backends/rules`). A new function of CEL is a new
 * name here.
 */
export const runtimeLibrary = {
  "cel/cost/call-cost": [
    "concatCost",
    "containsCidrCost",
    "containsCidrTextCost",
    "containsIpCost",
    "containsIpTextCost",
    "equalityCost",
    "flattenCost",
    "flattenDepthCost",
    "matchCost",
    "memberCost",
    "newListCost",
    "pairsCost",
    "pairsTwiceCost",
    "readDeepCost",
    "readFirstCost",
    "readResultTwiceCost",
    "readSecondCost",
    "readShorterCost",
    "readTwiceCost",
    "searchCost",
    "sortByCost",
    "sortCost",
    "validateCost",
  ],
  "cel/cost/counted": ["countCost"],
  "cel/cost/functions/comparison-functions": [
    "comparisonFunctions",
    "membershipFunctions",
    "notFunctions",
  ],
  "cel/cost/functions/conversion-functions": [
    "boolConversion",
    "bytesConversion",
    "doubleConversion",
    "durationConversion",
    "intConversion",
    "stringConversion",
    "timestampConversion",
    "uintConversion",
  ],
  "cel/cost/functions/format-functions": ["formatFunctions"],
  "cel/cost/functions/ip-functions": ["ipFunctions"],
  "cel/cost/functions/list-extension-functions": ["listExtensionFunctions"],
  "cel/cost/functions/list-functions": ["listFunctions"],
  "cel/cost/functions/map-functions": ["mapFunctions"],
  "cel/cost/functions/match-functions": ["matchFunctions", "matching"],
  "cel/cost/functions/older-format-functions": [
    "formatFunctionsBefore35",
    "formatFunctionsBefore36",
  ],
  "cel/cost/functions/older-ip-functions": ["ipFunctionsBefore32"],
  "cel/cost/functions/older-list-functions": ["listExtensionFunctionsBefore37"],
  "cel/cost/functions/older-string-functions": [
    "stringFunctionsBefore32",
    "stringFunctionsBefore33",
    "stringFunctionsBefore34",
    "stringFunctionsBefore37",
  ],
  "cel/cost/functions/older-url-functions": ["urlFunctionsBefore36"],
  "cel/cost/functions/operator-functions": ["intFunctions", "operatorFunctions"],
  "cel/cost/functions/optional-functions": ["optionalFunctions"],
  "cel/cost/functions/quantity-functions": ["quantityFunctions"],
  "cel/cost/functions/regex-functions": ["regexFunctions"],
  "cel/cost/functions/semver-functions": ["semverFunctions"],
  "cel/cost/functions/set-functions": ["setFunctions"],
  "cel/cost/functions/size-functions": ["sizeFunctions"],
  "cel/cost/functions/string-functions": ["stringFunctions"],
  "cel/cost/functions/text-functions": ["textFunctions"],
  "cel/cost/functions/time-functions": ["timeFunctions"],
  "cel/cost/functions/url-functions": ["urlFunctions"],
  "cel/cost/macros": ["all", "bound", "exists", "existsOne", "mapped"],
  "cel/cost/map-macros": ["transformed"],
  "cel/cost/plan": [
    "among",
    "and",
    "call",
    "choose",
    "constant",
    "equal",
    "folded",
    "hasPath",
    "hasPathAtCost",
    "index",
    "listLiteral",
    "mapLiteral",
    "optionalIndex",
    "optionalOr",
    "optionalOrValue",
    "or",
    "path",
    "patternCall",
    "present",
    "presentAtCost",
    "select",
    "unequal",
  ],
  "cel/cost/well-known-structs": ["structLiteral"],
  "cel/data/data": [
    "nullable",
    "readBool",
    "readDouble",
    "readInt",
    "readIntOrString",
    "readString",
  ],
  "cel/data/data-formats": ["readBytes", "readDate", "readDateTime", "readDuration"],
  "cel/data/data-list": ["readItems", "readList", "readMapList", "readSet", "readUntypedList"],
  "cel/data/data-object": ["readBareObject", "readMap", "readObject", "readUnknown"],
  "cel/data/known": [
    "type AnyData",
    "aBool",
    "aDouble",
    "aList",
    "aNumber",
    "aText",
    "anArray",
    "anInt",
    "anObject",
    "elementsOf",
    "entryIn",
    "firstPresent",
    "hasEntry",
    "includesText",
    "instanceOf",
    "isPresent",
    "maybeObject",
    "noneIn",
    "optionalOf",
    "readOf",
    "someArray",
    "someBool",
    "someInt",
    "someNumber",
    "someObject",
    "someReadable",
    "someText",
    "sound",
    "valueOr",
  ],
  "cel/data/optional-access": ["hasKeyOf", "optionalOfData", "selectOptional"],
  "cel/libraries/cidr": [
    "class Cidr",
    "cidrContainsCidr",
    "cidrContainsCidrText",
    "cidrContainsIp",
    "cidrContainsIpText",
    "cidrIp",
    "formatCidr",
    "isCidrText",
    "maskedCidr",
    "parseCidr",
    "prefixLength",
  ],
  "cel/libraries/format": ["formatString"],
  "cel/libraries/ip": [
    "class Ip",
    "formatIp",
    "ipFamily",
    "isCanonicalIp",
    "isGlobalUnicast",
    "isIp",
    "isLinkLocalMulticast",
    "isLinkLocalUnicast",
    "isLoopback",
    "isUnspecified",
    "parseIp",
  ],
  "cel/libraries/list-extensions": [
    "distinctList",
    "flattenList",
    "rangeList",
    "reverseList",
    "sliceList",
    "sortByKeys",
    "sortList",
  ],
  "cel/libraries/lists": [
    "includesValue",
    "indexOfElement",
    "isSorted",
    "lastIndexOfElement",
    "maxOf",
    "minOf",
    "sumOfValues",
  ],
  "cel/libraries/named-format": [
    "class NamedFormat",
    "byteFormat",
    "dateFormat",
    "datetimeFormat",
    "dns1035LabelFormat",
    "dns1035LabelPrefixFormat",
    "dns1123LabelFormat",
    "dns1123LabelPrefixFormat",
    "dns1123SubdomainFormat",
    "dns1123SubdomainPrefixFormat",
    "labelValueFormat",
    "namedFormat",
    "qualifiedNameFormat",
    "uriFormat",
    "uuidFormat",
    "validateFormat",
  ],
  "cel/libraries/quantity": [
    "class Quantity",
    "addIntToQuantity",
    "addQuantities",
    "compareQuantities",
    "isGreaterQuantity",
    "isIntegerQuantity",
    "isLessQuantity",
    "isQuantity",
    "parseQuantity",
    "quantityAsFloat",
    "quantityAsInteger",
    "quantitySign",
    "subtractIntFromQuantity",
    "subtractQuantities",
  ],
  "cel/libraries/regex": ["findAllPattern", "findPattern", "matchesPattern"],
  "cel/libraries/semver": [
    "class Semver",
    "compareSemvers",
    "isGreaterSemver",
    "isLessSemver",
    "isSemver",
    "parseSemver",
    "semverMajor",
    "semverMinor",
    "semverPatch",
  ],
  "cel/libraries/sets": ["setContains", "setsEquivalent", "setsIntersect"],
  "cel/libraries/strings": [
    "charAt",
    "containsText",
    "endsWithText",
    "findMatch",
    "indexOfText",
    "joinTexts",
    "lastIndexOfText",
    "lastIndexOfTextFrom",
    "lowerAscii",
    "quoteText",
    "replaceText",
    "splitText",
    "startsWithText",
    "substring",
    "trimText",
    "upperAscii",
  ],
  "cel/libraries/timestamp-fields": [
    "dayOfMonth",
    "dayOfMonthFromOne",
    "dayOfWeek",
    "dayOfYear",
    "fullYear",
    "hours",
    "milliseconds",
    "minutes",
    "month",
    "seconds",
  ],
  "cel/libraries/url": [
    "class UrlValue",
    "isUrl",
    "parseUrl",
    "urlEscapedPath",
    "urlHost",
    "urlHostname",
    "urlPort",
    "urlQuery",
    "urlScheme",
  ],
  "cel/older/older-cidrs": ["cidrContainsCidrBefore32", "cidrContainsCidrTextBefore32"],
  "cel/older/older-data-lists": ["readOlderList"],
  "cel/older/older-lists": ["rangeListBefore37"],
  "cel/older/older-named-formats": [
    "labelValueFormatBefore35",
    "namedFormatBefore35",
    "namedFormatBefore36",
    "qualifiedNameFormatBefore35",
    "uriFormatBefore36",
  ],
  "cel/older/older-objects": ["readOlderObject"],
  "cel/older/older-old-self": ["readAsData"],
  "cel/older/older-sets": ["readOlderSet"],
  "cel/older/older-strings": [
    "formatStringBefore33",
    "indexOfTextBefore32",
    "indexOfTextBefore37",
    "lastIndexOfTextBefore32",
    "lastIndexOfTextBefore34",
    "lastIndexOfTextBefore37",
  ],
  "cel/older/older-urls": ["isUrlBefore36", "parseUrlBefore36"],
  "cel/operators/arithmetic": [
    "addValues",
    "divideValues",
    "moduloValues",
    "multiplyValues",
    "negateValue",
    "subtractValues",
  ],
  "cel/operators/compare": ["celGreater", "celGreaterEquals", "celLess", "celLessEquals"],
  "cel/operators/convert": [
    "toBoolValue",
    "toBytesValue",
    "toDoubleValue",
    "toDurationValue",
    "toIntValue",
    "toStringValue",
    "toTimestampValue",
    "toUintValue",
  ],
  "cel/operators/dispatch": ["valueIn"],
  "cel/operators/iterate": ["entriesOf", "rangeOf"],
  "cel/operators/size": ["sizeOf"],
  "cel/values/bytes": ["addBytes", "encodeUtf8"],
  "cel/values/double": ["class Double"],
  "cel/values/duration": [
    "class Duration",
    "addDurations",
    "compareDurations",
    "durationHours",
    "durationMilliseconds",
    "durationMinutes",
    "durationSeconds",
    "formatDuration",
    "subtractDurations",
  ],
  "cel/values/equal": ["celDiffers", "celEquals", "listIncludes"],
  "cel/values/error": ["isError"],
  "cel/values/int": [
    "addInts",
    "divideInts",
    "moduloInts",
    "multiplyInts",
    "negateInt",
    "subtractInts",
  ],
  "cel/values/list": ["concatLists", "indexValue"],
  "cel/values/map": ["mapOf"],
  "cel/values/optional": ["class Optional", "optionalNone", "optionalOfNonZero", "optionalValue"],
  "cel/values/timestamp": [
    "class Timestamp",
    "addDurationTimestamp",
    "addToTimestamp",
    "compareTimestamps",
    "formatTimestamp",
    "subtractFromTimestamp",
    "subtractTimestamps",
  ],
  "cel/values/type-value": ["class TypeValue", "typeOf"],
  "cel/values/uint": [
    "class Uint",
    "addUints",
    "divideUints",
    "moduloUints",
    "multiplyUints",
    "subtractUints",
  ],
  "cel/values/value": [
    "type List",
    "class MapValue",
    "type Value",
    "isList",
    "listElements",
    "listSize",
  ],
  "values/formats/bson-object-id": ["isBsonObjectId"],
  "values/formats/byte": ["isByte"],
  "values/formats/cidr": ["isCidr"],
  "values/formats/credit-card": ["isCreditCard"],
  "values/formats/date": ["isDate"],
  "values/formats/date-time": ["isDateTime"],
  "values/formats/duration": ["isDuration"],
  "values/formats/email": ["isEmail"],
  "values/formats/hex-color": ["isHexColor"],
  "values/formats/hostname": ["isHostname"],
  "values/formats/ipv4": ["isIpv4"],
  "values/formats/ipv6": ["isIpv6"],
  "values/formats/isbn": ["isIsbn"],
  "values/formats/isbn10": ["isIsbn10"],
  "values/formats/isbn13": ["isIsbn13"],
  "values/formats/k8s-long-name": ["isK8sLongName"],
  "values/formats/k8s-short-name": ["isK8sShortName"],
  "values/formats/mac": ["isMac"],
  "values/formats/rgb-color": ["isRgbColor"],
  "values/formats/ssn": ["isSsn"],
  "values/formats/uri": ["isUri", "isUriWithStrayColons"],
  "values/formats/uuid": ["isUuid"],
  "values/formats/uuid3": ["isUuid3"],
  "values/formats/uuid4": ["isUuid4"],
  "values/formats/uuid5": ["isUuid5"],
  "values/go/compare-utf8": ["compareUtf8"],
  "values/go/float": ["formatFloat"],
  "values/older-dialects": [
    "kubernetes128",
    "kubernetes129",
    "kubernetes130",
    "kubernetes131",
    "kubernetes132",
    "kubernetes133",
    "kubernetes134",
    "kubernetes135",
    "kubernetes136",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type ContractName = Names<(typeof runtimeContract)[keyof typeof runtimeContract]>;
type LibraryName = (typeof runtimeLibrary)[keyof typeof runtimeLibrary][number];

/** The names of all modules; distributes over a union of them. */
type Names<Module> = Module extends unknown ? keyof Module & string : never;

type ValueOf<Name extends string> = Name extends `class ${infer Class}`
  ? Class
  : Name extends `type ${string}`
    ? never
    : Name;

type TypeOf<Name extends string> = Name extends `${"class" | "type"} ${infer Type}` ? Type : never;

/** The values that back ends may use. */
export type RuntimeValue = ValueOf<ContractName>;

/** The types that back ends may use; classes are both. */
export type RuntimeType = TypeOf<ContractName>;

/** The values that rows of the compiler's tables name. */
export type LibraryValue = ValueOf<LibraryName>;

/** The classes of CEL's values. */
export type LibraryClass = LibraryName extends infer Name
  ? Name extends `class ${infer Class}`
    ? Class
    : never
  : never;

/** The types of CEL's values. */
export type LibraryType = TypeOf<LibraryName>;
