import { expect, it } from "vitest";
import { createJudges } from "../../src/codegen/pipeline/judges.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { createOptions } from "../../src/crd/frontend/check-options.js";
import { checkCrdUpdate } from "../../src/crd/frontend/crd/check-crd-update.js";
import { checkCrd, checkStoredVersions } from "../../src/crd/frontend/crd/check-crd.js";
import { approvalState, isProtectedGroup } from "../../src/crd/frontend/crd/check-names.js";
import { findCrds } from "../../src/crd/frontend/find-crds.js";
import { FieldPath, Findings } from "../../src/crd/frontend/findings/findings.js";
import {
  defaultCrd,
  toInternalSpec,
  toV1Spec,
} from "../../src/crd/frontend/internal/convert-crd.js";
import { readInternalCrd } from "../../src/crd/frontend/internal/read-internal-crd.js";
import { lintCrd } from "../../src/crd/frontend/lint-crd.js";
import type { ServedVersion } from "../../src/crd/frontend/read-resource.js";
import {
  compareVersionNames,
  defaultDeprecationWarning,
} from "../../src/crd/frontend/read-resource.js";
import { checkStructural } from "../../src/crd/frontend/schema/check-structural.js";
import type { ValidationCheck } from "../../src/crd/frontend/schema/check-validation.js";
import { checkValidation } from "../../src/crd/frontend/schema/check-validation.js";
import { CleanSchemas } from "../../src/crd/frontend/schema/raw-schema.js";
import { isRecognizedFormat } from "../../src/crd/frontend/schema/schema-warnings.js";
import { structuralConversionFault } from "../../src/crd/frontend/schema/structural-conversion.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { readDocuments } from "../../src/crd/source/read.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { crdRulesOf } from "../../src/runtime/versions/crd-rules.js";
import { jsonDocument } from "../support/json-document.js";
import { plainLintOptions } from "../support/lint-options.js";
import { describeShared, readShared } from "../support/shared.js";

