import type { OlderWords } from "./dialect.js";
import { newestScheme } from "./dialect.js";
import type { FieldError } from "./field-error.js";
import { badValueText, fieldError, shownIn } from "./field-errors.js";
import { quote } from "./go/quote.js";
import { goStringsSyntax, goSyntax } from "./go/render-tree.js";
import type { JsonObject } from "./json/json.js";

/*
 * What older servers say, each as the difference to the one after it. The facts: answers of real
 * servers, and the field error code of apimachinery (`util/validation/field/errors.go`) at each
 * release.
 */

/** A text, and what stood in its place before. */
interface Rewording {
  /** The pattern of the field; any if undefined. */
  readonly field?: RegExp;
  /** The replacement of what the pattern matches. */
  readonly fieldSaid?: string;
  readonly says: RegExp;
  readonly said: string;
  readonly reason?: FieldError["reason"];
}

/** The differences between the texts of a server and those of the one after it. */
interface Changes extends Partial<OlderWords> {
  /** Values that are no scalars, as Go prints them with `%#v`. */
  readonly showsGo?: true;
  /** Errors of metadata, beside what is said of all values. */
  readonly metadata?: readonly Rewording[];
  readonly values?: readonly Rewording[];
}

function before(later: OlderWords, changes: Changes): OlderWords {
  const { showsGo = false, metadata = [], values = [], ...others } = changes;
  const shown = (error: FieldError, textOf: (value: object) => string): FieldError =>
    showsGo ? inGoSyntax(error, textOf) : error;
  return {
    ...later,
    ofValues: (error) => reword(later.ofValues(shown(error, goSyntax)), values),
    ofMetadata: (error) => {
      const said = later.ofMetadata(shown(error, metadataText(error.field)));
      return reword(said, [...metadata, ...values]);
    },
    ...others,
  };
}

function reword(error: FieldError, rows: readonly Rewording[]): FieldError {
  let { reason, field, message } = error;
  for (const row of rows) {
    if (row.field?.test(field) === false || !row.says.test(message)) continue;
    message = message.replace(row.says, row.said);
    reason = row.reason ?? reason;
    if (row.fieldSaid !== undefined) field = field.replace(row.field ?? "", row.fieldSaid);
  }
  return { reason, field, message };
}

function inGoSyntax(error: FieldError, textOf: (value: object) => string): FieldError {
  const shown = shownIn(error);
  if (shown === undefined) return error;
  return fieldError(error.reason, error.field, textOf(shown.value), shown.detail);
}

/** Metadata has types in Go, whose names are shown. */
function metadataText(field: string): (value: object) => string {
  if (/\.ownerReferences(?:\[\d+\])?$/.test(field)) {
    return (owners) => goOwnerReferences(owners as JsonObject | readonly JsonObject[]); // by the field
  }
  if (!field.endsWith(".finalizers")) return goSyntax;
  return (finalizers) => goStringsSyntax(finalizers as readonly string[]); // by the field
}

const newestWords: OlderWords = {
  ofValues: (error) => error,
  ofMetadata: (error) => error,
  ofFinalizers: (warnings) => warnings,
  valueText: badValueText,
  scheme: newestScheme,
};

const operation = /\.managedFields\[\d+\]\.operation$/;
const mustNotBeEmpty = /^Required value: must not be empty$/;

/** 1.36 and 1.35. */
export const words136: OlderWords = /* @__PURE__ */ before(newestWords, {
  metadata: [
    {
      field: operation,
      says: mustNotBeEmpty,
      said: 'Invalid value: "": must be `Apply` or `Update`',
      reason: "FieldValueInvalid",
    },
    {
      field: operation,
      says: /^Unsupported value: (".*"): supported values: "Apply", "Update"$/,
      said: "Invalid value: $1: must be `Apply` or `Update`",
      reason: "FieldValueInvalid",
    },
    {
      field: /(\.ownerReferences)\[\d+\](\.\w+|)$/,
      fieldSaid: "$1$2",
      says: /^/,
      said: "",
    },
    {
      field: /\.ownerReferences\.\w+$/,
      says: mustNotBeEmpty,
      said: 'Invalid value: "": must not be empty',
      reason: "FieldValueInvalid",
    },
    {
      field: /\.ownerReferences\.apiVersion$/,
      says: /^(Invalid value: ".*": )must (?:not be empty|be <group>\/<version> or <version>)$/,
      said: "$1version must not be empty",
    },
  ],
});

/** A text as Go quotes it. */
const quoted = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;

/** The pattern of the text before a fault of a label key or value in an error or a warning. */
const beforeFault = `^(?:(?:Invalid value|metadata\\.finalizers): ${quoted}: )?`;

