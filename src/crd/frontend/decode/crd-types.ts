import type { GoSchemaUnion } from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { GoStruct } from "../../../runtime/v1/built-in/go-types/go-type.js";
import {
  field,
  goBool,
  goFloat64,
  goInt32,
  goInt64,
  goAnyJson,
  goString,
  goTime,
  goMapOf,
  namedString,
  pointerTo,
  printedField,
  sliceOf,
  structOf,
} from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { CrdApiVersion } from "../find-crds.js";

/*
 * The types of the group apiextensions.k8s.io, versions v1 and v1beta1, and of the metadata they
 * share (apiextensions `v1/types.go`, `v1beta1/types.go`, `types_jsonschema.go`; apimachinery
 * `meta/v1/types.go`). Fields stand in the order of the internal types, since that is the order in
 * which the server prints values.
 */

const strings = sliceOf(goString);
const optionalString = pointerTo(goString);
const optionalInt64 = pointerTo(goInt64);
const optionalFloat64 = pointerTo(goFloat64);

const externalDocs = structOf("ExternalDocumentation", () => ({
  description: field("Description", goString),
  url: field("URL", goString),
}));

/** One entry of `x-kubernetes-validations`. */
const validationRuleType: GoStruct = structOf("ValidationRule", () => ({
  rule: printedField("Rule", goString),
  message: field("Message", goString),
  messageExpression: field("MessageExpression", goString),
  reason: field("Reason", pointerTo(namedString("FieldValueErrorReason"))),
  fieldPath: field("FieldPath", goString),
  optionalOldSelf: field("OptionalOldSelf", pointerTo(goBool), 29),
}));

function schemaUnion(kind: GoSchemaUnion["kind"]): GoSchemaUnion {
  return { kind, schema: () => schemaType };
}

/** A schema. */
export const schemaType: GoStruct = structOf("JSONSchemaProps", () => ({
  id: field("ID", goString),
  $schema: field("Schema", namedString("JSONSchemaURL")),
  $ref: field("Ref", optionalString),
  description: field("Description", goString),
  type: field("Type", goString),
  nullable: field("Nullable", goBool),
  format: field("Format", goString),
  title: field("Title", goString),
  default: field("Default", pointerTo(goAnyJson)),
  maximum: field("Maximum", optionalFloat64),
  exclusiveMaximum: field("ExclusiveMaximum", goBool),
  minimum: field("Minimum", optionalFloat64),
  exclusiveMinimum: field("ExclusiveMinimum", goBool),
  maxLength: field("MaxLength", optionalInt64),
  minLength: field("MinLength", optionalInt64),
  pattern: field("Pattern", goString),
  maxItems: field("MaxItems", optionalInt64),
  minItems: field("MinItems", optionalInt64),
  uniqueItems: field("UniqueItems", goBool),
  multipleOf: field("MultipleOf", optionalFloat64),
  enum: field("Enum", sliceOf(goAnyJson)),
  maxProperties: field("MaxProperties", optionalInt64),
  minProperties: field("MinProperties", optionalInt64),
  required: field("Required", strings),
  items: field("Items", pointerTo(schemaUnion("schemaOrArray"))),
  allOf: field("AllOf", sliceOf(schemaType)),
  oneOf: field("OneOf", sliceOf(schemaType)),
  anyOf: field("AnyOf", sliceOf(schemaType)),
  not: field("Not", pointerTo(schemaType)),
  properties: field("Properties", goMapOf(schemaType)),
  additionalProperties: field("AdditionalProperties", pointerTo(schemaUnion("schemaOrBool"))),
  patternProperties: field("PatternProperties", goMapOf(schemaType)),
  dependencies: field(
    "Dependencies",
    goMapOf(schemaUnion("schemaOrStrings"), "JSONSchemaDependencies"),
  ),
  additionalItems: field("AdditionalItems", pointerTo(schemaUnion("schemaOrBool"))),
  definitions: field("Definitions", goMapOf(schemaType, "JSONSchemaDefinitions")),
  externalDocs: field("ExternalDocs", pointerTo(externalDocs)),
  example: field("Example", pointerTo(goAnyJson)),
  "x-kubernetes-preserve-unknown-fields": field("XPreserveUnknownFields", pointerTo(goBool)),
  "x-kubernetes-embedded-resource": field("XEmbeddedResource", goBool),
  "x-kubernetes-int-or-string": field("XIntOrString", goBool),
  "x-kubernetes-list-map-keys": field("XListMapKeys", strings),
  "x-kubernetes-list-type": field("XListType", optionalString),
  "x-kubernetes-map-type": field("XMapType", optionalString),
  "x-kubernetes-validations": field("XValidations", sliceOf(validationRuleType, "ValidationRules")),
}));

