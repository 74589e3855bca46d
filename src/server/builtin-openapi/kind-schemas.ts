import type { JsonObject } from "../../runtime/v1/values/json/json.js";

// Written by scripts/builtin-schemas.js.

/** The types of built-in kinds as OpenAPI v3 has them, by their names there. */
export const kindSchemas: Readonly<Record<string, JsonObject>> = {
  "io.k8s.api.authentication.v1.BoundObjectReference": {
    description: "BoundObjectReference is a reference to an object that a token is bound to.",
    type: "object",
    properties: {
      apiVersion: { description: "apiVersion is API version of the referent.", type: "string" },
      kind: {
        description:
          "kind of the referent. Valid kinds are 'Pod', 'Secret', 'Node', 'ValidatingWebhookConfiguration', and 'MutatingWebhookConfiguration'.",
        type: "string",
      },
      name: { description: "name of the referent.", type: "string" },
      uid: { description: "uid of the referent.", type: "string" },
    },
  },
  "io.k8s.api.authentication.v1.SelfSubjectReview": {
    description:
      "SelfSubjectReview contains the user information that the kube-apiserver has about the user making this request. When using impersonation, users will receive the user info of the user being impersonated.  If impersonation or request header authentication is used, any extra keys will have their case ignored and returned as lowercase.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      status: {
        description: "status is filled in by the server with the user attributes.",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authentication.v1.SelfSubjectReviewStatus" },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authentication.k8s.io", kind: "SelfSubjectReview", version: "v1" },
    ],
  },
  "io.k8s.api.authentication.v1.SelfSubjectReviewStatus": {
    description: "SelfSubjectReviewStatus is filled by the kube-apiserver and sent back to a user.",
    type: "object",
    properties: {
      userInfo: {
        description: "userInfo is a set of attributes belonging to the user making this request.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.UserInfo" }],
      },
    },
  },
  "io.k8s.api.authentication.v1.TokenRequest": {
    description: "TokenRequest requests a token for a given service account.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "spec holds information about the request being evaluated",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.TokenRequestSpec" }],
      },
      status: {
        description:
          "status is filled in by the server and indicates whether the token can be authenticated.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.TokenRequestStatus" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authentication.k8s.io", kind: "TokenRequest", version: "v1" },
    ],
  },
  "io.k8s.api.authentication.v1.TokenRequestSpec": {
    description: "TokenRequestSpec contains client provided parameters of a token request.",
    type: "object",
    properties: {
      attestations: {
        description:
          "attestations is a map of well-known keys to string-slice values. The values for each key have a specific semantic meaning, which is documented on the key definition. Requesters of tokens may ask the Kubernetes API Server to attest to certain claims. The API Server may perform authorization checks depending on the key of this map.",
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      audiences: {
        description:
          "audiences are the intendend audiences of the token. A recipient of a token must identify themself with an identifier in the list of audiences of the token, and otherwise should reject the token. A token issued for multiple audiences may be used to authenticate against any of the audiences listed but implies a high degree of trust between the target audiences.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      boundObjectRef: {
        description:
          "boundObjectRef is a reference to an object that the token will be bound to. The token will only be valid for as long as the bound object exists. NOTE: The API server's TokenReview endpoint will validate the BoundObjectRef, but other audiences may not. Keep ExpirationSeconds small if you want prompt revocation.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.BoundObjectReference" }],
      },
      expirationSeconds: {
        description:
          "expirationSeconds is the requested duration of validity of the request. The token issuer may return a token with a different validity duration so a client needs to check the 'expiration' field in a response.",
        type: "integer",
        format: "int64",
      },
    },
  },
  "io.k8s.api.authentication.v1.TokenRequestStatus": {
    description: "TokenRequestStatus is the result of a token request.",
    type: "object",
    properties: {
      expirationTimestamp: {
        description: "expirationTimestamp is the time of expiration of the returned token.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      token: { description: "token is the opaque bearer token.", type: "string", default: "" },
    },
  },
  "io.k8s.api.authentication.v1.TokenReview": {
    description:
      "TokenReview attempts to authenticate a token to a known user. Note: TokenReview requests may be cached by the webhook token authenticator plugin in the kube-apiserver.",
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "spec holds information about the request being evaluated",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.TokenReviewSpec" }],
      },
      status: {
        description:
          "status is filled in by the server and indicates whether the request can be authenticated.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.TokenReviewStatus" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authentication.k8s.io", kind: "TokenReview", version: "v1" },
    ],
  },
  "io.k8s.api.authentication.v1.TokenReviewSpec": {
    description: "TokenReviewSpec is a description of the token authentication request.",
    type: "object",
    required: ["token"],
    properties: {
      audiences: {
        description:
          "audiences is a list of the identifiers that the resource server presented with the token identifies as. Audience-aware token authenticators will verify that the token was intended for at least one of the audiences in this list. If no audiences are provided, the audience will default to the audience of the Kubernetes apiserver.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      token: { description: "token is the opaque bearer token.", type: "string" },
    },
  },
  "io.k8s.api.authentication.v1.TokenReviewStatus": {
    description: "TokenReviewStatus is the result of the token authentication request.",
    type: "object",
    properties: {
      audiences: {
        description:
          'audiences are audience identifiers chosen by the authenticator that are compatible with both the TokenReview and token. An identifier is any identifier in the intersection of the TokenReviewSpec audiences and the token\'s audiences. A client of the TokenReview API that sets the spec.audiences field should validate that a compatible audience identifier is returned in the status.audiences field to ensure that the TokenReview server is audience aware. If a TokenReview returns an empty status.audience field where status.authenticated is "true", the token is valid against the audience of the Kubernetes API server.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      authenticated: {
        description: "authenticated indicates that the token was associated with a known user.",
        type: "boolean",
      },
      error: { description: "error indicates that the token couldn't be checked", type: "string" },
      user: {
        description: "user is the UserInfo associated with the provided token.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authentication.v1.UserInfo" }],
      },
    },
  },
  "io.k8s.api.authentication.v1.UserInfo": {
    description:
      "UserInfo holds the information about the user needed to implement the user.Info interface.",
    type: "object",
    properties: {
      extra: {
        description: "extra is any additional information provided by the authenticator.",
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      groups: {
        description: "groups is the names of groups this user is a part of.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      uid: {
        description:
          "uid is a unique value that identifies this user across time. If this user is deleted and another user by the same name is added, they will have different UIDs.",
        type: "string",
      },
      username: {
        description:
          "username is the name that uniquely identifies this user among all active users.",
        type: "string",
      },
    },
  },
  "io.k8s.api.authorization.v1.FieldSelectorAttributes": {
    description:
      "FieldSelectorAttributes indicates a field limited access. Webhook authors are encouraged to * ensure rawSelector and requirements are not both set * consider the requirements field if set * not try to parse or consider the rawSelector field if set. This is to avoid another CVE-2022-2880 (i.e. getting different systems to agree on how exactly to parse a query is not something we want), see https://www.oxeye.io/resources/golang-parameter-smuggling-attack for more details. For the *SubjectAccessReview endpoints of the kube-apiserver: * If rawSelector is empty and requirements are empty, the request is not limited. * If rawSelector is present and requirements are empty, the rawSelector will be parsed and limited if the parsing succeeds. * If rawSelector is empty and requirements are present, the requirements should be honored * If rawSelector is present and requirements are present, the request is invalid.",
    type: "object",
    properties: {
      rawSelector: {
        description:
          "rawSelector is the serialization of a field selector that would be included in a query parameter. Webhook implementations are encouraged to ignore rawSelector. The kube-apiserver's *SubjectAccessReview will parse the rawSelector as long as the requirements are not present.",
        type: "string",
      },
      requirements: {
        description:
          "requirements is the parsed interpretation of a field selector. All requirements must be met for a resource instance to match the selector. Webhook implementations should handle requirements, but how to handle them is up to the webhook. Since requirements can only limit the request, it is safe to authorize as unlimited request if the requirements are not understood.",
        type: "array",
        items: {
          $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement",
        },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.authorization.v1.LabelSelectorAttributes": {
    description:
      "LabelSelectorAttributes indicates a label limited access. Webhook authors are encouraged to * ensure rawSelector and requirements are not both set * consider the requirements field if set * not try to parse or consider the rawSelector field if set. This is to avoid another CVE-2022-2880 (i.e. getting different systems to agree on how exactly to parse a query is not something we want), see https://www.oxeye.io/resources/golang-parameter-smuggling-attack for more details. For the *SubjectAccessReview endpoints of the kube-apiserver: * If rawSelector is empty and requirements are empty, the request is not limited. * If rawSelector is present and requirements are empty, the rawSelector will be parsed and limited if the parsing succeeds. * If rawSelector is empty and requirements are present, the requirements should be honored * If rawSelector is present and requirements are present, the request is invalid.",
    type: "object",
    properties: {
      rawSelector: {
        description:
          "rawSelector is the serialization of a field selector that would be included in a query parameter. Webhook implementations are encouraged to ignore rawSelector. The kube-apiserver's *SubjectAccessReview will parse the rawSelector as long as the requirements are not present.",
        type: "string",
      },
      requirements: {
        description:
          "requirements is the parsed interpretation of a label selector. All requirements must be met for a resource instance to match the selector. Webhook implementations should handle requirements, but how to handle them is up to the webhook. Since requirements can only limit the request, it is safe to authorize as unlimited request if the requirements are not understood.",
        type: "array",
        items: {
          $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement",
        },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.authorization.v1.LocalSubjectAccessReview": {
    description:
      "LocalSubjectAccessReview checks whether or not a user or group can perform an action in a given namespace. Having a namespace scoped resource makes it much easier to grant namespace scoped policy that includes permissions checking.",
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description:
          "spec holds information about the request being evaluated.  spec.namespace must be equal to the namespace you made the request against.  If empty, it is defaulted.",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectAccessReviewSpec" },
        ],
      },
      status: {
        description:
          "status is filled in by the server and indicates whether the request is allowed or not",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectAccessReviewStatus" },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authorization.k8s.io", kind: "LocalSubjectAccessReview", version: "v1" },
    ],
  },
  "io.k8s.api.authorization.v1.NonResourceAttributes": {
    description:
      "NonResourceAttributes includes the authorization attributes available for non-resource requests to the Authorizer interface",
    type: "object",
    properties: {
      path: { description: "path is the URL path of the request", type: "string" },
      verb: { description: "verb is the standard HTTP verb", type: "string" },
    },
  },
  "io.k8s.api.authorization.v1.NonResourceRule": {
    description: "NonResourceRule holds information that describes a rule for the non-resource",
    type: "object",
    required: ["verbs"],
    properties: {
      nonResourceURLs: {
        description:
          'nonResourceURLs is a set of partial urls that a user should have access to.  *s are allowed, but only as the full, final step in the path.  "*" means all.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      verbs: {
        description:
          'verbs is a list of kubernetes non-resource API verbs, like: get, post, put, delete, patch, head, options.  "*" means all.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.authorization.v1.ResourceAttributes": {
    description:
      "ResourceAttributes includes the authorization attributes available for resource requests to the Authorizer interface",
    type: "object",
    properties: {
      fieldSelector: {
        description:
          "fieldSelector describes the limitation on access based on field.  It can only limit access, not broaden it.",
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.FieldSelectorAttributes" },
        ],
      },
      group: {
        description: 'group is the API Group of the Resource.  "*" means all.',
        type: "string",
      },
      labelSelector: {
        description:
          "labelSelector describes the limitation on access based on labels.  It can only limit access, not broaden it.",
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.LabelSelectorAttributes" },
        ],
      },
      name: {
        description:
          'name is the name of the resource being requested for a "get" or deleted for a "delete". "" (empty) means all.',
        type: "string",
      },
      namespace: {
        description:
          'namespace is the namespace of the action being requested.  Currently, there is no distinction between no namespace and all namespaces "" (empty) is defaulted for LocalSubjectAccessReviews "" (empty) is empty for cluster-scoped resources "" (empty) means "all" for namespace scoped resources from a SubjectAccessReview or SelfSubjectAccessReview',
        type: "string",
      },
      resource: {
        description: 'resource is one of the existing resource types.  "*" means all.',
        type: "string",
      },
      subresource: {
        description: 'subresource is one of the existing resource types.  "" means none.',
        type: "string",
      },
      verb: {
        description:
          'verb is a kubernetes resource API verb, like: get, list, watch, create, update, delete, proxy.  "*" means all.',
        type: "string",
      },
      version: {
        description: 'version is the API Version of the Resource.  "*" means all.',
        type: "string",
      },
    },
  },
  "io.k8s.api.authorization.v1.ResourceRule": {
    description:
      "ResourceRule is the list of actions the subject is allowed to perform on resources. The list ordering isn't significant, may contain duplicates, and possibly be incomplete.",
    type: "object",
    required: ["verbs"],
    properties: {
      apiGroups: {
        description:
          'apiGroups is the name of the APIGroup that contains the resources.  If multiple API groups are specified, any action requested against one of the enumerated resources in any API group will be allowed.  "*" means all.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      resourceNames: {
        description:
          'resourceNames is an optional white list of names that the rule applies to.  An empty set means that everything is allowed.  "*" means all.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      resources: {
        description:
          'resources is a list of resources this rule applies to.  "*" means all in the specified apiGroups.\n "*/foo" represents the subresource \'foo\' for all resources in the specified apiGroups.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      verbs: {
        description:
          'verbs is a list of kubernetes resource API verbs, like: get, list, watch, create, update, delete, proxy.  "*" means all.',
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.authorization.v1.SelfSubjectAccessReview": {
    description:
      'SelfSubjectAccessReview checks whether or the current user can perform an action.  Not filling in a spec.namespace means "in all namespaces".  Self is a special case, because users should always be able to check whether they can perform an action',
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description:
          "spec holds information about the request being evaluated.  user and groups must be empty",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec" },
        ],
      },
      status: {
        description:
          "status is filled in by the server and indicates whether the request is allowed or not",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectAccessReviewStatus" },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authorization.k8s.io", kind: "SelfSubjectAccessReview", version: "v1" },
    ],
  },
  "io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec": {
    description:
      "SelfSubjectAccessReviewSpec is a description of the access request.  Exactly one of resourceAttributes and nonResourceAttributes must be set",
    type: "object",
    properties: {
      nonResourceAttributes: {
        description:
          "nonResourceAttributes describes information for a non-resource access request",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authorization.v1.NonResourceAttributes" }],
      },
      resourceAttributes: {
        description: "resourceAttributes describes information for a resource access request",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authorization.v1.ResourceAttributes" }],
      },
    },
  },
  "io.k8s.api.authorization.v1.SelfSubjectRulesReview": {
    description:
      "SelfSubjectRulesReview enumerates the set of actions the current user can perform within a namespace. The returned list of actions may be incomplete depending on the server's authorization mode, and any errors experienced during the evaluation. SelfSubjectRulesReview should be used by UIs to show/hide actions, or to quickly let an end user reason about their permissions. It should NOT Be used by external systems to drive authorization decisions as this raises confused deputy, cache lifetime/revocation, and correctness concerns. SubjectAccessReview, and LocalAccessReview are the correct way to defer authorization decisions to the API server.",
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "spec holds information about the request being evaluated.",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec" },
        ],
      },
      status: {
        description:
          "status is filled in by the server and indicates the set of actions a user can perform.",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectRulesReviewStatus" },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authorization.k8s.io", kind: "SelfSubjectRulesReview", version: "v1" },
    ],
  },
  "io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec": {
    description: "SelfSubjectRulesReviewSpec defines the specification for SelfSubjectRulesReview.",
    type: "object",
    properties: {
      namespace: { description: "namespace to evaluate rules for. Required.", type: "string" },
    },
  },
  "io.k8s.api.authorization.v1.SubjectAccessReview": {
    description: "SubjectAccessReview checks whether or not a user or group can perform an action.",
    type: "object",
    required: ["spec"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description: "spec holds information about the request being evaluated",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectAccessReviewSpec" },
        ],
      },
      status: {
        description:
          "status is filled in by the server and indicates whether the request is allowed or not",
        default: {},
        allOf: [
          { $ref: "#/components/schemas/io.k8s.api.authorization.v1.SubjectAccessReviewStatus" },
        ],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "authorization.k8s.io", kind: "SubjectAccessReview", version: "v1" },
    ],
  },
  "io.k8s.api.authorization.v1.SubjectAccessReviewSpec": {
    description:
      "SubjectAccessReviewSpec is a description of the access request.  Exactly one of resourceAttributes and nonResourceAttributes must be set",
    type: "object",
    properties: {
      extra: {
        description:
          "extra corresponds to the user.Info.GetExtra() method from the authenticator.  Since that is input to the authorizer it needs a reflection here.",
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      groups: {
        description: "groups is the groups you're testing for.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
      nonResourceAttributes: {
        description:
          "nonResourceAttributes describes information for a non-resource access request",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authorization.v1.NonResourceAttributes" }],
      },
      resourceAttributes: {
        description: "resourceAttributes describes information for a resource access request",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.authorization.v1.ResourceAttributes" }],
      },
      uid: { description: "uid information about the requesting user.", type: "string" },
      user: {
        description:
          'user is the user you\'re testing for. If you specify "User" but not "Groups", then is it interpreted as "What if User were not a member of any groups',
        type: "string",
      },
    },
  },
  "io.k8s.api.authorization.v1.SubjectAccessReviewStatus": {
    description: "SubjectAccessReviewStatus",
    type: "object",
    required: ["allowed"],
    properties: {
      allowed: {
        description: "allowed is required. True if the action would be allowed, false otherwise.",
        type: "boolean",
        default: false,
      },
      denied: {
        description:
          "denied is optional. True if the action would be denied, otherwise false. If both allowed is false and denied is false, then the authorizer has no opinion on whether to authorize the action. Denied may not be true if Allowed is true.",
        type: "boolean",
      },
      evaluationError: {
        description:
          "evaluationError is an indication that some error occurred during the authorization check. It is entirely possible to get an error and be able to continue determine authorization status in spite of it. For instance, RBAC can be missing a role, but enough roles are still present and bound to reason about the request.",
        type: "string",
      },
      reason: {
        description: "reason is optional.  It indicates why a request was allowed or denied.",
        type: "string",
      },
    },
  },
  "io.k8s.api.authorization.v1.SubjectRulesReviewStatus": {
    description:
      "SubjectRulesReviewStatus contains the result of a rules check. This check can be incomplete depending on the set of authorizers the server is configured with and any errors experienced during evaluation. Because authorization rules are additive, if a rule appears in a list it's safe to assume the subject has that permission, even if that list is incomplete.",
    type: "object",
    required: ["resourceRules", "nonResourceRules", "incomplete"],
    properties: {
      evaluationError: {
        description:
          "evaluationError can appear in combination with Rules. It indicates an error occurred during rule evaluation, such as an authorizer that doesn't support rule evaluation, and that ResourceRules and/or NonResourceRules may be incomplete.",
        type: "string",
      },
      incomplete: {
        description:
          "incomplete is true when the rules returned by this call are incomplete. This is most commonly encountered when an authorizer, such as an external authorizer, doesn't support rules evaluation.",
        type: "boolean",
        default: false,
      },
      nonResourceRules: {
        description:
          "nonResourceRules is the list of actions the subject is allowed to perform on non-resources. The list ordering isn't significant, may contain duplicates, and possibly be incomplete.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.authorization.v1.NonResourceRule" },
        "x-kubernetes-list-type": "atomic",
      },
      resourceRules: {
        description:
          "resourceRules is the list of actions the subject is allowed to perform on resources. The list ordering isn't significant, may contain duplicates, and possibly be incomplete.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.authorization.v1.ResourceRule" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.coordination.v1.Lease": {
    description: "Lease defines a lease concept.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard object metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description:
          "spec contains the specification of the Lease. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.coordination.v1.LeaseSpec" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "coordination.k8s.io", kind: "Lease", version: "v1" },
    ],
  },
  "io.k8s.api.coordination.v1.LeaseList": {
    description: "LeaseList is a list of Lease objects.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description: "items is a list of schema objects.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.coordination.v1.Lease" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "coordination.k8s.io", kind: "LeaseList", version: "v1" },
    ],
  },
  "io.k8s.api.coordination.v1.LeaseSpec": {
    description: "LeaseSpec is a specification of a Lease.",
    type: "object",
    properties: {
      acquireTime: {
        description: "acquireTime is a time when the current lease was acquired.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
      holderIdentity: {
        description:
          "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
        type: "string",
      },
      leaseDurationSeconds: {
        description:
          "leaseDurationSeconds is a duration that candidates for a lease need to wait to force acquire it. This is measured against the time of last observed renewTime.",
        type: "integer",
        format: "int32",
      },
      leaseTransitions: {
        description: "leaseTransitions is the number of transitions of a lease between holders.",
        type: "integer",
        format: "int32",
      },
      preferredHolder: {
        description:
          "preferredHolder signals to a lease holder that the lease has a more optimal holder and should be given up. This field can only be set if Strategy is also set.",
        type: "string",
      },
      renewTime: {
        description:
          "renewTime is a time when the current holder of a lease has last updated the lease.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
      strategy: {
        description:
          "strategy indicates the strategy for picking the leader for coordinated leader election. If the field is not specified, there is no active coordination for this lease. (Alpha) Using this field requires the CoordinatedLeaderElection feature gate to be enabled.",
        type: "string",
      },
    },
  },
  "io.k8s.api.core.v1.ConfigMap": {
    description: "ConfigMap holds configuration data for pods to consume.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      binaryData: {
        description:
          "BinaryData contains the binary data. Each key must consist of alphanumeric characters, '-', '_' or '.'. BinaryData can contain byte sequences that are not in the UTF-8 range. The keys stored in BinaryData must not overlap with the ones in the Data field, this is enforced during validation process. Using this field will require 1.10+ apiserver and kubelet. Note: BinaryData keys are not currently propagated to container env vars via ConfigMapKeyRef or ConfigMapRef env sources; only Data keys are used.",
        type: "object",
        additionalProperties: { type: "string", format: "byte" },
      },
      data: {
        description:
          "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
        type: "object",
        additionalProperties: { type: "string" },
      },
      immutable: {
        description:
          "Immutable, if set to true, ensures that data stored in the ConfigMap cannot be updated (only object metadata can be modified). If not set to true, the field can be modified at any time. Defaulted to nil.",
        type: "boolean",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ConfigMap", version: "v1" }],
  },
  "io.k8s.api.core.v1.ConfigMapList": {
    description: "ConfigMapList is a resource containing a list of ConfigMap objects.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description: "Items is the list of ConfigMaps.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.ConfigMap" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ConfigMapList", version: "v1" }],
  },
  "io.k8s.api.core.v1.Event": {
    description:
      "Event is a report of an event somewhere in the cluster.  Events have a limited retention time and triggers and messages may evolve with time.  Event consumers should not rely on the timing of an event with a given Reason reflecting a consistent underlying trigger, or the continued existence of events with that Reason.  Events should be treated as informative, best-effort, supplemental data.",
    type: "object",
    required: ["metadata", "involvedObject"],
    properties: {
      action: {
        description: "What action was taken/failed regarding to the Regarding object.",
        type: "string",
      },
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      count: {
        description: "The number of times this event has occurred.",
        type: "integer",
        format: "int32",
      },
      eventTime: {
        description: "Time when this Event was first observed.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
      firstTimestamp: {
        description:
          "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      involvedObject: {
        description: "The object that this event is about.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ObjectReference" }],
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      lastTimestamp: {
        description: "The time at which the most recent occurrence of this event was recorded.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      message: {
        description: "A human-readable description of the status of this operation.",
        type: "string",
      },
      metadata: {
        description:
          "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      reason: {
        description:
          "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
        type: "string",
      },
      related: {
        description: "Optional secondary object for more complex actions.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ObjectReference" }],
      },
      reportingComponent: {
        description:
          "Name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`.",
        type: "string",
        default: "",
      },
      reportingInstance: {
        description: "ID of the controller instance, e.g. `kubelet-xyzf`.",
        type: "string",
        default: "",
      },
      series: {
        description:
          "Data about the Event series this event represents or nil if it's a singleton Event.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.EventSeries" }],
      },
      source: {
        description:
          "The component reporting this event. Should be a short machine understandable string.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.EventSource" }],
      },
      type: {
        description: "Type of this event (Normal, Warning), new types could be added in the future",
        type: "string",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Event", version: "v1" }],
  },
  "io.k8s.api.core.v1.EventList": {
    description: "EventList is a list of events.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description: "List of events",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.Event" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "EventList", version: "v1" }],
  },
  "io.k8s.api.core.v1.EventSeries": {
    description:
      "EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time.",
    type: "object",
    properties: {
      count: {
        description: "Number of occurrences in this series up to the last heartbeat time",
        type: "integer",
        format: "int32",
      },
      lastObservedTime: {
        description: "Time of the last occurrence observed",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
    },
  },
  "io.k8s.api.core.v1.EventSource": {
    description: "EventSource contains information for an event.",
    type: "object",
    properties: {
      component: { description: "Component from which the event is generated.", type: "string" },
      host: { description: "Node name on which the event is generated.", type: "string" },
    },
  },
  "io.k8s.api.core.v1.LocalObjectReference": {
    description:
      "LocalObjectReference contains enough information to let you locate the referenced object inside the same namespace.",
    type: "object",
    properties: {
      name: {
        description:
          "Name of the referent. This field is effectively required, but due to backwards compatibility is allowed to be empty. Instances of this type with an empty value here are almost certainly wrong. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names",
        type: "string",
        default: "",
      },
    },
    "x-kubernetes-map-type": "atomic",
  },
  "io.k8s.api.core.v1.Namespace": {
    description: "Namespace provides a scope for Names. Use of multiple namespaces is optional.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      spec: {
        description:
          "Spec defines the behavior of the Namespace. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceSpec" }],
      },
      status: {
        description:
          "Status describes the current status of a Namespace. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceStatus" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Namespace", version: "v1" }],
  },
  "io.k8s.api.core.v1.NamespaceCondition": {
    description: "NamespaceCondition contains details about state of namespace.",
    type: "object",
    required: ["type", "status"],
    properties: {
      lastTransitionTime: {
        description: "Last time the condition transitioned from one status to another.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      message: {
        description: "Human-readable message indicating details about last transition.",
        type: "string",
      },
      reason: {
        description: "Unique, one-word, CamelCase reason for the condition's last transition.",
        type: "string",
      },
      status: {
        description: "Status of the condition, one of True, False, Unknown.",
        type: "string",
        default: "",
      },
      type: { description: "Type of namespace controller condition.", type: "string", default: "" },
    },
  },
  "io.k8s.api.core.v1.NamespaceList": {
    description: "NamespaceList is a list of Namespaces.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description:
          "Items is the list of Namespace objects in the list. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.Namespace" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "NamespaceList", version: "v1" }],
  },
  "io.k8s.api.core.v1.NamespaceSpec": {
    description: "NamespaceSpec describes the attributes on a Namespace.",
    type: "object",
    properties: {
      finalizers: {
        description:
          "Finalizers is an opaque list of values that must be empty to permanently remove object from storage. More info: https://kubernetes.io/docs/tasks/administer-cluster/namespaces/",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.api.core.v1.NamespaceStatus": {
    description: "NamespaceStatus is information about the current status of a Namespace.",
    type: "object",
    properties: {
      conditions: {
        description: "Represents the latest available observations of a namespace's current state.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.NamespaceCondition" },
        "x-kubernetes-list-map-keys": ["type"],
        "x-kubernetes-list-type": "map",
        "x-kubernetes-patch-merge-key": "type",
        "x-kubernetes-patch-strategy": "merge",
      },
      phase: {
        description:
          'Phase is the current lifecycle phase of the namespace. More info: https://kubernetes.io/docs/tasks/administer-cluster/namespaces/\n\nPossible enum values:\n - `"Active"` means the namespace is available for use in the system\n - `"Terminating"` means the namespace is undergoing graceful termination',
        type: "string",
        enum: ["Active", "Terminating"],
      },
    },
  },
  "io.k8s.api.core.v1.ObjectReference": {
    description:
      "ObjectReference contains enough information to let you inspect or modify the referred object.",
    type: "object",
    properties: {
      apiVersion: { description: "API version of the referent.", type: "string" },
      fieldPath: {
        description:
          'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
        type: "string",
      },
      kind: {
        description:
          "Kind of the referent. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      name: {
        description:
          "Name of the referent. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names",
        type: "string",
      },
      namespace: {
        description:
          "Namespace of the referent. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/",
        type: "string",
      },
      resourceVersion: {
        description:
          "Specific resourceVersion to which this reference is made, if any. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#concurrency-control-and-consistency",
        type: "string",
      },
      uid: {
        description:
          "UID of the referent. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids",
        type: "string",
      },
    },
    "x-kubernetes-map-type": "atomic",
  },
  "io.k8s.api.core.v1.Secret": {
    description:
      "Secret holds secret data of a certain type. The total bytes of the values in the Data field must be less than MaxSecretSize bytes.",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      data: {
        description:
          "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
        type: "object",
        additionalProperties: { type: "string", format: "byte" },
      },
      immutable: {
        description:
          "Immutable, if set to true, ensures that data stored in the Secret cannot be updated (only object metadata can be modified). If not set to true, the field can be modified at any time. Defaulted to nil.",
        type: "boolean",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      stringData: {
        description:
          "stringData allows specifying non-binary secret data in string form. It is provided as a write-only input field for convenience. All keys and values are merged into the data field on write, overwriting any existing values. The stringData field is never output when reading from the API.",
        type: "object",
        additionalProperties: { type: "string" },
      },
      type: {
        description:
          "Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types",
        type: "string",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "Secret", version: "v1" }],
  },
  "io.k8s.api.core.v1.SecretList": {
    description: "SecretList is a list of Secret.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description:
          "Items is a list of secret objects. More info: https://kubernetes.io/docs/concepts/configuration/secret",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.Secret" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "SecretList", version: "v1" }],
  },
  "io.k8s.api.core.v1.ServiceAccount": {
    description:
      "ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral systems, for an identity * a principal that can be authenticated and authorized * a set of secrets",
    type: "object",
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      automountServiceAccountToken: {
        description:
          "AutomountServiceAccountToken indicates whether pods running as this service account should have an API token automatically mounted. Can be overridden at the pod level.",
        type: "boolean",
      },
      imagePullSecrets: {
        description:
          "ImagePullSecrets is a list of references to secrets in the same namespace to use for pulling any images in pods that reference this ServiceAccount. ImagePullSecrets are distinct from Secrets because Secrets can be mounted in the pod, but ImagePullSecrets are only accessed by the kubelet. More info: https://kubernetes.io/docs/concepts/containers/images/#specifying-imagepullsecrets-on-a-pod",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.LocalObjectReference" },
        "x-kubernetes-list-type": "atomic",
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      secrets: {
        description:
          'Secrets is a list of the secrets in the same namespace that pods running using this ServiceAccount are allowed to use. Pods are only limited to this list if this service account has a "kubernetes.io/enforce-mountable-secrets" annotation set to "true". The "kubernetes.io/enforce-mountable-secrets" annotation is deprecated since v1.32. Prefer separate namespaces to isolate access to mounted secrets. This field should not be used to find auto-generated service account token secrets for use outside of pods. Instead, tokens can be requested directly using the TokenRequest API, or service account token secrets can be manually created. More info: https://kubernetes.io/docs/concepts/configuration/secret',
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.ObjectReference" },
        "x-kubernetes-list-map-keys": ["name"],
        "x-kubernetes-list-type": "map",
        "x-kubernetes-patch-merge-key": "name",
        "x-kubernetes-patch-strategy": "merge",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ServiceAccount", version: "v1" }],
  },
  "io.k8s.api.core.v1.ServiceAccountList": {
    description: "ServiceAccountList is a list of ServiceAccount objects",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description:
          "List of ServiceAccounts. More info: https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.core.v1.ServiceAccount" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "Standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "", kind: "ServiceAccountList", version: "v1" }],
  },
  "io.k8s.api.events.v1.Event": {
    description:
      "Event is a report of an event somewhere in the cluster. It generally denotes some state change in the system. Events have a limited retention time and triggers and messages may evolve with time.  Event consumers should not rely on the timing of an event with a given Reason reflecting a consistent underlying trigger, or the continued existence of events with that Reason.  Events should be treated as informative, best-effort, supplemental data.",
    type: "object",
    required: ["eventTime"],
    properties: {
      action: {
        description:
          "action is what action was taken/failed regarding to the regarding object. It is machine-readable. This field cannot be empty for new Events and it can have at most 128 characters.",
        type: "string",
      },
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      deprecatedCount: {
        description:
          "deprecatedCount is the deprecated field assuring backward compatibility with core.v1 Event type.",
        type: "integer",
        format: "int32",
      },
      deprecatedFirstTimestamp: {
        description:
          "deprecatedFirstTimestamp is the deprecated field assuring backward compatibility with core.v1 Event type.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      deprecatedLastTimestamp: {
        description:
          "deprecatedLastTimestamp is the deprecated field assuring backward compatibility with core.v1 Event type.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Time" }],
      },
      deprecatedSource: {
        description:
          "deprecatedSource is the deprecated field assuring backward compatibility with core.v1 Event type.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.EventSource" }],
      },
      eventTime: {
        description: "eventTime is the time when this Event was first observed. It is required.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" }],
      },
      note: {
        description:
          "note is a human-readable description of the status of this operation. Maximal length of the note is 1kB, but libraries should be prepared to handle values up to 64kB.",
        type: "string",
      },
      reason: {
        description:
          "reason is why the action was taken. It is human-readable. This field cannot be empty for new Events and it can have at most 128 characters.",
        type: "string",
      },
      regarding: {
        description:
          "regarding contains the object this Event is about. In most cases it's an Object reporting controller implements, e.g. ReplicaSetController implements ReplicaSets and this event is emitted because it acts on some changes in a ReplicaSet object.",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ObjectReference" }],
      },
      related: {
        description:
          "related is the optional secondary object for more complex actions. E.g. when regarding object triggers a creation or deletion of related object.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ObjectReference" }],
      },
      reportingController: {
        description:
          "reportingController is the name of the controller that emitted this Event, e.g. `kubernetes.io/kubelet`. This field cannot be empty for new Events.",
        type: "string",
      },
      reportingInstance: {
        description:
          "reportingInstance is the ID of the controller instance, e.g. `kubelet-xyzf`. This field cannot be empty for new Events and it can have at most 128 characters.",
        type: "string",
      },
      series: {
        description:
          "series is data about the Event series this event represents or nil if it's a singleton Event.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.api.events.v1.EventSeries" }],
      },
      type: {
        description:
          "type is the type of this event (Normal, Warning), new types could be added in the future. It is machine-readable. This field cannot be empty for new Events.",
        type: "string",
      },
    },
    "x-kubernetes-group-version-kind": [{ group: "events.k8s.io", kind: "Event", version: "v1" }],
  },
  "io.k8s.api.events.v1.EventList": {
    description: "EventList is a list of Event objects.",
    type: "object",
    required: ["items"],
    properties: {
      apiVersion: {
        description:
          "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources",
        type: "string",
      },
      items: {
        description: "items is a list of schema objects.",
        type: "array",
        items: { $ref: "#/components/schemas/io.k8s.api.events.v1.Event" },
      },
      kind: {
        description:
          "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds",
        type: "string",
      },
      metadata: {
        description:
          "metadata is the standard list metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata",
        default: {},
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta" }],
      },
    },
    "x-kubernetes-group-version-kind": [
      { group: "events.k8s.io", kind: "EventList", version: "v1" },
    ],
  },
  "io.k8s.api.events.v1.EventSeries": {
    description:
      'EventSeries contain information on series of events, i.e. thing that was/is happening continuously for some time. How often to update the EventSeries is up to the event reporters. The default event reporter in "k8s.io/client-go/tools/events/event_broadcaster.go" shows how this struct is updated on heartbeats and can guide customized reporter implementations.',
    type: "object",
    required: ["count", "lastObservedTime"],
    properties: {
      count: {
        description:
          "count is the number of occurrences in this series up to the last heartbeat time.",
        type: "integer",
        format: "int32",
        default: 0,
      },
      lastObservedTime: {
        description:
          "lastObservedTime is the time when last Event from the series was seen before last heartbeat.",
        allOf: [{ $ref: "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime" }],
      },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement": {
    description:
      "FieldSelectorRequirement is a selector that contains values, a key, and an operator that relates the key and values.",
    type: "object",
    required: ["key", "operator"],
    properties: {
      key: {
        description: "key is the field selector key that the requirement applies to.",
        type: "string",
        default: "",
      },
      operator: {
        description:
          "operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists, DoesNotExist. The list of operators may grow in the future.",
        type: "string",
        default: "",
      },
      values: {
        description:
          "values is an array of string values. If the operator is In or NotIn, the values array must be non-empty. If the operator is Exists or DoesNotExist, the values array must be empty.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement": {
    description:
      "A label selector requirement is a selector that contains values, a key, and an operator that relates the key and values.",
    type: "object",
    required: ["key", "operator"],
    properties: {
      key: {
        description: "key is the label key that the selector applies to.",
        type: "string",
        default: "",
      },
      operator: {
        description:
          "operator represents a key's relationship to a set of values. Valid operators are In, NotIn, Exists and DoesNotExist.",
        type: "string",
        default: "",
      },
      values: {
        description:
          "values is an array of string values. If the operator is In or NotIn, the values array must be non-empty. If the operator is Exists or DoesNotExist, the values array must be empty. This array is replaced during a strategic merge patch.",
        type: "array",
        items: { type: "string" },
        "x-kubernetes-list-type": "atomic",
      },
    },
  },
  "io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime": {
    description: "MicroTime is version of Time with microsecond level precision.",
    type: "string",
    format: "date-time",
  },
};
