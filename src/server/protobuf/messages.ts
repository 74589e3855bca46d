/*
 * The messages that the API server writes and reads: numbers, names and types of their fields, as
 * the files generated.proto of apimachinery, k8s.io/api and apiextensions-apiserver have them.
 */

/**
 * A field: its number, its name in JSON, and its type as Go would write it.
 *
 * `string`, `int`, `bool`, `double` and `bytes` are scalars, `json` is any value as JSON text,
 * other names are messages. `*T` is left out if there is none, `[]T` is a list, `map[string]T` a
 * map. All others are always written, with their zero if there is none, and left out of JSON if
 * they are zero, but for `T!`.
 */
export type FieldRow = readonly [number: number, name: string, type: string];

const condition: readonly FieldRow[] = [
  [1, "type", "string"],
  [2, "status", "string"],
  [4, "lastTransitionTime", "Time"],
  [5, "reason", "string"],
  [6, "message", "string"],
];

const eventSeries: readonly FieldRow[] = [
  [1, "count", "int"],
  [2, "lastObservedTime", "MicroTime"],
];

const secondsAndNanos: readonly FieldRow[] = [
  [1, "seconds", "int!"],
  [2, "nanos", "int!"],
];

const selectorRequirement: readonly FieldRow[] = [
  [1, "key", "string"],
  [2, "operator", "string"],
  [3, "values", "[]string"],
];

const selectorAttributes: readonly FieldRow[] = [
  [1, "rawSelector", "string"],
  [2, "requirements", "[]SelectorRequirement"],
];

const groupVersions = "GroupVersionForDiscovery";

function listOf(message: string): readonly FieldRow[] {
  return [
    [1, "metadata", "ListMeta"],
    [2, "items", `[]${message}`],
  ];
}

