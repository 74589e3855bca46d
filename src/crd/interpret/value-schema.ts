import { checkJunctors } from "../../runtime/v1/validation/check-junctors.js";
import { checkBounds } from "../../runtime/v1/validation/check-number.js";
import type { TextMatcher, ValueSchema } from "../../runtime/v1/validation/value-schema.js";
import {
  isCidr,
  isHostname,
  isIpv4,
  isIpv6,
  isMac,
  isUri,
  isUriWithStrayColons,
} from "../../runtime/v1/values/formats/addresses.js";
import {
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
} from "../../runtime/v1/values/formats/codes.js";
import { isEmail } from "../../runtime/v1/values/formats/email.js";
import { isDate, isDateTime, isDuration } from "../../runtime/v1/values/formats/times.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { compileRe2 } from "../../runtime/v1/values/re2/compile.js";
import { Re2Error } from "../../runtime/v1/values/re2/node.js";
import { has } from "../../runtime/versions/changes.js";
import { supportedFormat } from "../../runtime/versions/formats.js";
import { filledDefault } from "../ir/apply-defaults.js";
import { valuesSchema } from "../ir/child-schemas.js";
import type { NestedValidation, Schema, ValueValidation } from "../ir/schema.js";

/** Which of a schema's two readings a value is judged by. */
export type Reading =
  /** Of custom resources: unsupported formats mean nothing, int-or-string is a type. */
  | "served"
  /** Of defaults in a CRD: every registered format counts, int-or-string restricts nothing. */
  | "structural";

/**
 * Makes of schemas what generated code holds of them as data: the form in which the runtime judges
 * values, here without code and without quick checks. Each distinct schema is made once.
 */
export class ValueSchemas {
  readonly #server: KubernetesMinor;
  readonly #reading: Reading;
  readonly #known = new WeakMap<Schema | NestedValidation, ValueSchema>();

  constructor(server: KubernetesMinor, reading: Reading) {
    this.#server = server;
    this.#reading = reading;
  }

  /** The form of a schema. */
  of(schema: Schema | NestedValidation): ValueSchema {
    let known = this.#known.get(schema);
    if (known === undefined) this.#known.set(schema, (known = this.#make(schema)));
    return known;
  }

  #make(schema: Schema | NestedValidation): ValueSchema {
    const core = "intOrString" in schema ? schema : undefined;
    const intOrString = core?.intOrString === true && this.#reading === "served";
    const type = intOrString ? "integer,string" : schema.type;
    return {
      ...(type === "" ? {} : { type }),
      ...(schema.nullable ? { nullable: true } : {}),
      ...this.#format(schema.validation.format, intOrString ? "" : schema.type),
      ...patternMembers(schema.validation),
      ...limits(schema.validation),
      ...this.#junctors(schema.validation),
      ...this.#children(schema),
      ...(core === undefined ? {} : structure(core)),
      ...(core !== undefined && holdsLists(core) ? { lists: true } : {}),
    };
  }

  #format(format: string, type: string): Partial<ValueSchema> {
    const counts =
      this.#reading === "structural" ? format : supportedFormat(type, format, this.#server);
    if (counts === "") return {};
    const hasFormat = registeredFormat(format, this.#server);
    return hasFormat === undefined ? { format } : { format, hasFormat };
  }

  #junctors(validation: ValueValidation): Partial<ValueSchema> {
    const branches = (["allOf", "anyOf", "oneOf"] as const).filter(
      (key) => validation[key].length > 0,
    );
    const { not } = validation;
    if (branches.length === 0 && not === undefined) return {};
    return {
      ...Object.fromEntries(
        branches.map((key) => [key, validation[key].map((branch) => this.of(branch))]),
      ),
      ...(not === undefined ? {} : { not: this.of(not) }),
      junctors: checkJunctors,
    };
  }

  #children({ fields, values, items }: Schema | NestedValidation): Partial<ValueSchema> {
    const entries = [...fields].map(([name, field]) => [name, this.of(field)] as const);
    return {
      ...(fields.size === 0 ? {} : { fields: Object.fromEntries(entries) }),
      ...(typeof values === "boolean" ? { values } : {}),
      ...(typeof values === "object" ? { values: this.of(values) } : {}),
      ...(items === undefined ? {} : { items: this.of(items) }),
    };
  }
}