const labelTexts: readonly Rewording[] = [
  {
    says: /* @__PURE__ */ new RegExp(
      `(${beforeFault}(?:name part |prefix part )?must be no more than \\d+) bytes$`,
    ),
    said: "$1 characters",
  },
  {
    says: /* @__PURE__ */ new RegExp(`(${beforeFault})a valid label key `),
    said: "$1a qualified name ",
  },
];

/** A fault of a label key or value, or a warning with one, up to 1.34. */
export function labelFaultBefore35(text: string): string {
  return labelTexts.reduce((said, row) => said.replace(row.says, row.said), text);
}

/** 1.34. */
export const words134: OlderWords = /* @__PURE__ */ before(words136, {
  metadata: labelTexts,
  ofFinalizers: (warnings) => warnings.map(labelFaultBefore35),
  scheme: "pkg/runtime/scheme.go:110",
});

/** Of an owner. */
function emptyPart(key: string): Rewording {
  return {
    field: new RegExp(`\\.ownerReferences\\.${key}$`),
    says: /^Invalid value: "": must not be empty$/,
    said: `Invalid value: "": ${key} must not be empty`,
  };
}

/** 1.33. */
export const words133: OlderWords = /* @__PURE__ */ before(words134, {
  showsGo: true,
  metadata: [
    /* @__PURE__ */ emptyPart("kind"),
    /* @__PURE__ */ emptyPart("name"),
    /* @__PURE__ */ emptyPart("uid"),
    {
      field: /^metadata\.resourceVersion$/,
      says: /^Invalid value: 0: /,
      said: "Invalid value: 0x0: ",
    },
    {
      field: /\.(?:creation|deletion)Timestamp$/,
      says: /^(Invalid value: )"([^T]+)T([^Z]+)Z": /,
      said: "$1$2 $3 +0000 UTC: ",
    },
    // Of a resource inside of another one.
    {
      field: /(?:^|\.)(?:apiVersion|kind)$/,
      says: /^Required value$/,
      said: "Required value: must not be empty",
    },
  ],
  values: [
    { says: /^((?:Invalid|Duplicate|Unsupported) value: )null(?=:|$)/, said: '$1"null"' },
    { says: /^(Too long: may not be more than 1 byte)$/, said: "$1s" },
    { says: /^(Too many: \d+: must have at most 1 item)$/, said: "$1s" },
  ],
  valueText: (value) => {
    if (value === null || value === undefined) return '"null"';
    return typeof value === "object" ? goSyntax(value) : badValueText(value);
  },
});

/** 1.32. */
export const words132: OlderWords = /* @__PURE__ */ before(words133, {
  scheme: "pkg/runtime/scheme.go:100",
});

const longBytes = /^Too long: may not be more than (\d+) bytes$/;
const withPath =
  / including a path \(\/\)(?= to avoid accidental conflicts with other finalizer writers$)/;

/** 1.31, 1.30 and 1.29. */
export const words131: OlderWords = /* @__PURE__ */ before(words132, {
  metadata: [
    { field: /\.annotations$/, says: longBytes, said: "Too long: must have at most $1 bytes" },
  ],
  values: [{ says: longBytes, said: "Too long: may not be longer than $1" }],
  ofFinalizers: (warnings) =>
    words132.ofFinalizers(warnings).map((warning) => warning.replace(withPath, "")),
});

/** 1.28. */
export const words128: OlderWords = /* @__PURE__ */ before(words131, { ofFinalizers: () => [] });

/**
 * Owner references of decoded metadata as Go prints them with `%#v`, which is how field errors show
 * them up to 1.33. Where Go prints the address of a flag stands `0xPOINTER`.
 */
function goOwnerReferences(owners: JsonObject | readonly JsonObject[]): string {
  return Array.isArray(owners)
    ? `[]v1.OwnerReference{${owners.map(goOwnerReference).join(", ")}}`
    : goOwnerReference(owners as JsonObject); // the type of lists that are not readonly is lost
}

function goOwnerReference(reference: JsonObject): string {
  const text = (key: string): string => {
    const value = reference[key];
    return quote(typeof value === "string" ? value : "");
  };
  const flag = (key: string): string =>
    `(*bool)(${typeof reference[key] === "boolean" ? "0xPOINTER" : "nil"})`;
  return `v1.OwnerReference{APIVersion:${text("apiVersion")}, Kind:${text("kind")}, Name:${text("name")}, UID:${text("uid")}, Controller:${flag("controller")}, BlockOwnerDeletion:${flag("blockOwnerDeletion")}}`;
}