interface Section<Case> {
  readonly sections: Record<string, { readonly cases: readonly Case[] }>;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the record's type
function casesOf<Case>(file: string, section: string): readonly Case[] {
  const read = JSON.parse(readShared("conformance", "schema", file)) as Section<Case>; // the suite's format
  const { cases } = read.sections[section] ?? { cases: [] };
  expect(cases.length).toBeGreaterThan(0);
  return cases;
}

interface ExpectedError {
  readonly type: string;
  readonly field: string;
  readonly contains?: string;
}

function newCheck(
  options: Partial<ValidationCheck["options"]> = {},
  document: JsonObject = {},
): ValidationCheck {
  const table = new SchemaTable();
  // Nothing is known to be usual here, so that every node is looked at.
  const everything = { has: () => true } as unknown as WeakSet<object>; // all that is asked of it
  return {
    options: { ...createOptions, ...options },
    findings: new Findings(crdRulesOf(37)),
    judges: createJudges(37),
    table,
    clean: new CleanSchemas(table, everything),
    document: jsonDocument(document),
  };
}

function got(findings: Findings): string[] {
  return findings.errors.map(({ reason, field }) => `${reason} ${field}`).sort();
}

function wanted(errors: readonly ExpectedError[]): string[] {
  return errors.map(({ type, field }) => `${type} ${field}`).sort();
}

function failures<Case extends { readonly name: string }>(
  cases: readonly Case[],
  judge: (given: Case) => { readonly got: unknown; readonly want: unknown },
): string[] {
  const failed: string[] = [];
  for (const given of cases) {
    const result = judge(given);
    if (JSON.stringify(result.got) !== JSON.stringify(result.want)) {
      failed.push(
        `${given.name}\n  got  ${JSON.stringify(result.got)}\n  want ${JSON.stringify(result.want)}`,
      );
    }
  }
  console.log(`${cases.length - failed.length} of ${cases.length}`);
  return failed;
}

function compare(
  check: ValidationCheck,
  errors: readonly ExpectedError[],
): { readonly got: unknown; readonly want: unknown } {
  return { got: got(check.findings), want: wanted(errors) };
}

/**
 * The Go test gives webhook conversion without ConversionReview versions the one of v1beta1 first.
 */
function withReviewVersions(crd: JsonObject): JsonObject {
  const { spec } = crd;
  const conversion = isObject(spec) ? spec["conversion"] : undefined;
  if (!isObject(spec) || !isObject(conversion) || conversion["strategy"] !== "Webhook") return crd;
  const filled = { conversionReviewVersions: ["v1beta1"], ...conversion };
  return { ...crd, spec: { ...spec, conversion: filled } };
}

describeShared("crd-validation.json", () => {
  interface Case {
    readonly name: string;
    readonly resource: JsonObject;
    readonly old: JsonObject;
    readonly expectedErrors: readonly ExpectedError[];
  }

  it.each(["TestValidateCustomResourceDefinition", "TestSelectableFields"])("%s", (section) => {
    const failed = failures(casesOf<Case>("crd-validation.json", section), (given) => {
      const check = newCheck();
      checkCrd(readInternalCrd(withReviewVersions(given.resource)), check);
      return compare(check, given.expectedErrors);
    });
    expect(failed.join("\n")).toBe("");
  });

  it("TestValidateCustomResourceDefinitionUpdate", () => {
    const cases = casesOf<Case>(
      "crd-validation.json",
      "TestValidateCustomResourceDefinitionUpdate",
    );
    const failed = failures(cases, (given) => {
      const check = newCheck();
      const [crd, old] = [withReviewVersions(given.resource), withReviewVersions(given.old)];
      checkCrdUpdate(
        readInternalCrd(crd),
        { crd: readInternalCrd(old), clean: check.clean },
        check,
      );
      return compare(check, given.expectedErrors);
    });
    expect(failed.join("\n")).toBe("");
  });

  interface ValidationCase {
    readonly name: string;
    readonly statusEnabled: boolean;
    readonly options: Readonly<Record<string, boolean>>;
    readonly input: JsonObject;
    readonly expectedErrors: readonly ExpectedError[];
  }

  it("TestValidateCustomResourceDefinitionValidation", () => {
    const cases = casesOf<ValidationCase>(
      "crd-validation.json",
      "TestValidateCustomResourceDefinitionValidation",
    );
    const failed = failures(cases, ({ options, input, statusEnabled, expectedErrors }) => {
      const check = newCheck(
        {
          requireSchema: false,
          requireRecognizedReviewVersion: false,
          requireStructural: options["requireStructuralSchema"] === true,
          requireValidTypes: options["requireValidPropertyType"] === true,
          requireAtomicSets: options["requireAtomicSetType"] === true,
          requireListKeyRules: options["requireMapListKeysMapSetValidation"] === true,
          requirePrunedDefaults: false,
          allowDefaults: options["allowDefaults"] === true,
        },
        input,
      );
      const at = FieldPath.root("spec.validation", []);
      const schema = input["openAPIV3Schema"] as JsonObject | undefined; // the suite's format
      checkValidation({ value: { schema }, at }, { hasStatus: statusEnabled, version: "" }, check);
      return compare(check, expectedErrors);
    });
    expect(failed.join("\n")).toBe("");
  });

  interface StoredCase {
    readonly name: string;
    readonly versions: readonly string[];
    readonly storageVersion: string;
    readonly storedVersions: readonly string[];
    readonly errors?: readonly unknown[];
  }

  it("TestValidateCustomResourceDefinitionStoredVersions", () => {
    const cases = casesOf<StoredCase>(
      "crd-validation.json",
      "TestValidateCustomResourceDefinitionStoredVersions",
    );
    const failed = failures(cases, ({ versions, storageVersion, storedVersions, errors }) => {
      const check = newCheck();
      const crd = readInternalCrd({
        spec: { versions: versions.map((name) => ({ name, storage: name === storageVersion })) },
        status: { storedVersions: [...storedVersions] },
      });
      checkStoredVersions(crd, check.findings);
      return { got: check.findings.count, want: errors?.length ?? 0 };
    });
    expect(failed.join("\n")).toBe("");
  });
});

describeShared("recorded-structural.json", () => {
  it("is answered as recorded", () => {
    interface Recorded {
      readonly request: { readonly path: string; readonly schema: JsonObject };
      readonly expected: {
        readonly structuralError?: string;
        readonly errors?: readonly { type: string; field: string; causeMessage: string }[];
      };
    }
    const read = JSON.parse(readShared("conformance", "schema", "recorded-structural.json")) as {
      cases: Recorded[];
    }; // the suite's format
    const cases = read.cases.map((recorded, index) => ({ name: String(index), ...recorded }));
    const failed = failures(cases, ({ request, expected }) => {
      const fault = structuralConversionFault(request.schema);
      if (fault !== undefined || expected.structuralError !== undefined) {
        return { got: fault, want: expected.structuralError };
      }
      const check = newCheck();
      const at = FieldPath.root(request.path, []);
      checkStructural({ raw: request.schema, at, schema: undefined }, check.clean, check.findings);
      return {
        got: check.findings
          .ofFrontEnd()
          .map(({ error }) => `${error.reason} ${error.field}: ${error.message}`)
          .sort(),
        want: (expected.errors ?? [])
          .map(({ type, field, causeMessage }) => `${type} ${field}: ${causeMessage}`)
          .sort(),
      };
    });
    expect(failed.join("\n")).toBe("");
  });
});

describeShared("structural-violations.json", () => {
  interface Case {
    readonly desc: string;
    readonly name: string;
    readonly globalSchema?: string;
    readonly v1beta1Schema?: string;
    readonly v1Schema?: string;
    readonly preserveUnknownFields?: string;
    readonly expectedViolations?: readonly string[];
    readonly unexpectedViolations?: readonly string[];
    readonly expectedCreateErrors?: readonly string[];
    readonly unexpectedCreateErrors?: readonly string[];
  }

  async function schemaOf(text: string | undefined): Promise<Json | undefined> {
    if (text === undefined || text.trim() === "") return undefined;
    const [document] = await readDocuments({ path: "schema.yaml", text }, new Diagnostics());
    return document?.value;
  }

  it("create v1", async () => {
    const cases = casesOf<Case>("structural-violations.json", "create v1");
    const failed: string[] = [];
    for (const given of cases) {
      const openAPIV3Schema = (await schemaOf(given.globalSchema)) ?? {};
      const version = (name: string, storage: boolean): JsonObject => ({
        name,
        storage,
        served: true,
        schema: { openAPIV3Schema },
      });
      const crd = {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: "foos.tests.example.com" },
        spec: {
          group: "tests.example.com",
          scope: "Cluster",
          names: { plural: "foos", kind: "Foo" },
          versions: [version("v1beta1", true), version("v1", false)],
        },
      };
      const [found] = findCrds([jsonDocument(crd)], new Diagnostics()).crds;
      if (found === undefined) throw new Error("not found");
      const { causes } = lintCrd(found, {
        ...plainLintOptions,
        judges: createJudges(37),
        table: new SchemaTable(),
      });
      const text = causes.map(({ field, message }) => `${field}: ${message}`).join("\n");
      const missing = (given.expectedCreateErrors ?? []).filter((part) => !text.includes(part));
      const extra = (given.unexpectedCreateErrors ?? []).filter((part) => text.includes(part));
      const accepted = (given.expectedCreateErrors ?? []).length > 0 || text === "";
      if (missing.length + extra.length > 0 || !accepted)
        failed.push(`${given.desc}: missing ${missing.join()} extra ${extra.join()} got ${text}`);
    }
    console.log(`${cases.length - failed.length} of ${cases.length}`);
    expect(failed.join("\n")).toBe("");
  });

  it("NonStructuralSchema condition (v1beta1 data)", async () => {
    const cases = casesOf<Case>(
      "structural-violations.json",
      "NonStructuralSchema condition (v1beta1 data)",
    );
    const failed: string[] = [];
    for (const given of cases) {
      const common = await schemaOf(given.globalSchema);
      const own = [await schemaOf(given.v1beta1Schema), await schemaOf(given.v1Schema)];
      const findings = new Findings(crdRulesOf(37));
      const check = newCheck();
      own.forEach((schema, index) => {
        const raw = (schema ?? common) as JsonObject | undefined; // the suite's format
        if (raw === undefined) return;
        const at = FieldPath.root(`spec.versions[${index}].schema.openAPIV3Schema`, []);
        const fault = structuralConversionFault(raw);
        if (fault === undefined)
          checkStructural({ raw, at, schema: undefined }, check.clean, findings);
      });
      const preserves =
        given.preserveUnknownFields !== "false"
          ? ["spec.preserveUnknownFields: Invalid value: true: must be false"]
          : [];
      const text = [
        ...preserves,
        ...findings.ofFrontEnd().map(({ error }) => `${error.field}: ${error.message}`),
      ].join("\n");
      const missing = (given.expectedViolations ?? []).filter((part) => !text.includes(part));
      const extra = (given.unexpectedViolations ?? []).filter((part) => text.includes(part));
      if (missing.length + extra.length > 0)
        failed.push(`${given.desc}: missing ${missing.join("\n")} extra ${extra.join()}`);
    }
    console.log(`${cases.length - failed.length} of ${cases.length}`);
    expect(failed.join("\n")).toBe("");
  });
});