const subresources = structOf("CustomResourceSubresources", () => ({
  status: field("Status", pointerTo(structOf("CustomResourceSubresourceStatus", () => ({})))),
  scale: field(
    "Scale",
    pointerTo(
      structOf("CustomResourceSubresourceScale", () => ({
        specReplicasPath: printedField("SpecReplicasPath", goString),
        statusReplicasPath: printedField("StatusReplicasPath", goString),
        labelSelectorPath: field("LabelSelectorPath", optionalString),
      })),
    ),
  ),
}));

const validation = structOf("CustomResourceValidation", () => ({
  openAPIV3Schema: field("OpenAPIV3Schema", pointerTo(schemaType)),
}));

const selectableFields = sliceOf(
  structOf("SelectableField", () => ({ jsonPath: printedField("JSONPath", goString) })),
);

function columns(jsonPathKey: string): ReturnType<typeof sliceOf> {
  return sliceOf(
    structOf("CustomResourceColumnDefinition", () => ({
      name: printedField("Name", goString),
      type: printedField("Type", goString),
      format: field("Format", goString),
      description: field("Description", goString),
      priority: field("Priority", goInt32),
      [jsonPathKey]: printedField("JSONPath", goString),
    })),
  );
}

function versionStruct(jsonPathKey: string): GoStruct {
  return structOf("CustomResourceDefinitionVersion", () => ({
    name: printedField("Name", goString),
    served: printedField("Served", goBool),
    storage: printedField("Storage", goBool),
    deprecated: field("Deprecated", goBool),
    deprecationWarning: field("DeprecationWarning", optionalString),
    schema: field("Schema", pointerTo(validation)),
    subresources: field("Subresources", pointerTo(subresources)),
    additionalPrinterColumns: field("AdditionalPrinterColumns", columns(jsonPathKey)),
    selectableFields: field("SelectableFields", selectableFields, 30),
  }));
}

const versionTypeV1 = versionStruct("jsonPath");

/** One entry of `spec.versions`, as v1beta1 and the internal form spell it. */
export const versionType: GoStruct = versionStruct("JSONPath");

/** `subresources` of a version. */
export const subresourcesType: GoStruct = subresources;

/** `schema` of a version. */
export const validationType: GoStruct = validation;

const names = structOf("CustomResourceDefinitionNames", () => ({
  plural: printedField("Plural", goString),
  singular: field("Singular", goString),
  shortNames: field("ShortNames", strings),
  kind: printedField("Kind", goString),
  listKind: field("ListKind", goString),
  categories: field("Categories", strings),
}));

const clientConfig = structOf("WebhookClientConfig", () => ({
  url: field("URL", optionalString),
  service: field(
    "Service",
    pointerTo(
      structOf("ServiceReference", () => ({
        namespace: printedField("Namespace", goString),
        name: printedField("Name", goString),
        path: field("Path", optionalString),
        port: field("Port", pointerTo(goInt32)),
      })),
    ),
  ),
  caBundle: field("CABundle", { kind: "bytes" }),
}));

const scope = namedString("ResourceScope");
const strategy = namedString("ConversionStrategyType");

const specV1 = structOf("CustomResourceDefinitionSpec", () => ({
  group: printedField("Group", goString),
  names: printedField("Names", names),
  scope: printedField("Scope", scope),
  versions: printedField("Versions", sliceOf(versionTypeV1)),
  conversion: field(
    "Conversion",
    pointerTo(
      structOf("CustomResourceConversion", () => ({
        strategy: printedField("Strategy", strategy),
        webhook: field(
          "Webhook",
          pointerTo(
            structOf("WebhookConversion", () => ({
              clientConfig: field("ClientConfig", pointerTo(clientConfig)),
              conversionReviewVersions: printedField("ConversionReviewVersions", strings),
            })),
          ),
        ),
      })),
    ),
  ),
  preserveUnknownFields: field("PreserveUnknownFields", goBool),
}));

