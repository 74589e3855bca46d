import { expect, it } from "vitest";
import { duplicateText } from "../../src/runtime/v1/admission/strict-errors.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../../src/runtime/v1/values/go/parse-json.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import {
  decodeObjectMeta,
  decodeStoredObjectMeta,
  MetaFault,
} from "../../src/runtime/v1/values/metadata/decode.js";
import {
  coerceEmbeddedNode,
  coerceStoredEmbeddedNode,
  validateEmbeddedNode,
} from "../../src/runtime/v1/values/metadata/embedded.js";
import { describeShared, readShared } from "../support/shared.js";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly "x-kubernetes-embedded-resource"?: boolean;
}

interface Expected {
  readonly type: string;
  readonly field: string;
}

interface Vectors {
  readonly sections: {
    readonly TestCoerce: {
      readonly cases: readonly {
        readonly name: string;
        readonly schema: Schema | null;
        readonly isResourceRoot: boolean;
        readonly dropInvalidFields: boolean;
        readonly inputText: string;
        readonly expectedText: string;
        readonly expectedError: boolean;
        readonly expectedUnknownFields: readonly string[];
      }[];
    };
    readonly TestGetObjectMetaWithOptions: {
      readonly cases: readonly {
        readonly object: { readonly metadata: Json };
        readonly dropMalformedFields: boolean;
        readonly returnUnknownFieldPaths: boolean;
        readonly expectedMetadata: Json;
        readonly expectedUnknownPaths: readonly string[];
        readonly expectedErr: string;
      }[];
    };
    readonly TestValidateEmbeddedResource: {
      readonly cases: readonly {
        readonly name: string;
        readonly object: JsonObject;
        readonly expectedErrors: readonly Expected[];
      }[];
    };
    readonly TestValidate: {
      readonly cases: readonly {
        readonly name: string;
        readonly schema: Schema;
        readonly inputText: string;
        readonly isResourceRoot: boolean;
        readonly expectedErrors: readonly Expected[];
      }[];
    };
  };
}

/** Visits the objects at nodes of embedded resources, as the server walks: parents first. */
function walk(
  value: Json,
  schema: Schema | undefined,
  path: string,
  visit: (object: JsonObject, path: string) => void,
): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      walk(item, schema.items, `${path}[${i}]`, visit);
    });
  }
  if (!isObject(value)) return;
  if (schema["x-kubernetes-embedded-resource"] === true) visit(value, path);
  for (const [key, member] of Object.entries(value)) {
    const property = schema.properties?.[key];
    const below = path === "" ? key : `${path}.${key}`;
    if (property !== undefined) walk(member, property, below, visit);
    else walk(member, schema.additionalProperties, `${path}[${key}]`, visit);
  }
}

function parsed(text: string): Json {
  const result = parseJson(text);
  if (result instanceof JsonFault) throw new Error(result.message);
  return result.value;
}

function rootSchema(schema: Schema | null, isResourceRoot: boolean): Schema | undefined {
  if (!isResourceRoot) return schema ?? undefined;
  return { ...schema, "x-kubernetes-embedded-resource": true };
}

function kinds(errors: readonly FieldError[]): Expected[] {
  return sorted(errors.map(({ reason, field }) => ({ type: reason, field })));
}

function sorted(errors: readonly Expected[]): Expected[] {
  return errors.toSorted((a, b) => (goJson(a) < goJson(b) ? -1 : 1));
}

describeShared("objectmeta.json", () => {
  const { sections } = JSON.parse(readShared("conformance/schema/objectmeta.json")) as Vectors; // the file's shape

  it.each(sections.TestCoerce.cases)("coerces: $name", (vector) => {
    const value = parsed(vector.inputText);
    const unknown: string[] = [];
    const errors: FieldError[] = [];
    walk(value, rootSchema(vector.schema, vector.isResourceRoot), "", (object, path) => {
      if (vector.dropInvalidFields) {
        coerceStoredEmbeddedNode(object);
        return;
      }
      const error = coerceEmbeddedNode(object, path, (field) => unknown.push(field));
      if (error !== undefined) errors.push(error);
    });
    expect(errors.length > 0).toBe(vector.expectedError);
    if (vector.expectedError) return;
    expect(value).toEqual(parsed(vector.expectedText));
    // Go's table leaves the list out where it did not ask for it.
    if (vector.expectedUnknownFields.length > 0) {
      expect(unknown.toSorted()).toEqual(vector.expectedUnknownFields);
    }
  });

  it.each(sections.TestGetObjectMetaWithOptions.cases)("decodes: case %#", (vector) => {
    const decode = vector.dropMalformedFields ? decodeStoredObjectMeta : decodeObjectMeta;
    const decoded = decode(vector.object.metadata);
    if (decoded === undefined || decoded instanceof MetaFault) {
      expect(decoded?.message).toBe(vector.expectedErr);
      return;
    }
    expect(vector.expectedErr).toBe("");
    expect(decoded.metadata).toEqual(vector.expectedMetadata);
    if (!vector.returnUnknownFieldPaths) return;
    const paths = decoded.unknownFields.map((path) => `metadata.${path}`);
    expect(paths).toEqual(vector.expectedUnknownPaths);
  });

  it.each(sections.TestValidateEmbeddedResource.cases)("validates: $name", (vector) => {
    expect(kinds(validateEmbeddedNode(vector.object, ""))).toEqual(sorted(vector.expectedErrors));
  });

  it.each(sections.TestValidate.cases)("validates below: $name", (vector) => {
    const errors: FieldError[] = [];
    const schema = rootSchema(vector.schema, vector.isResourceRoot);
    walk(parsed(vector.inputText), schema, "", (object, path) => {
      errors.push(...validateEmbeddedNode(object, path));
    });
    expect(kinds(errors)).toEqual(sorted(vector.expectedErrors));
  });
});

interface StrictCase {
  readonly name: string;
  readonly body: string;
  readonly yaml: boolean;
  readonly strict: boolean;
  readonly expectedErr: string | null;
}

describeShared("strict-decoding.json", () => {
  const { sections } = JSON.parse(readShared("conformance/schema/strict-decoding.json")) as {
    sections: { TestDecoder: { cases: readonly StrictCase[] } };
  }; // the file's shape; YAML bodies and unknown fields of the schema are tested with what reads them
  const cases = sections.TestDecoder.cases.filter(({ yaml, strict }) => !yaml && strict);

  it.each(cases)("duplicates: $name", ({ body, expectedErr }) => {
    const result = parseJson(body);
    const duplicates = result instanceof JsonFault ? [] : result.duplicates.map(duplicateText);
    expect(duplicates).toEqual(expectedErr?.match(/duplicate field "[^"]*"/g) ?? []);
  });
});