function patternMembers(validation: ValueValidation): Partial<ValueSchema> {
  const { pattern } = validation;
  if (pattern === "") return {};
  const matcher = patternOf(validation);
  if (!(matcher instanceof Re2Error)) return { pattern, matcher };
  return { pattern: `${pattern}, but pattern is invalid: ${matcher.message}` };
}

const limitKeys = [
  "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems",
  "maxItems", "uniqueItems", "minProperties", "maxProperties",
] as const; // prettier-ignore

function limits(validation: ValueValidation): Partial<ValueSchema> {
  const given = limitKeys.filter(
    (key) => validation[key] !== undefined && validation[key] !== false,
  );
  return {
    ...Object.fromEntries(given.map((key) => [key, validation[key]])),
    ...((validation.minimum ?? validation.maximum ?? validation.multipleOf) !== undefined && {
      bounds: checkBounds,
    }),
    ...(validation.required.length === 0 ? {} : { required: validation.required }),
    ...(validation.enum.length === 0 ? {} : { enum: validation.enum }),
  };
}

function structure(schema: Schema): Partial<ValueSchema> {
  const { listType, listMapKeys, embeddedResource, preserveUnknownFields, fields } = schema;
  const defaults = [...fields].flatMap(([name, field]): [string, Json][] => {
    const value = filledDefault(field);
    return value === undefined ? [] : [[name, value]];
  });
  const memberDefault = filledDefault(valuesSchema(schema) ?? schema.items);
  return {
    ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    ...(memberDefault === undefined ? {} : { memberDefault }),
    ...(listType === "atomic" ? {} : { listType }),
    ...(listMapKeys.length === 0 ? {} : { listMapKeys }),
    ...(embeddedResource ? { embeddedResource } : {}),
    ...(preserveUnknownFields ? { preserveUnknownFields } : {}),
  };
}

/** Tells whether a schema, or one below it, has lists of type set or map. */
function holdsLists({ listType, fields, values, items }: Schema): boolean {
  const below = [...fields.values(), values, items];
  return (
    listType !== "atomic" || below.some((child) => typeof child === "object" && holdsLists(child))
  );
}

type FormatCheck = (text: string) => boolean;

/** The formats of the server's registry, by their names without dashes (kube-openapi `strfmt`). */
const registry: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ["bsonobjectid", isBsonObjectId],
  ["byte", isByte],
  ["cidr", isCidr],
  ["creditcard", isCreditCard],
  ["date", isDate],
  ["datetime", isDateTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["hexcolor", isHexColor],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["isbn", isIsbn],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["k8slongname", isK8sLongName],
  ["k8sshortname", isK8sShortName],
  ["mac", isMac],
  ["password", () => true],
  ["rgbcolor", isRgbColor],
  ["ssn", isSsn],
  ["uuid", isUuid],
  ["uuid3", isUuid3],
  ["uuid4", isUuid4],
  ["uuid5", isUuid5],
  ["uri", isUri],
]);

/**
 * The check of a format as a schema writes it; undefined where the registry has none of that name.
 */
export function registeredFormat(format: string, server: KubernetesMinor): FormatCheck | undefined {
  const name = format.replaceAll("-", "");
  if (name === "uri" && !has(server, "strictUrlColons")) return isUriWithStrayColons;
  if (name.startsWith("k8s") && !has(server, "registeredNameFormats")) return undefined;
  return registry.get(name);
}

/** A compiled RE2 pattern, or why Go refuses it. */
type CompiledPattern = TextMatcher | Re2Error;

const compiled = new WeakMap<ValueValidation, CompiledPattern>();

/** The pattern of a validation; each is compiled once. */
export function patternOf(validation: ValueValidation): CompiledPattern {
  let pattern = compiled.get(validation);
  if (pattern === undefined) {
    compiled.set(validation, (pattern = compileRe2(validation.pattern)));
  }
  return pattern;
}