const specV1beta1 = structOf("CustomResourceDefinitionSpec", () => ({
  group: field("Group", goString),
  version: field("Version", goString),
  names: field("Names", names),
  scope: field("Scope", scope),
  validation: field("Validation", pointerTo(validation)),
  subresources: field("Subresources", pointerTo(subresources)),
  versions: field("Versions", sliceOf(versionType)),
  additionalPrinterColumns: field("AdditionalPrinterColumns", columns("JSONPath")),
  selectableFields: field("SelectableFields", selectableFields, 30),
  conversion: field(
    "Conversion",
    pointerTo(
      structOf("CustomResourceConversion", () => ({
        strategy: printedField("Strategy", strategy),
        webhookClientConfig: field("WebhookClientConfig", pointerTo(clientConfig)),
        conversionReviewVersions: field("ConversionReviewVersions", strings),
      })),
    ),
  ),
  preserveUnknownFields: field("PreserveUnknownFields", pointerTo(goBool)),
}));

const status = structOf("CustomResourceDefinitionStatus", () => ({
  conditions: printedField(
    "Conditions",
    sliceOf(
      structOf("CustomResourceDefinitionCondition", () => ({
        type: printedField("Type", namedString("CustomResourceDefinitionConditionType")),
        status: printedField("Status", namedString("ConditionStatus")),
        lastTransitionTime: field("LastTransitionTime", goTime),
        reason: field("Reason", goString),
        message: field("Message", goString),
        observedGeneration: field("ObservedGeneration", goInt64, 35),
      })),
    ),
  ),
  acceptedNames: printedField("AcceptedNames", names),
  storedVersions: printedField("StoredVersions", strings),
  observedGeneration: field("ObservedGeneration", goInt64, 35),
}));

const objectMeta = structOf("ObjectMeta", () => ({
  name: field("Name", goString),
  generateName: field("GenerateName", goString),
  namespace: field("Namespace", goString),
  selfLink: field("SelfLink", goString),
  uid: field("UID", namedString("UID")),
  resourceVersion: field("ResourceVersion", goString),
  generation: field("Generation", goInt64),
  creationTimestamp: field("CreationTimestamp", goTime),
  deletionTimestamp: field("DeletionTimestamp", pointerTo(goTime)),
  deletionGracePeriodSeconds: field("DeletionGracePeriodSeconds", optionalInt64),
  labels: field("Labels", goMapOf(goString)),
  annotations: field("Annotations", goMapOf(goString)),
  ownerReferences: field(
    "OwnerReferences",
    sliceOf(
      structOf("OwnerReference", () => ({
        apiVersion: printedField("APIVersion", goString),
        kind: printedField("Kind", goString),
        name: printedField("Name", goString),
        uid: printedField("UID", namedString("UID")),
        controller: field("Controller", pointerTo(goBool)),
        blockOwnerDeletion: field("BlockOwnerDeletion", pointerTo(goBool)),
      })),
    ),
  ),
  finalizers: field("Finalizers", strings),
  managedFields: field(
    "ManagedFields",
    sliceOf(
      structOf("ManagedFieldsEntry", () => ({
        manager: field("Manager", goString),
        operation: field("Operation", namedString("ManagedFieldsOperationType")),
        apiVersion: field("APIVersion", goString),
        time: field("Time", pointerTo(goTime)),
        fieldsType: field("FieldsType", goString),
        fieldsV1: field("FieldsV1", pointerTo(goAnyJson)),
        subresource: field("Subresource", goString),
      })),
    ),
  ),
}));

function crdStruct(spec: GoStruct): GoStruct {
  return structOf("CustomResourceDefinition", () => ({
    kind: field("Kind", goString),
    apiVersion: field("APIVersion", goString),
    metadata: field("ObjectMeta", objectMeta),
    spec: field("Spec", spec),
    status: field("Status", status),
  }));
}

/** The type of a whole CRD, by its API version. */
export const crdTypes: Readonly<Record<CrdApiVersion, GoStruct>> = {
  v1: crdStruct(specV1),
  v1beta1: crdStruct(specV1beta1),
};
