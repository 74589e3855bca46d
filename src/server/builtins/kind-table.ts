import type { KindTable } from "./kind-rows.js";

// Written by scripts/builtin-kinds.js.

/** The types of built-in kinds. */
export const kindTable: KindTable = {
  kinds: {
    "v1/Namespace": "core/v1.Namespace",
    "v1/ConfigMap": "core/v1.ConfigMap",
    "v1/Secret": "core/v1.Secret",
    "v1/ServiceAccount": "core/v1.ServiceAccount",
    "v1/Event": "core/v1.Event",
    "authentication.k8s.io/v1/TokenRequest": "authentication/v1.TokenRequest",
    "events.k8s.io/v1/Event": "events/v1.Event",
    "apiextensions.k8s.io/v1/CustomResourceDefinition": "apiextensions/v1.CustomResourceDefinition",
    "coordination.k8s.io/v1/Lease": "coordination/v1.Lease",
    "authentication.k8s.io/v1/TokenReview": "authentication/v1.TokenReview",
    "authentication.k8s.io/v1/SelfSubjectReview": "authentication/v1.SelfSubjectReview",
    "authorization.k8s.io/v1/SubjectAccessReview": "authorization/v1.SubjectAccessReview",
    "authorization.k8s.io/v1/LocalSubjectAccessReview": "authorization/v1.LocalSubjectAccessReview",
    "authorization.k8s.io/v1/SelfSubjectAccessReview": "authorization/v1.SelfSubjectAccessReview",
    "authorization.k8s.io/v1/SelfSubjectRulesReview": "authorization/v1.SelfSubjectRulesReview",
  },
  structs: {
    "apiextensions/v1.CustomResourceColumnDefinition": {
      fields: [
        ["name", "string", 1, { isPrinted: true }],
        ["type", "string", 2, { isPrinted: true }],
        ["format", "string", 3],
        ["description", "string", 4],
        ["priority", "int32", 5],
        ["jsonPath", "string", 6, { isPrinted: true }],
      ],
    },
    "apiextensions/v1.CustomResourceConversion": {
      fields: [
        ["strategy", "string~v1.ConversionStrategyType", 1, { isPrinted: true }],
        ["webhook", "*apiextensions/v1.WebhookConversion", 2],
      ],
    },
    "apiextensions/v1.CustomResourceDefinition": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "apiextensions/v1.CustomResourceDefinitionSpec", 2, { isPrinted: true }],
        ["status", "apiextensions/v1.CustomResourceDefinitionStatus", 3],
      ],
    },
    "apiextensions/v1.CustomResourceDefinitionCondition": {
      fields: [
        ["type", "string~v1.CustomResourceDefinitionConditionType", 1, { isPrinted: true }],
        ["status", "string~v1.ConditionStatus", 2, { isPrinted: true }],
        ["lastTransitionTime", "Time", 3],
        ["reason", "string", 4],
        ["message", "string", 5],
        ["observedGeneration", "int64", 6],
      ],
    },
    "apiextensions/v1.CustomResourceDefinitionNames": {
      fields: [
        ["plural", "string", 1, { isPrinted: true }],
        ["singular", "string", 2],
        ["shortNames", "[]string", 3],
        ["kind", "string", 4, { isPrinted: true }],
        ["listKind", "string", 5],
        ["categories", "[]string", 6],
      ],
    },
    "apiextensions/v1.CustomResourceDefinitionSpec": {
      fields: [
        ["group", "string", 1, { isPrinted: true }],
        ["names", "apiextensions/v1.CustomResourceDefinitionNames", 3, { isPrinted: true }],
        ["scope", "string~v1.ResourceScope", 4, { isPrinted: true }],
        ["versions", "[]apiextensions/v1.CustomResourceDefinitionVersion", 7, { isPrinted: true }],
        ["conversion", "*apiextensions/v1.CustomResourceConversion", 9],
        ["preserveUnknownFields", "bool", 10],
      ],
    },
    "apiextensions/v1.CustomResourceDefinitionStatus": {
      fields: [
        [
          "conditions",
          "[]apiextensions/v1.CustomResourceDefinitionCondition",
          1,
          { isPrinted: true, list: ["type"] },
        ],
        ["acceptedNames", "apiextensions/v1.CustomResourceDefinitionNames", 2, { isPrinted: true }],
        ["storedVersions", "[]string", 3, { isPrinted: true }],
        ["observedGeneration", "int64", 4],
      ],
    },
    "apiextensions/v1.CustomResourceDefinitionVersion": {
      fields: [
        ["name", "string", 1, { isPrinted: true }],
        ["served", "bool", 2, { isPrinted: true }],
        ["storage", "bool", 3, { isPrinted: true }],
        ["deprecated", "bool", 7],
        ["deprecationWarning", "*string", 8],
        ["schema", "*apiextensions/v1.CustomResourceValidation", 4],
        ["subresources", "*apiextensions/v1.CustomResourceSubresources", 5],
        ["additionalPrinterColumns", "[]apiextensions/v1.CustomResourceColumnDefinition", 6],
        ["selectableFields", "[]apiextensions/v1.SelectableField", 9],
      ],
    },
    "apiextensions/v1.CustomResourceSubresourceScale": {
      fields: [
        ["specReplicasPath", "string", 1, { isPrinted: true }],
        ["statusReplicasPath", "string", 2, { isPrinted: true }],
        ["labelSelectorPath", "*string", 3],
      ],
    },
    "apiextensions/v1.CustomResourceSubresourceStatus": { fields: [] },
    "apiextensions/v1.CustomResourceSubresources": {
      fields: [
        ["status", "*apiextensions/v1.CustomResourceSubresourceStatus", 1],
        ["scale", "*apiextensions/v1.CustomResourceSubresourceScale", 2],
      ],
    },
    "apiextensions/v1.CustomResourceValidation": {
      fields: [["openAPIV3Schema", "*apiextensions/v1.JSONSchemaProps", 1]],
    },
    "apiextensions/v1.ExternalDocumentation": {
      fields: [
        ["description", "string", 1],
        ["url", "string", 2],
      ],
    },
    "apiextensions/v1.JSONSchemaProps": {
      fields: [
        ["id", "string", 1],
        ["$schema", "string~v1.JSONSchemaURL", 2],
        ["$ref", "*string", 3],
        ["description", "string", 4],
        ["type", "string", 5],
        ["format", "string", 6],
        ["title", "string", 7],
        ["default", "*JSON", 8],
        ["maximum", "*float64", 9],
        ["exclusiveMaximum", "bool", 10],
        ["minimum", "*float64", 11],
        ["exclusiveMinimum", "bool", 12],
        ["maxLength", "*int64", 13],
        ["minLength", "*int64", 14],
        ["pattern", "string", 15],
        ["maxItems", "*int64", 16],
        ["minItems", "*int64", 17],
        ["uniqueItems", "bool", 18],
        ["multipleOf", "*float64", 19],
        ["enum", "[]JSON", 20],
        ["maxProperties", "*int64", 21],
        ["minProperties", "*int64", 22],
        ["required", "[]string", 23],
        ["items", "*JSONSchemaPropsOrArray", 24],
        ["allOf", "[]apiextensions/v1.JSONSchemaProps", 25],
        ["oneOf", "[]apiextensions/v1.JSONSchemaProps", 26],
        ["anyOf", "[]apiextensions/v1.JSONSchemaProps", 27],
        ["not", "*apiextensions/v1.JSONSchemaProps", 28],
        ["properties", "map[string]apiextensions/v1.JSONSchemaProps", 29],
        ["additionalProperties", "*JSONSchemaPropsOrBool", 30],
        ["patternProperties", "map[string]apiextensions/v1.JSONSchemaProps", 31],
        ["dependencies", "map[string]JSONSchemaPropsOrStringArray~v1.JSONSchemaDependencies", 32],
        ["additionalItems", "*JSONSchemaPropsOrBool", 33],
        ["definitions", "map[string]apiextensions/v1.JSONSchemaProps~v1.JSONSchemaDefinitions", 34],
        ["externalDocs", "*apiextensions/v1.ExternalDocumentation", 35],
        ["example", "*JSON", 36],
        ["nullable", "bool", 37],
        ["x-kubernetes-preserve-unknown-fields", "*bool", 38],
        ["x-kubernetes-embedded-resource", "bool", 39],
        ["x-kubernetes-int-or-string", "bool", 40],
        ["x-kubernetes-list-map-keys", "[]string", 41],
        ["x-kubernetes-list-type", "*string", 42],
        ["x-kubernetes-map-type", "*string", 43],
        [
          "x-kubernetes-validations",
          "([]apiextensions/v1.ValidationRule)~v1.ValidationRules",
          44,
          { list: ["rule"], patch: "merge", mergeKey: "rule" },
        ],
      ],
    },
    "apiextensions/v1.SelectableField": {
      fields: [["jsonPath", "string", 1, { isPrinted: true }]],
    },
    "apiextensions/v1.ServiceReference": {
      fields: [
        ["namespace", "string", 1, { isPrinted: true }],
        ["name", "string", 2, { isPrinted: true }],
        ["path", "*string", 3],
        ["port", "*int32", 4],
      ],
    },
    "apiextensions/v1.ValidationRule": {
      fields: [
        ["rule", "string", 1, { isPrinted: true }],
        ["message", "string", 2],
        ["messageExpression", "string", 3],
        ["reason", "*string~v1.FieldValueErrorReason", 4],
        ["fieldPath", "string", 5],
        ["optionalOldSelf", "*bool", 6],
      ],
    },
    "apiextensions/v1.WebhookClientConfig": {
      fields: [
        ["url", "*string", 3],
        ["service", "*apiextensions/v1.ServiceReference", 1],
        ["caBundle", "bytes", 2],
      ],
    },
    "apiextensions/v1.WebhookConversion": {
      fields: [
        ["clientConfig", "*apiextensions/v1.WebhookClientConfig", 2],
        ["conversionReviewVersions", "[]string", 3, { isPrinted: true }],
      ],
    },
    "authentication/v1.BoundObjectReference": {
      fields: [
        ["kind", "string", 1],
        ["apiVersion", "string", 2],
        ["name", "string", 3],
        ["uid", "string~types.UID", 4],
      ],
    },
    "authentication/v1.SelfSubjectReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["status", "authentication/v1.SelfSubjectReviewStatus", 2],
      ],
    },
    "authentication/v1.SelfSubjectReviewStatus": {
      fields: [["userInfo", "authentication/v1.UserInfo", 1]],
    },
    "authentication/v1.TokenRequest": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authentication/v1.TokenRequestSpec", 2, { isPrinted: true }],
        ["status", "authentication/v1.TokenRequestStatus", 3],
      ],
    },
    "authentication/v1.TokenRequestSpec": {
      fields: [
        ["audiences", "[]string", 1, { isPrinted: true }],
        ["expirationSeconds", "*int64", 4, { isPrinted: true }],
        ["boundObjectRef", "*authentication/v1.BoundObjectReference", 3, { isPrinted: true }],
        ["attestations", "map[string]([]string)~v1.AttestationValue", 5],
      ],
    },
    "authentication/v1.TokenRequestStatus": {
      fields: [
        ["token", "string", 1, { isPrinted: true }],
        ["expirationTimestamp", "Time", 2, { isPrinted: true }],
      ],
    },
    "authentication/v1.TokenReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authentication/v1.TokenReviewSpec", 2, { isPrinted: true }],
        ["status", "authentication/v1.TokenReviewStatus", 3],
      ],
    },
    "authentication/v1.TokenReviewSpec": {
      fields: [
        ["token", "string", 1],
        ["audiences", "[]string", 2],
      ],
    },
    "authentication/v1.TokenReviewStatus": {
      fields: [
        ["authenticated", "bool", 1],
        ["user", "authentication/v1.UserInfo", 2],
        ["audiences", "[]string", 4],
        ["error", "string", 3],
      ],
    },
    "authentication/v1.UserInfo": {
      fields: [
        ["username", "string", 1],
        ["uid", "string", 2],
        ["groups", "[]string", 3],
        ["extra", "map[string]([]string)~v1.ExtraValue", 4],
      ],
    },
    "authorization/v1.FieldSelectorAttributes": {
      fields: [
        ["rawSelector", "string", 1],
        ["requirements", "[]meta/v1.FieldSelectorRequirement", 2],
      ],
    },
    "authorization/v1.LabelSelectorAttributes": {
      fields: [
        ["rawSelector", "string", 1],
        ["requirements", "[]meta/v1.LabelSelectorRequirement", 2],
      ],
    },
    "authorization/v1.LocalSubjectAccessReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authorization/v1.SubjectAccessReviewSpec", 2, { isPrinted: true }],
        ["status", "authorization/v1.SubjectAccessReviewStatus", 3],
      ],
    },
    "authorization/v1.NonResourceAttributes": {
      fields: [
        ["path", "string", 1],
        ["verb", "string", 2],
      ],
    },
    "authorization/v1.NonResourceRule": {
      fields: [
        ["verbs", "[]string", 1, { isPrinted: true }],
        ["nonResourceURLs", "[]string", 2],
      ],
    },
    "authorization/v1.ResourceAttributes": {
      fields: [
        ["namespace", "string", 1],
        ["verb", "string", 2],
        ["group", "string", 3],
        ["version", "string", 4],
        ["resource", "string", 5],
        ["subresource", "string", 6],
        ["name", "string", 7],
        ["fieldSelector", "*authorization/v1.FieldSelectorAttributes", 8],
        ["labelSelector", "*authorization/v1.LabelSelectorAttributes", 9],
      ],
    },
    "authorization/v1.ResourceRule": {
      fields: [
        ["verbs", "[]string", 1, { isPrinted: true }],
        ["apiGroups", "[]string", 2],
        ["resources", "[]string", 3],
        ["resourceNames", "[]string", 4],
      ],
    },
    "authorization/v1.SelfSubjectAccessReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authorization/v1.SelfSubjectAccessReviewSpec", 2, { isPrinted: true }],
        ["status", "authorization/v1.SubjectAccessReviewStatus", 3],
      ],
    },
    "authorization/v1.SelfSubjectAccessReviewSpec": {
      fields: [
        ["resourceAttributes", "*authorization/v1.ResourceAttributes", 1],
        ["nonResourceAttributes", "*authorization/v1.NonResourceAttributes", 2],
      ],
    },
    "authorization/v1.SelfSubjectRulesReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authorization/v1.SelfSubjectRulesReviewSpec", 2, { isPrinted: true }],
        ["status", "authorization/v1.SubjectRulesReviewStatus", 3],
      ],
    },
    "authorization/v1.SelfSubjectRulesReviewSpec": { fields: [["namespace", "string", 1]] },
    "authorization/v1.SubjectAccessReview": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "authorization/v1.SubjectAccessReviewSpec", 2, { isPrinted: true }],
        ["status", "authorization/v1.SubjectAccessReviewStatus", 3],
      ],
    },
    "authorization/v1.SubjectAccessReviewSpec": {
      fields: [
        ["resourceAttributes", "*authorization/v1.ResourceAttributes", 1],
        ["nonResourceAttributes", "*authorization/v1.NonResourceAttributes", 2],
        ["user", "string", 3],
        ["groups", "[]string", 4],
        ["extra", "map[string]([]string)~v1.ExtraValue", 5],
        ["uid", "string", 6],
      ],
    },
    "authorization/v1.SubjectAccessReviewStatus": {
      fields: [
        ["allowed", "bool", 1, { isPrinted: true }],
        ["denied", "bool", 4],
        ["reason", "string", 2],
        ["evaluationError", "string", 3],
      ],
    },
    "authorization/v1.SubjectRulesReviewStatus": {
      fields: [
        ["resourceRules", "[]authorization/v1.ResourceRule", 1, { isPrinted: true }],
        ["nonResourceRules", "[]authorization/v1.NonResourceRule", 2, { isPrinted: true }],
        ["incomplete", "bool", 3, { isPrinted: true }],
        ["evaluationError", "string", 4],
      ],
    },
    "coordination/v1.Lease": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "coordination/v1.LeaseSpec", 2],
      ],
    },
    "coordination/v1.LeaseSpec": {
      fields: [
        ["holderIdentity", "*string", 1],
        ["leaseDurationSeconds", "*int32", 2],
        ["acquireTime", "*MicroTime", 3],
        ["renewTime", "*MicroTime", 4],
        ["leaseTransitions", "*int32", 5],
        ["strategy", "*string~v1.CoordinatedLeaseStrategy", 6],
        ["preferredHolder", "*string", 7],
      ],
    },
    "core/v1.ConfigMap": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["immutable", "*bool", 4],
        ["data", "map[string]string", 2],
        ["binaryData", "map[string]bytes", 3],
      ],
    },
    "core/v1.Event": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1, { isPrinted: true }],
        ["involvedObject", "core/v1.ObjectReference", 2, { isPrinted: true }],
        ["reason", "string", 3],
        ["message", "string", 4],
        ["source", "core/v1.EventSource", 5],
        ["firstTimestamp", "Time", 6],
        ["lastTimestamp", "Time", 7],
        ["count", "int32", 8],
        ["type", "string", 9],
        ["eventTime", "MicroTime", 10],
        ["series", "*core/v1.EventSeries", 11],
        ["action", "string", 12],
        ["related", "*core/v1.ObjectReference", 13],
        ["reportingComponent", "string", 14, { isPrinted: true }],
        ["reportingInstance", "string", 15, { isPrinted: true }],
      ],
    },
    "core/v1.EventSeries": {
      fields: [
        ["count", "int32", 1],
        ["lastObservedTime", "MicroTime", 2],
      ],
    },
    "core/v1.EventSource": {
      fields: [
        ["component", "string", 1],
        ["host", "string", 2],
      ],
    },
    "core/v1.LocalObjectReference": { fields: [["name", "string", 1]], isAtomic: true },
    "core/v1.Namespace": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["spec", "core/v1.NamespaceSpec", 2],
        ["status", "core/v1.NamespaceStatus", 3],
      ],
    },
    "core/v1.NamespaceCondition": {
      fields: [
        ["type", "string~v1.NamespaceConditionType", 1, { isPrinted: true }],
        ["status", "string~v1.ConditionStatus", 2, { isPrinted: true }],
        ["lastTransitionTime", "Time", 4],
        ["reason", "string", 5],
        ["message", "string", 6],
      ],
    },
    "core/v1.NamespaceSpec": { fields: [["finalizers", "[]string~v1.FinalizerName", 1]] },
    "core/v1.NamespaceStatus": {
      fields: [
        ["phase", "string~v1.NamespacePhase", 1],
        [
          "conditions",
          "[]core/v1.NamespaceCondition",
          2,
          { list: ["type"], patch: "merge", mergeKey: "type" },
        ],
      ],
    },
    "core/v1.ObjectReference": {
      fields: [
        ["kind", "string", 1],
        ["namespace", "string", 2],
        ["name", "string", 3],
        ["uid", "string~types.UID", 4],
        ["apiVersion", "string", 5],
        ["resourceVersion", "string", 6],
        ["fieldPath", "string", 7],
      ],
      isAtomic: true,
    },
    "core/v1.Secret": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        ["immutable", "*bool", 5],
        ["data", "map[string]bytes", 2],
        ["stringData", "map[string]string", 4],
        ["type", "string~v1.SecretType", 3],
      ],
    },
    "core/v1.ServiceAccount": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1],
        [
          "secrets",
          "[]core/v1.ObjectReference",
          2,
          { list: ["name"], patch: "merge", mergeKey: "name" },
        ],
        ["imagePullSecrets", "[]core/v1.LocalObjectReference", 3],
        ["automountServiceAccountToken", "*bool", 4],
      ],
    },
    "events/v1.Event": {
      fields: [
        ["kind", "string", 0],
        ["apiVersion", "string", 0],
        ["metadata", "meta/v1.ObjectMeta", 1, { isPrinted: true }],
        ["eventTime", "MicroTime", 2, { isPrinted: true }],
        ["series", "*events/v1.EventSeries", 3],
        ["reportingController", "string", 4],
        ["reportingInstance", "string", 5],
        ["action", "string", 6],
        ["reason", "string", 7],
        ["regarding", "core/v1.ObjectReference", 8],
        ["related", "*core/v1.ObjectReference", 9],
        ["note", "string", 10],
        ["type", "string", 11],
        ["deprecatedSource", "core/v1.EventSource", 12],
        ["deprecatedFirstTimestamp", "Time", 13],
        ["deprecatedLastTimestamp", "Time", 14],
        ["deprecatedCount", "int32", 15],
      ],
    },
    "events/v1.EventSeries": {
      fields: [
        ["count", "int32", 1, { isPrinted: true }],
        ["lastObservedTime", "MicroTime", 2, { isPrinted: true }],
      ],
    },
    "meta/v1.FieldSelectorRequirement": {
      fields: [
        ["key", "string", 1, { isPrinted: true }],
        ["operator", "string~v1.FieldSelectorOperator", 2, { isPrinted: true }],
        ["values", "[]string", 3],
      ],
    },
    "meta/v1.LabelSelectorRequirement": {
      fields: [
        ["key", "string", 1, { isPrinted: true }],
        ["operator", "string~v1.LabelSelectorOperator", 2, { isPrinted: true }],
        ["values", "[]string", 3],
      ],
    },
    "meta/v1.ManagedFieldsEntry": {
      fields: [
        ["manager", "string", 1],
        ["operation", "string~v1.ManagedFieldsOperationType", 2],
        ["apiVersion", "string", 3],
        ["time", "*Time", 4],
        ["fieldsType", "string", 6],
        ["fieldsV1", "*FieldsV1", 7],
        ["subresource", "string", 8],
      ],
    },
    "meta/v1.ObjectMeta": {
      fields: [
        ["name", "string", 1],
        ["generateName", "string", 2],
        ["namespace", "string", 3],
        ["selfLink", "string", 4],
        ["uid", "string~types.UID", 5],
        ["resourceVersion", "string", 6],
        ["generation", "int64", 7],
        ["creationTimestamp", "Time", 8],
        ["deletionTimestamp", "*Time", 9],
        ["deletionGracePeriodSeconds", "*int64", 10],
        ["labels", "map[string]string", 11],
        ["annotations", "map[string]string", 12],
        [
          "ownerReferences",
          "[]meta/v1.OwnerReference",
          13,
          { list: ["uid"], patch: "merge", mergeKey: "uid" },
        ],
        ["finalizers", "[]string", 14, { list: "set", patch: "merge" }],
        ["managedFields", "[]meta/v1.ManagedFieldsEntry", 17],
      ],
    },
    "meta/v1.OwnerReference": {
      fields: [
        ["apiVersion", "string", 5, { isPrinted: true }],
        ["kind", "string", 1, { isPrinted: true }],
        ["name", "string", 3, { isPrinted: true }],
        ["uid", "string~types.UID", 4, { isPrinted: true }],
        ["controller", "*bool", 6],
        ["blockOwnerDeletion", "*bool", 7],
      ],
      isAtomic: true,
    },
  },
};
