import { expect, it } from "vitest";
import type { FieldErrorReason } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { badValueText, fieldError } from "../../src/runtime/v1/values/field-errors.js";
import {
  dns1035LabelFaults,
  labelFaults,
  labelKeyFaults,
  labelValueFaults,
  pathSegmentFaults,
  subdomainFaults,
} from "../../src/runtime/v1/values/names.js";
import { describeShared, readShared } from "../support/shared.js";

interface NameCase {
  readonly check: string;
  readonly value: string;
  readonly valid: boolean;
}

interface RenderingCase {
  readonly name: string;
  readonly errorType: string;
  readonly field: string;
  readonly badValue: unknown;
  readonly detail: string;
  readonly expect: string;
}

interface Vectors {
  readonly sections: {
    readonly names: { readonly cases: readonly NameCase[] };
    readonly IsPathSegmentName: {
      readonly cases: readonly { readonly value: string; readonly expectedMsgContains: string }[];
    };
    readonly "field error rendering": { readonly cases: readonly RenderingCase[] };
  };
}

const checks: Readonly<Record<string, (value: string) => string[]>> = {
  IsDNS1035Label: dns1035LabelFaults,
  IsDNS1123Label: labelFaults,
  IsDNS1123Subdomain: subdomainFaults,
  IsValidLabelValue: labelValueFaults,
  "IsQualifiedName/IsLabelKey": labelKeyFaults,
};

/**
 * Bad values that are Go types of their own, with Go's own way to print them; no JSON value comes
 * to that.
 */
const foreignValues = new Set([
  "invalid time",
  "failed marshal stringer",
  "failed marshal non-stringer",
  "unknown error type",
]);

const reasons: Readonly<Record<string, FieldErrorReason>> = {
  ErrorTypeInternal: "InternalError",
};

/** These kinds show no value. */
const valueless = new Set([
  "ErrorTypeRequired",
  "ErrorTypeForbidden",
  "ErrorTypeTooLong",
  "ErrorTypeInternal",
]);

describeShared("names-errors-options.json", () => {
  const { sections } = JSON.parse(
    readShared("conformance/schema/names-errors-options.json"),
  ) as Vectors; // the file's shape, see its README

  it.each(sections.names.cases)("$check $value", ({ check, value, valid }) => {
    expect(checks[check]?.(value).length === 0).toBe(valid);
  });

  it.each(sections.IsPathSegmentName.cases)("path segment $value", (vector) => {
    const faults = pathSegmentFaults(vector.value).join(",");
    if (vector.expectedMsgContains === "") expect(faults).toBe("");
    else expect(faults).toContain(vector.expectedMsgContains);
  });

  const renderings = sections["field error rendering"].cases;
  it.each(renderings.filter(({ name }) => !foreignValues.has(name)))(
    "rendering: $name",
    (vector) => {
      const reason =
        reasons[vector.errorType] ??
        (vector.errorType.replace("ErrorType", "FieldValue") as FieldErrorReason); // Go's constants are named so
      const value = valueless.has(vector.errorType) ? undefined : badValueText(vector.badValue);
      const error = fieldError(reason, vector.field, value, vector.detail);
      expect(fieldErrorText(error)).toBe(vector.expect);
    },
  );
});