describeShared("crd-conversion-defaults.json", () => {
  it("v1 TestConversion", () => {
    interface Case {
      readonly name: string;
      readonly inType: string;
      readonly in: JsonObject;
      readonly outType: string;
      readonly expectOut: JsonObject;
    }
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([key, child]) => [key, sorted(child)]),
            )
          : value;
    const failed = failures(
      casesOf<Case>("crd-conversion-defaults.json", "v1 TestConversion"),
      (given) => {
        const spec = (given.in["spec"] ?? {}) as JsonObject; // the suite's format
        const isInternal = given.inType.startsWith("apiextensions.");
        const made = isInternal ? toV1Spec(spec) : toInternalSpec(spec);
        return { got: sorted(made), want: sorted(given.expectOut["spec"] ?? {}) };
      },
    );
    expect(failed.join("\n")).toBe("");
  });

  it.each(["v1", "v1beta1"] as const)("%s TestDefaults", (version) => {
    interface Case {
      readonly name: string;
      readonly original: JsonObject;
      readonly expected: JsonObject;
    }
    const cases = casesOf<Case>("crd-conversion-defaults.json", `${version} TestDefaults`);
    for (const given of cases) {
      expect(defaultCrd(given.original, version), given.name).toEqual(given.expected);
    }
    console.log(`${cases.length} of ${cases.length}`);
  });
});

