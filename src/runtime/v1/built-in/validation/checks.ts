import type { FieldError } from "../../values/field-error.js";
import {
  badValueText,
  duplicateError,
  fieldError,
  forbiddenError,
  invalidError,
  notSupportedError,
  requiredError,
} from "../../values/field-errors.js";
import { goJson } from "../../values/go/json.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { labelFaults, labelKeyFaults, labelValueFaults } from "../../values/names.js";
import { isEqualJson } from "../strategies/compare.js";

/**
 * Collects what is wrong with an object, in the server's order and words. Paths of fields are texts
 * such as `spec.ports[0].port`.
 */
export class Checks {
  readonly errors: FieldError[] = [];

  required(field: string, detail = ""): void {
    this.errors.push(requiredError(field, detail));
  }

  invalid(field: string, value: unknown, detail: string): void {
    if (isSelector(value)) this.invalidStruct(field, selectorShown(value), detail);
    else this.errors.push(invalidError(field, value ?? null, detail));
  }

  /** As `invalid`, for a struct that Go prints with the names of its fields, in their order. */
  invalidStruct(field: string, struct: Readonly<Record<string, unknown>>, detail: string): void {
    this.errors.push(fieldError("FieldValueInvalid", field, structText(struct), detail));
  }

  /** The same of a struct that is there twice. */
  duplicateStruct(field: string, struct: Readonly<Record<string, unknown>>): void {
    this.errors.push(fieldError("FieldValueDuplicate", field, structText(struct), ""));
  }

  /** One error for each text of what is wrong with a value. */
  faults(field: string, value: unknown, faults: readonly string[]): void {
    for (const fault of faults) this.invalid(field, value, fault);
  }

  forbidden(field: string, detail: string): void {
    this.errors.push(forbiddenError(field, detail));
  }

  duplicate(field: string, value: unknown): void {
    this.errors.push(duplicateError(field, value));
  }

  notFound(field: string, value: unknown): void {
    this.errors.push(fieldError("FieldValueNotFound", field, badValueText(value), ""));
  }

  /** A value of a list of values that must be there. */
  oneOf(field: string, value: string, supported: readonly string[]): void {
    if (value === "") this.required(field);
    else this.supported(field, value, supported);
  }

  /** A value of a list of values; the empty one is none of them. */
  supported(field: string, value: string, supported: readonly string[]): void {
    if (supported.includes(value)) return;
    this.errors.push(notSupportedError(field, value, supported));
  }

  notNegative(field: string, value: Json | undefined): void {
    if (typeof value === "number" && value < 0) {
      this.invalid(field, value, "must be greater than or equal to 0");
    }
  }

  immutable(field: string, value: Json | undefined, old: Json | undefined): void {
    if (isEqualJson(value ?? null, old ?? null)) return;
    this.invalid(field, value ?? null, "field is immutable");
  }

  /** A DNS label. */
  label(field: string, value: string): void {
    this.faults(field, value, labelFaults(value));
  }

  /** Labels, or what has their form. */
  labels(field: string, labels: JsonObject): void {
    for (const [key, value] of Object.entries(labels)) {
      this.faults(field, key, labelKeyFaults(key));
      this.faults(field, value, labelValueFaults(String(value)));
    }
  }

  /** The number of a port. */
  port(field: string, value: number): void {
    if (value >= 1 && value <= 65535) return;
    this.invalid(field, value, "must be between 1 and 65535, inclusive");
  }

  /** The name of a port (apimachinery `util/validation`, IsValidPortName). */
  portName(field: string, value: string): void {
    this.faults(field, value, portNameFaults(value));
  }

  /** A port by its number or its name. */
  portOrName(field: string, value: Json): void {
    if (typeof value === "string") this.portName(field, value);
    else this.port(field, Number(value ?? 0));
  }

  /** A number that is not negative, or a percentage. */
  amount(field: string, value: Json): void {
    if (typeof value === "number") this.notNegative(field, value);
    else if (!/^[0-9]+%$/.test(String(value))) this.invalid(field, value, percentFault);
  }

  /** A percentage of at most 100. */
  atMostAll(field: string, value: Json): void {
    if (typeof value !== "string" || !/^[0-9]+%$/.test(value)) return;
    if (Number.parseInt(value, 10) > 100) {
      this.invalid(field, value, "must not be greater than 100%");
    }
  }
}

function isSelector(value: unknown): value is JsonObject {
  return (
    isObject(value) && (isObject(value["matchLabels"]) || Array.isArray(value["matchExpressions"]))
  );
}

/** Go prints labels before expressions. */
function selectorShown({ matchLabels, matchExpressions }: JsonObject): JsonObject {
  return {
    ...(matchLabels !== undefined && { matchLabels }),
    ...(matchExpressions !== undefined && { matchExpressions }),
  };
}

/** Members of a struct stay in their order. */
function structText(struct: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(struct).map(
    ([name, value]) => `${goJson(name)}:${value === null ? "null" : goJson(value)}`,
  );
  return `{${members.join(",")}}`;
}

const percentFault =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

function portNameFaults(name: string): readonly string[] {
  const faults: string[] = [];
  if (name.length > 15) faults.push("must be no more than 15 characters");
  if (!/^[-a-z0-9]+$/.test(name)) {
    faults.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  }
  if (!/[a-z]/.test(name)) faults.push("must contain at least one letter (a-z)");
  if (name.includes("--")) faults.push("must not contain consecutive hyphens");
  if (/^-|-$/.test(name)) faults.push("must not begin or end with a hyphen");
  return faults;
}

/** How much an amount is of a number; percentages as their number. */
export function amountOf(value: Json): number {
  return typeof value === "number" ? value : Number.parseInt(String(value), 10) || 0;
}

/** A struct of a struct; none is absent. */
export function structIn(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  return isObject(value) ? value : undefined;
}