/** All messages by name. */
export const messages: { readonly [message: string]: readonly FieldRow[] } = {
  // What goes around objects.
  Unknown: [
    [1, "typeMeta", "TypeMeta"],
    [2, "raw", "*bytes"],
    [3, "contentEncoding", "string"],
    [4, "contentType", "string"],
  ],
  TypeMeta: [
    [1, "apiVersion", "string"],
    [2, "kind", "string"],
  ],
  WatchEvent: [
    [1, "type", "string"],
    [2, "object", "RawExtension"],
  ],
  RawExtension: [[1, "raw", "*bytes"]],

  // meta.k8s.io/v1
  Time: secondsAndNanos,
  MicroTime: secondsAndNanos,
  ObjectMeta: [
    [1, "name", "string"],
    [2, "generateName", "string"],
    [3, "namespace", "string"],
    [4, "selfLink", "string"],
    [5, "uid", "string"],
    [6, "resourceVersion", "string"],
    [7, "generation", "int"],
    [8, "creationTimestamp", "Time"],
    [9, "deletionTimestamp", "*Time"],
    [10, "deletionGracePeriodSeconds", "*int"],
    [11, "labels", "map[string]string"],
    [12, "annotations", "map[string]string"],
    [13, "ownerReferences", "[]OwnerReference"],
    [14, "finalizers", "[]string"],
    [17, "managedFields", "[]ManagedFieldsEntry"],
  ],
  OwnerReference: [
    [1, "kind", "string!"],
    [3, "name", "string!"],
    [4, "uid", "string!"],
    [5, "apiVersion", "string!"],
    [6, "controller", "*bool"],
    [7, "blockOwnerDeletion", "*bool"],
  ],
  ManagedFieldsEntry: [
    [1, "manager", "string"],
    [2, "operation", "string"],
    [3, "apiVersion", "string"],
    [4, "time", "*Time"],
    [6, "fieldsType", "string"],
    [7, "fieldsV1", "*FieldsV1"],
    [8, "subresource", "string"],
  ],
  FieldsV1: [[1, "raw", "*json"]],
  ListMeta: [
    [1, "selfLink", "string"],
    [2, "resourceVersion", "string"],
    [3, "continue", "string"],
    [4, "remainingItemCount", "*int"],
    [5, "shardInfo", "*ShardInfo"],
  ],
  ShardInfo: [[1, "selector", "string!"]],
  Status: [
    [1, "metadata", "ListMeta"],
    [2, "status", "string"],
    [3, "message", "string"],
    [4, "reason", "string"],
    [5, "details", "*StatusDetails"],
    [6, "code", "int"],
  ],
  StatusDetails: [
    [1, "name", "string"],
    [2, "group", "string"],
    [3, "kind", "string"],
    [4, "causes", "[]StatusCause"],
    [5, "retryAfterSeconds", "int"],
    [6, "uid", "string"],
  ],
  StatusCause: [
    [1, "reason", "string"],
    [2, "message", "string"],
    [3, "field", "string"],
  ],
  DeleteOptions: [
    [1, "gracePeriodSeconds", "*int"],
    [2, "preconditions", "*Preconditions"],
    [3, "orphanDependents", "*bool"],
    [4, "propagationPolicy", "*string"],
    [5, "dryRun", "[]string"],
    [6, "ignoreStoreReadErrorWithClusterBreakingPotential", "*bool"],
  ],
  Preconditions: [
    [1, "uid", "*string"],
    [2, "resourceVersion", "*string"],
  ],
  PartialObjectMetadata: [[1, "metadata", "ObjectMeta"]],
  PartialObjectMetadataList: listOf("PartialObjectMetadata"),
  SelectorRequirement: selectorRequirement,
  APIVersions: [
    [1, "versions", "[]string"],
    [2, "serverAddressByClientCIDRs", "[]ServerAddressByClientCIDR"],
  ],
  ServerAddressByClientCIDR: [
    [1, "clientCIDR", "string"],
    [2, "serverAddress", "string"],
  ],
  APIGroupList: [[1, "groups", "[]APIGroup"]],
  APIGroup: [
    [1, "name", "string"],
    [2, "versions", `[]${groupVersions}`],
    [3, "preferredVersion", groupVersions],
    [4, "serverAddressByClientCIDRs", "[]ServerAddressByClientCIDR"],
  ],
  [groupVersions]: [
    [1, "groupVersion", "string"],
    [2, "version", "string"],
  ],
  APIResourceList: [
    [1, "groupVersion", "string"],
    [2, "resources", "[]APIResource"],
  ],
  APIResource: [
    [1, "name", "string"],
    [2, "namespaced", "bool!"],
    [3, "kind", "string"],
    [4, "verbs", "*Verbs"],
    [5, "shortNames", "[]string"],
    [6, "singularName", "string!"],
    [7, "categories", "[]string"],
    [8, "group", "string"],
    [9, "version", "string"],
    [10, "storageVersionHash", "string"],
  ],
  Verbs: [[1, "items", "[]string"]],

  // v1
  Namespace: [
    [1, "metadata", "ObjectMeta"],
    [2, "spec", "NamespaceSpec"],
    [3, "status", "NamespaceStatus"],
  ],
  NamespaceSpec: [[1, "finalizers", "[]string"]],
  NamespaceStatus: [
    [1, "phase", "string"],
    [2, "conditions", "[]NamespaceCondition"],
  ],
  NamespaceCondition: condition,
  NamespaceList: listOf("Namespace"),
  ConfigMap: [
    [1, "metadata", "ObjectMeta"],
    [2, "data", "map[string]string"],
    [3, "binaryData", "map[string]bytes"],
    [4, "immutable", "*bool"],
  ],
  ConfigMapList: listOf("ConfigMap"),
  Secret: [
    [1, "metadata", "ObjectMeta"],
    [2, "data", "map[string]bytes"],
    [3, "type", "string"],
    [4, "stringData", "map[string]string"],
    [5, "immutable", "*bool"],
  ],
  SecretList: listOf("Secret"),
  ServiceAccount: [
    [1, "metadata", "ObjectMeta"],
    [2, "secrets", "[]ObjectReference"],
    [3, "imagePullSecrets", "[]LocalObjectReference"],
    [4, "automountServiceAccountToken", "*bool"],
  ],
  ServiceAccountList: listOf("ServiceAccount"),
  ObjectReference: [
    [1, "kind", "string"],
    [2, "namespace", "string"],
    [3, "name", "string"],
    [4, "uid", "string"],
    [5, "apiVersion", "string"],
    [6, "resourceVersion", "string"],
    [7, "fieldPath", "string"],
  ],
  LocalObjectReference: [[1, "name", "string"]],
  CoreEvent: [
    [1, "metadata", "ObjectMeta"],
    [2, "involvedObject", "ObjectReference"],
    [3, "reason", "string"],
    [4, "message", "string"],
    [5, "source", "EventSource"],
    [6, "firstTimestamp", "Time"],
    [7, "lastTimestamp", "Time"],
    [8, "count", "int"],
    [9, "type", "string"],
    [10, "eventTime", "MicroTime"],
    [11, "series", "*EventSeries"],
    [12, "action", "string"],
    [13, "related", "*ObjectReference"],
    [14, "reportingComponent", "string"],
    [15, "reportingInstance", "string"],
  ],
  CoreEventList: listOf("CoreEvent"),
  EventSeries: eventSeries,
  EventSource: [
    [1, "component", "string"],
    [2, "host", "string"],
  ],

  // events.k8s.io/v1
  Event: [
    [1, "metadata", "ObjectMeta"],
    [2, "eventTime", "MicroTime"],
    [3, "series", "*EventSeries"],
    [4, "reportingController", "string"],
    [5, "reportingInstance", "string"],
    [6, "action", "string"],
    [7, "reason", "string"],
    [8, "regarding", "ObjectReference"],
    [9, "related", "*ObjectReference"],
    [10, "note", "string"],
    [11, "type", "string"],
    [12, "deprecatedSource", "EventSource"],
    [13, "deprecatedFirstTimestamp", "Time"],
    [14, "deprecatedLastTimestamp", "Time"],
    [15, "deprecatedCount", "int"],
  ],
  EventList: listOf("Event"),

  // coordination.k8s.io/v1
  Lease: [
    [1, "metadata", "ObjectMeta"],
    [2, "spec", "LeaseSpec"],
  ],
  LeaseSpec: [
    [1, "holderIdentity", "*string"],
    [2, "leaseDurationSeconds", "*int"],
    [3, "acquireTime", "*MicroTime"],
    [4, "renewTime", "*MicroTime"],
    [5, "leaseTransitions", "*int"],
    [6, "strategy", "*string"],
    [7, "preferredHolder", "*string"],
  ],
  LeaseList: listOf("Lease"),

  // authorization.k8s.io/v1
  SelfSubjectAccessReview: [
    [1, "metadata", "ObjectMeta"],
    [2, "spec", "SelfSubjectAccessReviewSpec"],
    [3, "status", "SubjectAccessReviewStatus"],
  ],
  SelfSubjectAccessReviewSpec: [
    [1, "resourceAttributes", "*ResourceAttributes"],
    [2, "nonResourceAttributes", "*NonResourceAttributes"],
  ],
  ResourceAttributes: [
    [1, "namespace", "string"],
    [2, "verb", "string"],
    [3, "group", "string"],
    [4, "version", "string"],
    [5, "resource", "string"],
    [6, "subresource", "string"],
    [7, "name", "string"],
    [8, "fieldSelector", "*SelectorAttributes"],
    [9, "labelSelector", "*SelectorAttributes"],
  ],
  SelectorAttributes: selectorAttributes,
  NonResourceAttributes: [
    [1, "path", "string"],
    [2, "verb", "string"],
  ],
  SubjectAccessReviewStatus: [
    [1, "allowed", "bool!"],
    [2, "reason", "string"],
    [3, "evaluationError", "string"],
    [4, "denied", "bool"],
  ],

  // apiextensions.k8s.io/v1
  CustomResourceDefinition: [
    [1, "metadata", "ObjectMeta"],
    [2, "spec", "CustomResourceDefinitionSpec"],
    [3, "status", "CustomResourceDefinitionStatus"],
  ],
  CustomResourceDefinitionList: listOf("CustomResourceDefinition"),
  CustomResourceDefinitionSpec: [
    [1, "group", "string!"],
    [3, "names", "CustomResourceDefinitionNames"],
    [4, "scope", "string!"],
    [7, "versions", "[]CustomResourceDefinitionVersion"],
    [9, "conversion", "*CustomResourceConversion"],
    [10, "preserveUnknownFields", "bool"],
  ],
  CustomResourceDefinitionNames: [
    [1, "plural", "string!"],
    [2, "singular", "string"],
    [3, "shortNames", "[]string"],
    [4, "kind", "string!"],
    [5, "listKind", "string"],
    [6, "categories", "[]string"],
  ],
  CustomResourceDefinitionVersion: [
    [1, "name", "string!"],
    [2, "served", "bool!"],
    [3, "storage", "bool!"],
    [4, "schema", "*CustomResourceValidation"],
    [5, "subresources", "*CustomResourceSubresources"],
    [6, "additionalPrinterColumns", "[]CustomResourceColumnDefinition"],
    [7, "deprecated", "bool"],
    [8, "deprecationWarning", "*string"],
    [9, "selectableFields", "[]SelectableField"],
  ],
  CustomResourceValidation: [[1, "openAPIV3Schema", "*JSONSchemaProps"]],
  CustomResourceSubresources: [
    [1, "status", "*CustomResourceSubresourceStatus"],
    [2, "scale", "*CustomResourceSubresourceScale"],
  ],
  CustomResourceSubresourceStatus: [],
  CustomResourceSubresourceScale: [
    [1, "specReplicasPath", "string!"],
    [2, "statusReplicasPath", "string!"],
    [3, "labelSelectorPath", "*string"],
  ],
  CustomResourceColumnDefinition: [
    [1, "name", "string!"],
    [2, "type", "string!"],
    [3, "format", "string"],
    [4, "description", "string"],
    [5, "priority", "int"],
    [6, "jsonPath", "string!"],
  ],
  SelectableField: [[1, "jsonPath", "string!"]],
  CustomResourceConversion: [
    [1, "strategy", "string!"],
    [2, "webhook", "*WebhookConversion"],
  ],
  WebhookConversion: [
    [2, "clientConfig", "*WebhookClientConfig"],
    [3, "conversionReviewVersions", "[]string"],
  ],
  WebhookClientConfig: [
    [1, "service", "*ServiceReference"],
    [2, "caBundle", "*bytes"],
    [3, "url", "*string"],
  ],
  ServiceReference: [
    [1, "namespace", "string!"],
    [2, "name", "string!"],
    [3, "path", "*string"],
    [4, "port", "*int"],
  ],
  CustomResourceDefinitionStatus: [
    [1, "conditions", "[]CustomResourceDefinitionCondition"],
    [2, "acceptedNames", "CustomResourceDefinitionNames"],
    [3, "storedVersions", "[]string"],
    [4, "observedGeneration", "int"],
  ],
  CustomResourceDefinitionCondition: [
    [1, "type", "string"],
    [2, "status", "string"],
    [3, "lastTransitionTime", "Time"],
    [4, "reason", "string"],
    [5, "message", "string"],
    [6, "observedGeneration", "int"],
  ],
  JSON: [[1, "raw", "*json"]],
  JSONSchemaProps: [
    [1, "id", "string"],
    [2, "$schema", "string"],
    [3, "$ref", "*string"],
    [4, "description", "string"],
    [5, "type", "string"],
    [6, "format", "string"],
    [7, "title", "string"],
    [8, "default", "*JSON"],
    [9, "maximum", "*double"],
    [10, "exclusiveMaximum", "bool"],
    [11, "minimum", "*double"],
    [12, "exclusiveMinimum", "bool"],
    [13, "maxLength", "*int"],
    [14, "minLength", "*int"],
    [15, "pattern", "string"],
    [16, "maxItems", "*int"],
    [17, "minItems", "*int"],
    [18, "uniqueItems", "bool"],
    [19, "multipleOf", "*double"],
    [20, "enum", "[]JSON"],
    [21, "maxProperties", "*int"],
    [22, "minProperties", "*int"],
    [23, "required", "[]string"],
    [24, "items", "*JSONSchemaPropsOrArray"],
    [25, "allOf", "[]JSONSchemaProps"],
    [26, "oneOf", "[]JSONSchemaProps"],
    [27, "anyOf", "[]JSONSchemaProps"],
    [28, "not", "*JSONSchemaProps"],
    [29, "properties", "map[string]JSONSchemaProps"],
    [30, "additionalProperties", "*JSONSchemaPropsOrBool"],
    [31, "patternProperties", "map[string]JSONSchemaProps"],
    [32, "dependencies", "map[string]JSONSchemaPropsOrStringArray"],
    [33, "additionalItems", "*JSONSchemaPropsOrBool"],
    [34, "definitions", "map[string]JSONSchemaProps"],
    [35, "externalDocs", "*ExternalDocumentation"],
    [36, "example", "*JSON"],
    [37, "nullable", "bool"],
    [38, "x-kubernetes-preserve-unknown-fields", "*bool"],
    [39, "x-kubernetes-embedded-resource", "bool"],
    [40, "x-kubernetes-int-or-string", "bool"],
    [41, "x-kubernetes-list-map-keys", "[]string"],
    [42, "x-kubernetes-list-type", "*string"],
    [43, "x-kubernetes-map-type", "*string"],
    [44, "x-kubernetes-validations", "[]ValidationRule"],
  ],
  JSONSchemaPropsOrArray: [
    [1, "schema", "*JSONSchemaProps"],
    [2, "list", "[]JSONSchemaProps"],
  ],
  JSONSchemaPropsOrBool: [
    [1, "allows", "bool!"],
    [2, "schema", "*JSONSchemaProps"],
  ],
  JSONSchemaPropsOrStringArray: [
    [1, "schema", "*JSONSchemaProps"],
    [2, "list", "[]string"],
  ],
  ExternalDocumentation: [
    [1, "description", "string"],
    [2, "url", "string"],
  ],
  ValidationRule: [
    [1, "rule", "string!"],
    [2, "message", "string"],
    [3, "messageExpression", "string"],
    [4, "reason", "*string"],
    [5, "fieldPath", "string"],
    [6, "optionalOldSelf", "*bool"],
  ],
};

/** Kinds that mean the same in every group. */
const everywhere =
  /^(Status|DeleteOptions|PartialObjectMetadata(List)?|API(Versions|Group(List)?|ResourceList))$/;

const kinds = new Set(
  `v1/Namespace v1/ConfigMap v1/Secret v1/ServiceAccount coordination.k8s.io/v1/Lease
  events.k8s.io/v1/Event apiextensions.k8s.io/v1/CustomResourceDefinition
  authorization.k8s.io/v1/SelfSubjectAccessReview`.split(/\s+/),
);

/** The message of a kind; undefined for one that only custom resources have. */
export function messageOf(apiVersion: string, kind: string): string | undefined {
  if (everywhere.test(kind)) return kind;
  const name = `${apiVersion}/${kind}`;
  if (/^v1\/Event(List)?$/.test(name)) return `Core${kind}`;
  return kinds.has(name.replace(/List$/, "")) ? kind : undefined;
}