describeShared("versions.json, api-approval.json, formats-schema.json", () => {
  it("warnings of deprecated versions", () => {
    interface Case {
      readonly name: string;
      readonly deprecatedVersion: string;
      readonly crdSpec: {
        group: string;
        names: { kind: string };
        versions: readonly ServedVersion[];
      };
      readonly want: string;
    }
    const cases = casesOf<Case>("versions.json", "Test_defaultDeprecationWarning");
    const failed = failures(cases, ({ deprecatedVersion, crdSpec, want }) => {
      const { group, names, versions } = crdSpec;
      return {
        got: defaultDeprecationWarning(deprecatedVersion, versions, group, names.kind),
        want,
      };
    });
    expect(failed.join("\n")).toBe("");
  });

  it("order of versions", () => {
    interface Case {
      readonly name: string;
      readonly v1: string;
      readonly v2: string;
      readonly expectedGreater: boolean;
    }
    const cases = casesOf<Case>("versions.json", "TestCompareKubeAwareVersionStrings");
    const failed = failures(
      cases.map((given) => ({ ...given, name: `${given.v1} ${given.v2}` })),
      (given) => ({
        got: compareVersionNames(given.v1, given.v2) < 0,
        want: given.expectedGreater,
      }),
    );
    expect(failed.join("\n")).toBe("");
  });

  it("approval", () => {
    const names = {
      APIApprovalBypassed: "bypassed",
      APIApprovalMissing: "missing",
      APIApproved: "approved",
      APIApprovalInvalid: "invalid",
    };
    interface Case {
      readonly name: string;
      readonly annotations?: Readonly<Record<string, string>>;
      readonly expected: keyof typeof names;
    }
    const failed = failures(
      casesOf<Case>("api-approval.json", "TestGetAPIApprovalState"),
      (given) => ({
        got: approvalState(given.annotations?.["api-approved.kubernetes.io"] ?? "", crdRulesOf(37)),
        want: names[given.expected],
      }),
    );
    interface GroupCase {
      readonly name: string;
      readonly group: string;
      readonly expected: boolean;
    }
    const groups = failures(
      casesOf<GroupCase>("api-approval.json", "TestIsProtectedCommunityGroup"),
      (given) => ({
        got: isProtectedGroup(given.group),
        want: given.expected,
      }),
    );
    expect([...failed, ...groups].join("\n")).toBe("");
  });

  it("recognised formats", () => {
    interface Case {
      readonly name: string;
      readonly schema: { schemaProps: { format: string; type?: readonly string[] } };
      readonly compatibilityVersion: string;
      readonly expectedFormats: readonly string[];
    }
    const failed = failures(
      casesOf<Case>("formats-schema.json", "TestGetUnrecognizedFormats"),
      (given) => {
        const { format, type = [] } = given.schema.schemaProps;
        // The formats of a server are those of the compatibility version before it.
        const rules = crdRulesOf(given.compatibilityVersion === "1.34" ? 35 : 34);
        const single = type.length === 1 ? (type[0] ?? "") : "";
        const isKnown = format === "" || isRecognizedFormat(format, single, rules);
        return { got: isKnown ? [] : [format], want: given.expectedFormats };
      },
    );
    expect(failed.join("\n")).toBe("");
  });
});
