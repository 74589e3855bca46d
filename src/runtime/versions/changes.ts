/** The source of a change, and the minor version that it came with: 34 means 1.34. */
interface ChangeFacts {
  readonly since: number;
  /** Where Kubernetes or cel-go does it, or how it is known. */
  readonly source: string;
}

const recorded = "recorded answers of servers 1.28 to 1.37";

/**
 * All changes between the servers that crdgen answers for, by name; a name says what is so from a
 * version on. What changed for one function of CEL is in its row (`cel/libraries`), and how values
 * are printed in messages is the runtime's `Dialect`.
 */
const changes = {
  // The language of expressions. Servers have a newer cel-go with most versions.
  /** Names in backticks are tokens, if only to be refused. */
  backtickTokens: { since: 33, source: "cel-go 0.23" },
  /** Names in backticks may name fields. */
  backtickFields: { since: 37, source: recorded },
  /** The accumulators of macros are called `@result`. */
  hiddenAccumulators: { since: 33, source: "cel-go 0.23" },
  /** Messages about the argument of a macro point at the argument. */
  faultsAtArguments: { since: 29, source: "cel-go 0.17" },
  /** The receiver of an optional macro is copied where it is used more than once. */
  copiedReceivers: { since: 32, source: "cel-go 0.22" },
  /** Messages of syntax errors are not taken for formats of `fmt.Sprintf`. */
  verbatimSyntaxErrors: { since: 33, source: "cel-go 0.23" },
  /** A leading dot and the variables of loops count for which name is meant. */
  dotsSkipLoops: { since: 37, source: "cel-go 0.27" },
  /** A call on something undeclared is no second error. */
  errorTypes: { since: 29, source: "cel-go 0.17" },
  /** `&&` and `||` check term by term. */
  termByTerm: { since: 29, source: "cel-go 0.17" },
  /** Elements of a literal of different types are left to the validators. */
  mixedLiterals: { since: 29, source: "cel-go 0.17" },
  /** The type of optional values is called `optional_type`. */
  optionalTypeName: { since: 31, source: "cel-go 0.20" },
  /** `optional_type`, named as a value, has a parameter. */
  optionalTypeParameter: { since: 37, source: "cel-go 0.29" },
  /** The value in an optional keeps its schema when it is read. */
  optionalsKeepSchemas: {
    since: 37,
    source: "cel-go 0.27, `interpreter/attributes.go`, applyQualifiers",
  },

  // What expressions may use, by the compatibility version.
  /** Optional values. */
  optionals: { since: 28, source: "Kubernetes `cel/environment/base.go`" },
  /** Constants are checked, and literals must be of one type: the AST validators. */
  validators: { since: 29, source: "Kubernetes `cel/environment/base.go`" },
  /** The names of the types of addresses. */
  networkTypes: { since: 30, source: "Kubernetes `cel/environment/base.go`" },
  /** Fields that are called as reserved words are. */
  keywordFields: { since: 31, source: "Kubernetes `cel/environment/base.go`" },
  /** Macros with two variables. */
  twoVariableMacros: { since: 32, source: "Kubernetes `cel/environment/base.go`" },
  /** `sortBy`. */
  listMacros: { since: 34, source: "Kubernetes `cel/environment/base.go`" },
  /** The formats of `format` are checked with the constants. */
  formatValidator: { since: 31, source: "cel-go 0.20" },

  // Costs.
  /** `has()` costs nothing beyond its operand. */
  freePresenceTests: {
    since: 29,
    source: "Kubernetes `cel/environment/base.go`, PresenceTestHasCost",
  },
  /** The result of a macro is as large as its range. */
  sizedMacros: { since: 30, source: recorded },
  /** Lists and maps that macros make are tracked with their entries. */
  trackedEntries: { since: 33, source: "cel-go 0.23" },
  /** An optional value is as large as what it holds. */
  sizedOptionals: { since: 33, source: "cel-go 0.23" },
  /** Texts of an `enum` are as long as the longest of them. */
  enumLengths: { since: 29, source: recorded },
  /** The names of objects have a known length. */
  cappedNames: { since: 37, source: recorded },
  /** Rules of a schema that an update leaves as it is may cost what they like. */
  waivedStoredCosts: {
    since: 29,
    source: "apiextensions `validation.go`, ValidateCustomResourceDefinitionUpdate",
  },

  // Rules.
  /** `optionalOldSelf` is a field of rules, if only to be dropped. */
  optionalOldSelfField: { since: 29, source: "KEP-4008 (validation ratcheting)" },
  /** `optionalOldSelf` is kept. */
  optionalOldSelf: { since: 30, source: "KEP-4008 (validation ratcheting)" },
  /** Objects without fields can be read. */
  emptyObjects: { since: 29, source: recorded },
  /** Objects are compared by the fields that are there, null or not. */
  nullFieldsCompared: { since: 34, source: recorded },
  /** Lists of type set with unhashable items can be compared and added to. */
  anySetItems: { since: 37, source: "apiserver `cel/common/values.go`" },
  /** Items that are added to a list of the schema may be made by an expression. */
  anyAddedItems: { since: 37, source: "apiserver `cel/common/values.go`" },
  /** Stored message expressions are looked up by themselves; before, by their rules. */
  storedMessages: {
    since: 31,
    source: "apiextensions `validation.go`, ValidateCustomResourceDefinitionUpdate",
  },

  // Messages.
  /** Details do not repeat the name of the field that they are about. */
  shortDetails: { since: 34, source: recorded },
  /** Values are printed as JSON. */
  jsonValues: { since: 34, source: "apimachinery `util/validation/field/errors.go`" },
  /** The detail where a stored version is gone names the way out. */
  longStoredVersionsDetail: {
    since: 33,
    source: "apiextensions `validation.go`, ValidateCustomResourceDefinitionUpdate",
  },

  // Formats and numbers of objects.
  /** A format counts only at nodes of its type, and formats of numbers are enforced. */
  typedFormats: { since: 36, source: "apiextensions `apiserver/validation/formats.go`" },
  /** Integers are recognised alike with and without `anyOf`. */
  exactIntegers: { since: 37, source: "swag 0.24, IsFloat64AJSONInteger" },
  /** A URL with more than one colon in its host is none. */
  strictUrlColons: { since: 36, source: "Go 1.26, `net/url`" },
  /** `k8s-short-name` and `k8s-long-name` are in the registry. */
  registeredNameFormats: { since: 34, source: "apiextensions `apiserver/validation/formats.go`" },
  /** Custom resources may use these two formats: one version after they appeared. */
  nameFormats: { since: 35, source: "apiextensions `apiserver/validation/formats.go`" },

  // CRDs.
  /** `selectableFields` is kept. */
  selectableFields: { since: 31, source: "KEP-4358 (field selectors)" },
  /** Unknown formats of strings are warned about. */
  stringFormatWarnings: { since: 34, source: recorded },
  /** Unknown formats are warned about, whatever the type. */
  formatWarnings: { since: 36, source: recorded },
  /** Lists of type set with items that are objects or lists are warned about. */
  compositeSetWarnings: { since: 37, source: recorded },
  /**
   * `additionalProperties: false` in a branch of a junctor says nothing; before, it is forbidden as
   * a schema is.
   */
  closedBranches: { since: 31, source: recorded },
  /** An established CRD may not get a webhook whose `caBundle` holds no certificate. */
  checkedCaBundles: { since: 31, source: recorded },
  /** A list of selectable fields that an update leaves as it is may be too long. */
  waivedStoredFields: {
    since: 35,
    source: "apiextensions `validation.go`, ValidateCustomResourceDefinitionUpdate",
  },
  /** `example` and `externalDocs` are part of the structural form. */
  structuralExamples: { since: 36, source: recorded },
} satisfies Readonly<Record<string, ChangeFacts>>;

/** The name of a change. */
export type Change = keyof typeof changes;

/**
 * Tells whether a version has a change: that of a server, or a compatibility version where it
 * depends on that.
 */
export function has(minor: number, change: Change): boolean {
  return minor >= changes[change].since;
}
