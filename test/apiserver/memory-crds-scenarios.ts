import type { TwinRequest } from "./two-servers.js";

/*
 * CRDs as a resource: what clients do to them while a server runs, and what becomes of their
 * objects.
 */

/** Where CRDs are. */
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
const partial = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
const partialList = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const jsonPatch = "application/json-patch+json";
const mergePatch = "application/merge-patch+json";
const strategicPatch = "application/strategic-merge-patch+json";
const applyPatch = "application/apply-patch+yaml";

/**
 * A step of a scenario: a request, or a watch that goes on until `stop` names it. With a patience,
 * in ms, the server itself is waited for to end it.
 */
export type Step =
  | TwinRequest
  | { readonly watch: string; readonly path: string; readonly accept?: string }
  | { readonly stop: string; readonly patience?: number };

/** Some steps, each of which tells something of the state that those before it left. */
export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
}

/** A version of a CRD. */
export interface Version {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly [key: string]: unknown;
}

/** A CRD. */
export interface Definition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly [key: string]: unknown };
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly [key: string]: unknown };
    readonly versions: readonly Version[];
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

/** A version of a CRD that is served and stored; `more` takes the place of what it has. */
export function version(name: string, more: object = {}): Version {
  const spec = { type: "object", properties: { size: { type: "integer" } } };
  return {
    name,
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
    ...more,
  };
}

/** A CRD with what it must have. */
export function definition(
  group: string,
  plural: string,
  kind: string,
  spec: object = {},
): Definition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: [version("v1")],
      ...spec,
    },
  };
}

/** The path of a CRD. */
export function pathOf({ metadata: { name } }: Definition, more = ""): string {
  return `${definitions}/${name}${more}`;
}

/** Reads a path. */
export function get(path: string, accept?: string): TwinRequest {
  return { method: "GET", path, accept };
}

/** Creates an object, a CRD unless another path is given. */
export function post(body: unknown, query = "", path = definitions): TwinRequest {
  return { method: "POST", path: `${path}${query}`, body: textOf(body) };
}

/** Replaces an object. */
export function put(path: string, body: unknown): TwinRequest {
  return { method: "PUT", path, body: textOf(body) };
}

/** Patches an object, by a merge patch unless another type is given. */
export function patch(path: string, body: unknown, type = mergePatch): TwinRequest {
  return { method: "PATCH", path, type, body: textOf(body) };
}

/** Applies a configuration. */
export function apply(path: string, body: unknown, manager = "one"): TwinRequest {
  const separator = path.includes("?") ? "&" : "?";
  return patch(`${path}${separator}fieldManager=${manager}`, body, applyPatch);
}

/** Deletes an object, or a collection. */
export function remove(path: string, body?: unknown): TwinRequest {
  return { method: "DELETE", path, body: body === undefined ? undefined : textOf(body) };
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** An object of a CRD. */
export function object(group: string, kind: string, name: string, more: object = {}): object {
  const { metadata = {}, ...rest } = more as { metadata?: object }; // as callers give it
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name, ...metadata },
    spec: { size: 1 },
    ...rest,
  };
}

/** All scenarios. */
export function definitionScenarios(): readonly Scenario[] {
  return [
    creation(),
    refusals(),
    fieldValidation(),
    reads(),
    namesInConflict(),
    protectedGroups(),
    updates(),
    refusedUpdates(),
    patches(),
    status(),
    versions(),
    storage(),
    deletion(),
    heldDeletion(),
    again(),
    collections(),
    watches(),
    applies(),
  ];
}

function creation(): Scenario {
  const group = "create.example.com";
  const small = definition(group, "smalls", "Small");
  const full = definition(group, "larges", "Large", {
    scope: "Cluster",
    preserveUnknownFields: false,
    names: {
      plural: "larges",
      singular: "large",
      kind: "Large",
      listKind: "LargeItems",
      shortNames: ["lg", "l"],
      categories: ["all", "sizes"],
    },
    conversion: { strategy: "None" },
    versions: [
      version("v1", {
        deprecated: true,
        deprecationWarning: "use another",
        subresources: {
          status: {},
          scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" },
        },
        selectableFields: [{ jsonPath: ".spec.size" }],
        additionalPrinterColumns: [
          { name: "Size", type: "integer", jsonPath: ".spec.size", priority: 1, description: "x" },
          { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
        ],
      }),
      version("v2", { storage: false, deprecated: true }),
      version("v1beta1", { storage: false, served: false }),
    ],
  });
  const withStatus = {
    ...definition(group, "states", "State"),
    status: {
      conditions: [
        { type: "Established", status: "True", lastTransitionTime: null, reason: "x", message: "" },
      ],
      acceptedNames: { plural: "x", kind: "X" },
      storedVersions: ["v9"],
    },
  };
  const labelled = {
    ...small,
    metadata: {
      name: `labels.${group}`,
      labels: { app: "web" },
      annotations: { note: "x" },
      finalizers: ["example.com/hold"],
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x", uid: "y" }],
      creationTimestamp: "2020-01-01T00:00:00Z",
      generation: 7,
      namespace: "default",
      selfLink: "/x",
      uid: "12345678-1234-1234-1234-123456789012",
    },
    spec: { ...small.spec, names: { plural: "labels", kind: "Label" } },
  };
  const yaml = [
    "apiVersion: apiextensions.k8s.io/v1",
    "kind: CustomResourceDefinition",
    "metadata:",
    `  name: yamls.${group}`,
    "spec:",
    `  group: ${group}`,
    "  scope: Namespaced",
    "  names: {plural: yamls, kind: Yaml}",
    "  versions:",
    "  - name: v1",
    "    served: true",
    "    storage: true",
    "    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}",
    "",
  ].join("\n");
  return {
    name: "creation",
    steps: [
      post(small, "?dryRun=All"),
      get(pathOf(small)),
      post(small),
      post(small),
      get(pathOf(small)),
      get(pathOf(small, "/status")),
      post(full, "?fieldManager=me"),
      get(pathOf(full)),
      post(object(group, "Large", "x", {}), "", `/apis/${group}/v1/larges`),
      get(`/apis/${group}/v2/larges/x`),
      get(`/apis/${group}/v1beta1/larges/x`),
      get(`/apis/${group}/v1/larges/x/scale`),
      get(`/apis/${group}/v1/larges?fieldSelector=spec.size%3D1`),
      get(`/apis/${group}/v1/larges`, table),
      get(`/apis/${group}/v2/larges`, table),
      get(pathOf(full), table),
      post(withStatus),
      get(`${definitions}/states.${group}`),
      post({ ...labelled, metadata: { ...labelled.metadata, namespace: undefined } }),
      post(labelled),
      get(`${definitions}/labels.${group}`),
      { method: "POST", path: definitions, body: yaml, type: "application/yaml" },
      get(`${definitions}/yamls.${group}`, "application/yaml"),
      post(small, "?pretty=true&dryRun=All"),
      post(definition(group, "dries", "Dry"), "?pretty=true&dryRun=All"),
      { ...post(definition(group, "tables", "Shown")), accept: table },
      { ...post(definition(group, "partials", "Partial")), accept: partial },
      { ...post(definition(group, "yamled", "Yamled")), accept: "application/yaml" },
      post({ ...definition(group, "generated", "X"), metadata: { generateName: "x-" } }),
      post(definition(group, "resourceversions", "X"), "?fieldManager=a%0Ab"),
      post({
        ...definition(group, "rvs", "Rv"),
        metadata: { name: `rvs.${group}`, resourceVersion: "5" },
      }),
    ],
  };
}

function refusals(): Scenario {
  const group = "refuse.example.com";
  const base = definition(group, "things", "Thing");
  const withSpec = (spec: object): unknown => ({ ...base, spec: { ...base.spec, ...spec } });
  const withVersion = (...more: object[]): unknown =>
    withSpec({ versions: more.map((one) => version("v1", one)) });
  const schema = (openAPIV3Schema: unknown): object => ({ schema: { openAPIV3Schema } });
  const names = (more: object): unknown => withSpec({ names: { ...base.spec.names, ...more } });
  const bodies: readonly unknown[] = [
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"kind":"CustomResourceDefinition"}',
    '{"apiVersion":"apiextensions.k8s.io/v1"}',
    { ...base, apiVersion: "apiextensions.k8s.io/v1beta1" },
    { ...base, apiVersion: "apiextensions.k8s.io/v2" },
    { ...base, apiVersion: "v1" },
    { ...base, apiVersion: "a/b/c" },
    { ...base, kind: "Other" },
    { ...base, kind: 5 },
    { ...base, spec: undefined },
    { ...base, spec: null },
    { ...base, spec: 5 },
    { ...base, metadata: undefined },
    { ...base, metadata: 5 },
    { ...base, metadata: { name: 5 } },
    { ...base, metadata: { name: "other.refuse.example.com" } },
    { ...base, metadata: { ...base.metadata, labels: { "not a label": "x" } } },
    { ...base, metadata: { ...base.metadata, finalizers: ["x"] } },
    withSpec({ group: "" }),
    withSpec({ group: "nodots" }),
    withSpec({ group: "Upper.example.com" }),
    withSpec({ scope: "" }),
    withSpec({ scope: "Else" }),
    withSpec({ names: {} }),
    withSpec({ names: 7 }),
    names({ kind: "not_a_kind" }),
    names({ plural: "Things" }),
    names({ singular: "Thing" }),
    names({ listKind: "Thing" }),
    names({ shortNames: ["UPPER", "ok"] }),
    names({ categories: ["No!", "fine"] }),
    withSpec({ versions: [] }),
    withSpec({ versions: {} }),
    withSpec({ versions: [{}] }),
    withVersion({ storage: false }),
    withVersion({}, {}),
    withVersion({}, { name: "v2" }),
    withVersion({ name: "V1" }),
    withVersion({ schema: undefined }),
    withVersion({ served: "yes" }),
    withVersion({ deprecationWarning: "x" }),
    withVersion(schema({ type: "string" })),
    withVersion(schema({})),
    withVersion(schema({ type: "object", properties: { spec: {} } })),
    withVersion(schema({ type: "object", properties: { a: { type: "string", default: 5 } } })),
    withVersion(schema({ type: "object", "x-kubernetes-validations": [{ rule: "self.x" }] })),
    withVersion({ subresources: { scale: {} } }),
    withVersion({ additionalPrinterColumns: [{ name: "x", type: "odd", jsonPath: "x" }] }),
    withVersion({ selectableFields: [{ jsonPath: ".spec" }] }),
    withSpec({ conversion: { strategy: "Webhook" } }),
    withSpec({ conversion: { strategy: "Odd" } }),
    withSpec({ preserveUnknownFields: true }),
    `${JSON.stringify(base)} x`,
  ];
  return {
    name: "refusals",
    steps: [
      ...bodies.map((body) => post(body)),
      { ...post(base), type: "text/plain" },
      { ...post(base), accept: "text/html" },
      { method: "PUT", path: definitions, body: textOf(base) },
      { method: "PATCH", path: definitions, body: "{}", type: mergePatch },
      { method: "PUT", path: pathOf(base), body: textOf(base) },
      { method: "POST", path: pathOf(base), body: textOf(base) },
      patch(pathOf(base), {}),
      remove(pathOf(base)),
      get(pathOf(base)),
      get(pathOf(base, "/status")),
      get(pathOf(base, "/scale")),
      get(`/apis/apiextensions.k8s.io/v1/namespaces/default/customresourcedefinitions`),
      get(`/apis/apiextensions.k8s.io/v1beta1/customresourcedefinitions`),
    ],
  };
}

function fieldValidation(): Scenario {
  const group = "strict.example.com";
  const base = definition(group, "strays", "Stray");
  const odd = {
    ...base,
    odd: 1,
    metadata: { ...base.metadata, odd: 2 },
    spec: { ...base.spec, odd: 3, names: { ...base.spec.names, odd: 4 } },
  };
  const double = JSON.stringify(base).replace('"scope"', '"scope":"Cluster","scope"');
  const bodies = [odd, double, JSON.stringify(odd).replace("{", '{"kind":"X",')];
  const levels = ["Strict", "Warn", "Ignore", "", "Odd"];
  return {
    name: "field validation",
    steps: [
      ...levels.flatMap((level) =>
        bodies.map((body) => post(body, `?dryRun=All&fieldValidation=${level}`)),
      ),
      post(base),
      ...levels.flatMap((level) => [
        put(`${pathOf(base)}?dryRun=All&fieldValidation=${level}`, {
          ...odd,
          metadata: { ...odd.metadata, resourceVersion: `$rv(${base.metadata.name})` },
        }),
        patch(`${pathOf(base)}?dryRun=All&fieldValidation=${level}`, {
          spec: { odd: 1, names: { singular: "one" } },
        }),
        patch(
          `${pathOf(base)}?dryRun=All&fieldValidation=${level}`,
          [{ op: "add", path: "/spec/odd", value: 1, more: 5 }],
          jsonPatch,
        ),
        apply(`${pathOf(base)}?dryRun=All&fieldValidation=${level}`, odd),
      ]),
    ],
  };
}

function reads(): Scenario {
  const group = "read.example.com";
  const plurals = ["as", "bs", "cs"];
  const made = plurals.map((plural) => ({
    ...definition(group, plural, plural.toUpperCase()),
    metadata: { name: `${plural}.${group}`, labels: { read: plural } },
  }));
  const own = "labelSelector=read";
  return {
    name: "reads",
    steps: [
      ...made.map((one) => post(one)),
      ...["", "*/*", "application/yaml", "text/html", table, partial, partialList].flatMap(
        (accept) => [
          get(`${definitions}/as.${group}`, accept),
          get(`${definitions}?${own}`, accept),
        ],
      ),
      get(`${definitions}/as.${group}?pretty=true`),
      get(`${definitions}?${own}`, `${table},application/json`),
      get(`${definitions}?${own}&includeObject=Object`, table),
      get(`${definitions}?${own}&includeObject=None`, table),
      get(`${definitions}?labelSelector=read%3Das`),
      get(`${definitions}?fieldSelector=metadata.name%3Das.${group}`),
      get(`${definitions}?fieldSelector=metadata.namespace%3Dx`),
      get(`${definitions}?fieldSelector=spec.group%3D${group}`),
      get(`${definitions}?${own}&limit=2`),
      get(`${definitions}?${own}&limit=2&continue=$continue`),
      get(`${definitions}?${own}&resourceVersion=0`),
      get(`${definitions}?${own}&resourceVersion=x`),
      get(`${definitions}?${own}&resourceVersion=1&resourceVersionMatch=Exact`),
      get(`${definitions}?limit=x`),
      get(`${definitions}/none.${group}`),
      get(`${definitions}/none.${group}/status`),
      get(`${definitions}/as.${group}/status`, table),
      get(`${definitions}/as.${group}/scale`),
      get(`${definitions}/as.${group}/other`),
      { method: "OPTIONS", path: definitions },
      { method: "HEAD", path: `${definitions}/as.${group}` },
    ],
  };
}

function namesInConflict(): Scenario {
  const group = "names.example.com";
  const names = (more: object): object => ({ names: more });
  const first = definition(
    group,
    "firsts",
    "First",
    names({
      plural: "firsts",
      singular: "first",
      kind: "First",
      listKind: "FirstItems",
      shortNames: ["fi", "fst"],
      categories: ["all"],
    }),
  );
  const rivals = [
    { plural: "fi", kind: "A" },
    { plural: "seconds", kind: "B", singular: "first" },
    { plural: "thirds", kind: "C", singular: "third", shortNames: ["fi", "th", "fst", "first"] },
    { plural: "fourths", kind: "First", singular: "fourth" },
    { plural: "fifths", kind: "FirstItems", listKind: "E" },
    { plural: "sixths", kind: "F", listKind: "FirstItems" },
    { plural: "sevenths", kind: "First", singular: "fst", shortNames: ["fi"], listKind: "G" },
  ].map((one) => definition(group, one.plural, one.kind, names(one)));
  const other = definition("other.example.com", "firsts", "First");
  return {
    name: "names in conflict",
    steps: [
      post(first),
      ...rivals.flatMap((rival) => [post(rival), get(pathOf(rival))]),
      ...rivals.map(({ spec }) => get(`/apis/${group}/v1/${String(spec.names["plural"])}`)),
      post(other),
      get(pathOf(other)),
      // A name that is given back goes to who wants it, one after another.
      patch(pathOf(first), { spec: { names: { shortNames: ["fi"], singular: "one" } } }),
      get(pathOf(first)),
      ...rivals.map((rival) => get(pathOf(rival))),
      // Of several that want a name, the server chooses any.
      ...[2, 5, 6]
        .flatMap((index) => rivals.slice(index, index + 1))
        .map((rival) => remove(pathOf(rival))),
      remove(pathOf(first)),
      get(pathOf(first)),
      ...rivals.map((rival) => get(pathOf(rival))),
      remove(pathOf(other)),
      post(other),
      ...rivals.map((rival) => get(pathOf(rival))),
      patch(pathOf(other), { spec: { names: { shortNames: ["aa", "bb"], categories: ["x"] } } }),
      get(pathOf(other)),
      patch(pathOf(other), { spec: { names: { kind: "Second", listKind: "SecondItems" } } }),
      get(pathOf(other)),
      get("/apis/other.example.com/v1"),
    ],
  };
}

function protectedGroups(): Scenario {
  const annotated = (group: string, plural: string, value?: string): Definition => {
    const made = definition(group, plural, plural.toUpperCase());
    if (value === undefined) return made;
    const annotations = { "api-approved.kubernetes.io": value };
    return { ...made, metadata: { ...made.metadata, annotations } };
  };
  const link = "https://github.com/kubernetes/kubernetes/pull/1";
  const group = "approved.k8s.io";
  const values = ["as", "bs", "cs", "ds", "es"].map((plural, index) =>
    annotated(group, plural, [undefined, link, "unapproved, an experiment", "nonsense", ""][index]),
  );
  const [, approved, , ,] = values;
  const io = annotated("approved.kubernetes.io", "fs", link);
  return {
    name: "protected groups",
    steps: [
      ...values.flatMap((one) => [post(one), get(pathOf(one))]),
      post(io),
      get(pathOf(io)),
      ...(approved === undefined
        ? []
        : [
            patch(pathOf(approved), {
              metadata: { annotations: { "api-approved.kubernetes.io": "unapproved" } },
            }),
            get(pathOf(approved)),
            patch(pathOf(approved), {
              metadata: { annotations: { "api-approved.kubernetes.io": "odd" } },
            }),
            get(pathOf(approved)),
            patch(pathOf(approved), { metadata: { annotations: null } }),
            get(pathOf(approved)),
          ]),
    ],
  };
}

function updates(): Scenario {
  const group = "update.example.com";
  const made = definition(group, "changes", "Change");
  const { name } = made.metadata;
  const current = (spec: object = {}, metadata: object = {}): object => ({
    ...made,
    metadata: { name, resourceVersion: `$rv(${name})`, ...metadata },
    spec: { ...made.spec, ...spec },
  });
  const columns = [{ name: "Size", type: "integer", jsonPath: ".spec.size" }];
  const withColumns = { versions: [version("v1", { additionalPrinterColumns: columns })] };
  const objects = `/apis/${group}/v1/namespaces/default/changes`;
  const deeper = version("v1", {
    schema: { openAPIV3Schema: { type: "object", required: ["more"] } },
  });
  return {
    name: "updates",
    steps: [
      post(made),
      get(pathOf(made)),
      post(object(group, "Change", "x"), "", objects),
      put(pathOf(made), made),
      put(pathOf(made), { ...made, metadata: { name, resourceVersion: "1" } }),
      put(pathOf(made), current()),
      put(pathOf(made), current({}, { labels: { a: "b" } })),
      put(pathOf(made), current({}, { uid: "12345678-1234-1234-1234-123456789012" })),
      put(pathOf(made), current({}, { name: "other" })),
      put(pathOf(made), current({}, { finalizers: ["example.com/x"] })),
      put(pathOf(made), current({}, { generation: 9, creationTimestamp: null })),
      put(pathOf(made), current({}, { managedFields: [] })),
      put(pathOf(made), current({ ...withColumns })),
      get(pathOf(made)),
      get(objects, table),
      put(`${pathOf(made)}?dryRun=All`, current({ versions: [version("v2")] })),
      put(pathOf(made), current({ names: { ...made.spec.names, shortNames: ["ch"] } })),
      get(pathOf(made)),
      get(`/apis/${group}/v1`),
      put(pathOf(made), current({ versions: [deeper] })),
      get(`${objects}/x`),
      patch(`${objects}/x`, { metadata: { labels: { a: "b" } } }),
      post(object(group, "Change", "y"), "", objects),
      put(pathOf(made), { ...current(), status: { storedVersions: [] } }),
      get(pathOf(made)),
      put(pathOf(made), { ...current(), status: 5 }),
      put(`${definitions}/none.${group}`, {
        ...definition(group, "none", "None"),
        metadata: { name: `none.${group}`, resourceVersion: "1" },
      }),
      put(`${definitions}/none.${group}`, definition(group, "none", "None")),
    ],
  };
}

function refusedUpdates(): Scenario {
  const group = "fixed.example.com";
  const made = definition(group, "fixes", "Fix");
  const { name } = made.metadata;
  const changed = (spec: object): object => ({
    ...made,
    metadata: { name, resourceVersion: `$rv(${name})` },
    spec: { ...made.spec, ...spec },
  });
  const specs: readonly object[] = [
    { scope: "Cluster" },
    { group: "else.example.com" },
    { names: { plural: "others", kind: "Fix" } },
    { names: { plural: "fixes", kind: "Other" } },
    { names: { plural: "fixes", kind: "Fix", listKind: "Many" } },
    { versions: [] },
    { versions: [version("v2")] },
    { versions: [version("v1", { storage: false }), version("v2")] },
    { versions: [version("v1", { schema: undefined })] },
    { versions: [version("v1", { schema: { openAPIV3Schema: { type: "string" } } })] },
    { preserveUnknownFields: true },
    { scope: "Cluster", group: "else.example.com", names: { plural: "x", kind: "y" } },
  ];
  return {
    name: "refused updates",
    steps: [
      post(made),
      get(pathOf(made)),
      ...specs.flatMap((spec) => [
        put(`${pathOf(made)}?dryRun=All`, changed(spec)),
        patch(`${pathOf(made)}?dryRun=All`, { spec }),
      ]),
      put(pathOf(made), "{"),
      put(pathOf(made), ""),
      put(pathOf(made), "{}"),
      put(pathOf(made), { ...changed({}), kind: "Other" }),
      put(pathOf(made), { ...changed({}), apiVersion: "apiextensions.k8s.io/v1beta1" }),
      put(pathOf(made), { ...changed({}), apiVersion: "x/v1" }),
      put(pathOf(made), { ...changed({}), metadata: {} }),
      put(pathOf(made), { ...changed({}), spec: null }),
    ],
  };
}

function patches(): Scenario {
  const group = "patch.example.com";
  const made = definition(group, "patches", "Patch");
  const path = pathOf(made);
  const shortNames = "/spec/names/shortNames";
  return {
    name: "patches",
    steps: [
      post(made),
      get(path),
      patch(path, { spec: { names: { shortNames: ["pa"] } } }),
      get(path),
      patch(path, [{ op: "add", path: `${shortNames}/-`, value: "pb" }], jsonPatch),
      get(path),
      patch(path, [{ op: "remove", path: shortNames }], jsonPatch),
      patch(path, [{ op: "remove", path: shortNames }], jsonPatch),
      patch(path, [{ op: "test", path: "/spec/scope", value: "Cluster" }], jsonPatch),
      patch(path, [{ op: "replace", path: "/spec/scope", value: "Cluster" }], jsonPatch),
      patch(path, { spec: { names: { categories: ["all"] } } }, strategicPatch),
      patch(path, { metadata: { finalizers: ["example.com/a"] } }, strategicPatch),
      patch(path, { metadata: { finalizers: ["example.com/b"] } }, strategicPatch),
      patch(path, { spec: { versions: [{ name: "v1", served: false }] } }, strategicPatch),
      patch(
        path,
        { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } },
        strategicPatch,
      ),
      get(path),
      patch(path, { metadata: { finalizers: null } }),
      patch(path, {}),
      patch(path, "{"),
      patch(path, "5"),
      patch(path, "[]"),
      patch(path, [], jsonPatch),
      patch(path, {}, jsonPatch),
      patch(path, { kind: "Other" }),
      patch(path, { kind: null }),
      patch(path, { apiVersion: "x/v1" }),
      patch(path, { apiVersion: "apiextensions.k8s.io/v1beta1" }),
      patch(path, { apiVersion: null }),
      patch(path, { metadata: { name: "x" } }),
      patch(path, { metadata: { uid: "x" } }),
      patch(path, { metadata: { resourceVersion: "1" } }),
      patch(path, { metadata: { resourceVersion: null } }),
      patch(path, { spec: null }),
      patch(path, { spec: 5 }),
      patch(path, { spec: { versions: null } }),
      patch(path, { spec: { scope: "Cluster" } }),
      patch(path, { status: { storedVersions: [] } }),
      patch(path, { status: null }),
      patch(path, {}, "text/plain"),
      patch(`${path}?fieldManager=patcher`, { metadata: { labels: { a: "b" } } }),
      get(path),
      patch(`${definitions}/none.${group}`, {}),
    ],
  };
}

function status(): Scenario {
  const group = "status.example.com";
  const made = definition(group, "states", "State", {
    versions: [version("v1"), version("v2", { storage: false })],
  });
  const { name } = made.metadata;
  const path = pathOf(made, "/status");
  const sent = (state: unknown, more: object = {}): object => ({
    ...made,
    metadata: { name, resourceVersion: `$rv(${name})` },
    status: state,
    ...more,
  });
  const full = {
    conditions: [
      {
        type: "Own",
        status: "True",
        lastTransitionTime: "2020-01-01T00:00:00Z",
        reason: "x",
        message: "y",
      },
    ],
    acceptedNames: { plural: "states", kind: "State", singular: "state", listKind: "StateList" },
    storedVersions: ["v1", "v2"],
  };
  return {
    name: "status",
    steps: [
      post(made),
      get(path),
      patch(path, { status: { storedVersions: ["v1", "v2"] } }),
      get(path),
      patch(path, { status: { storedVersions: ["v1", "v9"] } }),
      patch(path, { status: { storedVersions: ["v2"] } }),
      patch(path, { status: { storedVersions: [] } }),
      patch(path, { status: { storedVersions: null } }),
      patch(path, { status: null }),
      patch(path, { status: { odd: 1 } }),
      patch(`${path}?fieldValidation=Strict`, { status: { odd: 1 } }),
      patch(path, { status: { storedVersions: 5 } }),
      patch(path, { status: { conditions: [{ type: "Own", status: "Odd" }] } }),
      patch(path, { status: { conditions: [{ type: "Own", status: "True" }] } }),
      get(path),
      patch(path, { status: { conditions: [{ type: "Own" }, { type: "Own" }] } }),
      patch(path, { spec: { scope: "Cluster" }, metadata: { labels: { a: "b" } } }),
      patch(path, { status: { acceptedNames: { plural: "x", kind: "UPPER" } } }),
      patch(path, { status: { acceptedNames: { plural: "BAD!", kind: "" } } }),
      get(path),
      patch(path, { metadata: { finalizers: ["example.com/x"] } }),
      patch(path, { metadata: { finalizers: [] } }),
      patch(path, [{ op: "add", path: "/status/storedVersions/-", value: "v1" }], jsonPatch),
      patch(path, [{ op: "remove", path: "/status/storedVersions/1" }], jsonPatch),
      put(path, sent(full)),
      get(path),
      put(path, sent(full, { spec: { ...made.spec, scope: "Cluster" } })),
      put(path, sent({ ...full, storedVersions: ["v1"] })),
      put(path, sent(full, { spec: {} })),
      put(path, sent({})),
      put(path, sent(5)),
      put(path, sent(undefined)),
      put(path, { ...sent(full), metadata: { name } }),
      put(path, { ...sent(full), metadata: { name, resourceVersion: "1" } }),
      put(`${path}?dryRun=All`, sent(full)),
      put(`${path}?fieldValidation=Strict`, sent({ ...full, odd: 1 })),
      get(path),
      { method: "DELETE", path },
      { method: "POST", path, body: textOf(sent(full)) },
      apply(path, {
        apiVersion: made.apiVersion,
        kind: made.kind,
        metadata: { name },
        status: { storedVersions: ["v1"] },
      }),
      get(path),
    ],
  };
}

function versions(): Scenario {
  const group = "versions.example.com";
  const made = definition(group, "items", "Item", {
    versions: [version("v1"), version("v1beta1", { storage: false })],
  });
  const path = pathOf(made);
  const collection = (name: string): string => `/apis/${group}/${name}/namespaces/default/items`;
  const switched = (...all: readonly object[]): TwinRequest =>
    patch(path, { spec: { versions: all } });
  const documents = ["", "/v1", "/v1beta1", "/v2"].map((more) => get(`/apis/${group}${more}`));
  return {
    name: "versions",
    steps: [
      post(made),
      post(object(group, "Item", "a"), "", collection("v1")),
      get(`${collection("v1beta1")}/a`),
      ...documents,
      switched(version("v1"), version("v1beta1", { storage: false, served: false })),
      get(path),
      get(`${collection("v1beta1")}/a`),
      get(collection("v1beta1")),
      post(
        object(group, "Item", "b", { apiVersion: `${group}/v1beta1` }),
        "",
        collection("v1beta1"),
      ),
      remove(`${collection("v1beta1")}/a`),
      ...documents,
      switched(version("v1", { served: false }), version("v1beta1", { storage: false })),
      get(`${collection("v1")}/a`),
      get(`${collection("v1beta1")}/a`),
      patch(`${collection("v1beta1")}/a`, { spec: { size: 2 } }),
      ...documents,
      switched(
        version("v1", { served: false }),
        version("v1beta1", { storage: false, served: false }),
      ),
      get(path),
      get(`${collection("v1beta1")}/a`),
      ...documents,
      switched(
        version("v1"),
        version("v2", { storage: false }),
        version("v1beta1", { storage: false }),
      ),
      get(path),
      get(`${collection("v2")}/a`),
      ...documents,
      switched(version("v1", { deprecated: true }), version("v2", { storage: false })),
      get(`${collection("v1")}/a`),
      get(`${collection("v1beta1")}/a`),
      ...documents,
    ],
  };
}

function storage(): Scenario {
  const group = "storage.example.com";
  const made = definition(group, "stores", "Store");
  const path = pathOf(made);
  const collection = (name: string): string => `/apis/${group}/${name}/namespaces/default/stores`;
  const string = { openAPIV3Schema: { type: "object", properties: { note: { type: "string" } } } };
  return {
    name: "storage",
    steps: [
      post(made),
      post(object(group, "Store", "a"), "", collection("v1")),
      patch(path, {
        spec: { versions: [version("v1", { storage: false }), version("v2", { schema: string })] },
      }),
      get(path),
      get(`${collection("v1")}/a`),
      get(`${collection("v2")}/a`),
      post(
        object(group, "Store", "b", { apiVersion: `${group}/v2`, note: "x" }),
        "",
        collection("v2"),
      ),
      get(`${collection("v1")}/b`),
      get(collection("v2")),
      patch(`${collection("v1")}/b`, { spec: { size: 3 } }),
      patch(`${collection("v1")}/a`, { spec: { size: 3 } }),
      get(`${collection("v2")}/a`),
      patch(path, { spec: { versions: [version("v2", { schema: string })] } }),
      patch(pathOf(made, "/status"), { status: { storedVersions: ["v1"] } }),
      patch(pathOf(made, "/status"), { status: { storedVersions: ["v2"] } }),
      get(path),
      patch(path, { spec: { versions: [version("v2", { schema: string })] } }),
      get(path),
      get(`${collection("v1")}/a`),
      get(`${collection("v2")}/a`),
      get(collection("v2")),
      patch(`${collection("v2")}/b`, { note: "y" }),
    ],
  };
}

function deletion(): Scenario {
  const group = "delete.example.com";
  const made = definition(group, "gones", "Gone");
  const cluster = definition(group, "wides", "Wide", { scope: "Cluster" });
  const path = pathOf(made);
  const collection = `/apis/${group}/v1/namespaces/default/gones`;
  return {
    name: "deletion",
    steps: [
      post(made),
      post(cluster),
      post(object(group, "Gone", "a"), "", collection),
      post(object(group, "Gone", "b"), "", `/apis/${group}/v1/namespaces/other/gones`),
      post(object(group, "Wide", "a"), "", `/apis/${group}/v1/wides`),
      remove(path, { preconditions: { uid: "12345678-1234-1234-1234-123456789012" } }),
      remove(path, { preconditions: { resourceVersion: "1" } }),
      remove(path, { propagationPolicy: "Odd" }),
      remove(`${path}?gracePeriodSeconds=x`),
      remove(`${path}?dryRun=All`),
      get(path),
      remove(path, { preconditions: { uid: `$uid(${made.metadata.name})` } }),
      get(path),
      get(collection),
      get(`${collection}/a`),
      get(`/apis/${group}/v1`),
      remove(pathOf(cluster), { propagationPolicy: "Foreground" }),
      get(pathOf(cluster)),
      get(`/apis/${group}/v1/wides`),
      get(`/apis/${group}`),
      get(`/apis/${group}/v1`),
      remove(path),
    ],
  };
}

function heldDeletion(): Scenario {
  const group = "hold.example.com";
  const made = definition(group, "holds", "Hold", {
    versions: [version("v1", { subresources: { status: {} } })],
  });
  const path = pathOf(made);
  const collection = `/apis/${group}/v1/namespaces/default/holds`;
  const held = { metadata: { finalizers: ["example.com/hold"] } };
  const twice = definition(group, "twices", "Twice");
  const twicePath = pathOf(twice);
  return {
    name: "held deletion",
    steps: [
      post(made),
      post(object(group, "Hold", "a", held), "", collection),
      post(object(group, "Hold", "b"), "", collection),
      remove(path),
      get(path),
      get(collection),
      post(object(group, "Hold", "c"), "", collection),
      apply(`${collection}/c`, object(group, "Hold", "c")),
      post(object(group, "Hold", "a"), "", collection),
      post(object(group, "Hold", "d", { spec: { size: "x" } }), "", collection),
      post(object(group, "Hold", "d"), "?dryRun=All", collection),
      // A patch of an object itself makes the server panic while its CRD is deleted.
      patch(`${collection}/a/status`, { status: { x: 5 } }),
      put(`${collection}/a`, {
        ...object(group, "Hold", "a", {
          metadata: { ...held.metadata, resourceVersion: "$rv(a)" },
        }),
        spec: { size: 6 },
      }),
      post("{", "", collection),
      get(`/apis/${group}/v1`),
      get(`/apis/${group}`),
      remove(path),
      patch(path, { metadata: { labels: { a: "b" } } }),
      patch(path, {
        metadata: { finalizers: ["customresourcecleanup.apiextensions.k8s.io", "example.com/x"] },
      }),
      post(made),
      get(path),
      get(`${collection}/a`),
      put(
        `${collection}/a`,
        object(group, "Hold", "a", { metadata: { resourceVersion: "$rv(a)" } }),
      ),
      get(path),
      get(collection),
      // A CRD that is held itself, after its objects are gone.
      post(twice),
      patch(twicePath, { metadata: { finalizers: ["example.com/x"] } }),
      post(object(group, "Twice", "a"), "", `/apis/${group}/v1/namespaces/default/twices`),
      remove(twicePath),
      get(twicePath),
      get(`/apis/${group}/v1/namespaces/default/twices`),
      post(object(group, "Twice", "b"), "", `/apis/${group}/v1/namespaces/default/twices`),
      post(twice),
      patch(twicePath, { spec: { names: { shortNames: ["tw"] } } }),
      get(twicePath),
      patch(twicePath, { metadata: { finalizers: null } }),
      get(twicePath),
      get(`/apis/${group}`),
    ],
  };
}

function again(): Scenario {
  const group = "again.example.com";
  const made = definition(group, "backs", "Back");
  const other = definition(group, "backs", "Back", {
    scope: "Cluster",
    versions: [version("v2"), version("v1", { storage: false, served: false })],
  });
  const collection = `/apis/${group}/v1/namespaces/default/backs`;
  return {
    name: "deleted and created anew",
    steps: [
      post(made),
      post(object(group, "Back", "a"), "", collection),
      remove(pathOf(made)),
      get(pathOf(made)),
      post(made),
      get(pathOf(made)),
      get(collection),
      post(object(group, "Back", "a"), "", collection),
      remove(pathOf(made)),
      get(pathOf(made)),
      post(other),
      get(pathOf(made)),
      get(collection),
      get(`/apis/${group}/v2/backs`),
      get(`/apis/${group}`),
      get(`/apis/${group}/v2`),
    ],
  };
}

function collections(): Scenario {
  const group = "collect.example.com";
  const made = ["as", "bs", "cs"].map((plural, index) => ({
    ...definition(group, plural, plural.toUpperCase()),
    metadata: { name: `${plural}.${group}`, labels: { collect: index === 2 ? "no" : "yes" } },
  }));
  const selected = "labelSelector=collect%3Dyes";
  return {
    name: "deletion of many",
    steps: [
      ...made.map((one) => post(one)),
      remove(`${definitions}?${selected}&dryRun=All`),
      remove(`${definitions}?labelSelector=!`),
      { ...remove(`${definitions}?${selected}&dryRun=All`), accept: table },
      remove(`${definitions}?${selected}`),
      ...made.map((one) => get(pathOf(one))),
      remove(`${definitions}?labelSelector=collect%3Dnone`),
    ],
  };
}

function watches(): Scenario {
  const group = "watch.example.com";
  const made = {
    ...definition(group, "seens", "Seen"),
    metadata: { name: `seens.${group}`, labels: { watched: "yes" } },
  };
  const path = pathOf(made);
  const collection = `/apis/${group}/v1/namespaces/default/seens`;
  const all = `/apis/${group}/v1/seens`;
  const watching = "labelSelector=watched&watch=1&resourceVersion=$rv(list)";
  return {
    name: "watches",
    steps: [
      get(`${definitions}?labelSelector=watched`),
      { watch: "definitions", path: `${definitions}?${watching}` },
      { watch: "table", path: `${definitions}?${watching}`, accept: table },
      { watch: "partial", path: `${definitions}?${watching}`, accept: partial },
      post(made),
      get(path),
      get(collection),
      { watch: "objects", path: `${collection}?watch=1&resourceVersion=$rv(list)` },
      post(object(group, "Seen", "a"), "", collection),
      patch(`${collection}/a`, { spec: { size: 4 } }),
      { stop: "objects" },
      get(collection),
      { watch: "changed", path: `${all}?watch=1&resourceVersion=$rv(list)` },
      patch(path, { spec: { names: { shortNames: ["se"] } } }),
      get(path),
      patch(`${collection}/a`, { spec: { size: 5 } }),
      { stop: "changed" },
      get(collection),
      { watch: "deleted", path: `${all}?watch=1&resourceVersion=$rv(list)` },
      remove(path),
      get(path),
      { stop: "deleted" },
      { stop: "definitions" },
      { stop: "table" },
      { stop: "partial" },
      get(`${all}?watch=1&timeoutSeconds=1`),
    ],
  };
}

function applies(): Scenario {
  const group = "apply.example.com";
  const made = definition(group, "applies", "Apply");
  const path = pathOf(made);
  const withNames = (more: object): object => ({
    ...made,
    spec: { ...made.spec, names: { ...made.spec.names, ...more } },
  });
  const part = (spec: object): object => ({
    apiVersion: made.apiVersion,
    kind: made.kind,
    metadata: made.metadata,
    spec,
  });
  return {
    name: "applies",
    steps: [
      patch(path, made, applyPatch),
      apply(`${path}?dryRun=All`, made),
      apply(path, made),
      get(path),
      apply(path, made),
      apply(path, withNames({ shortNames: ["ap"] })),
      get(path),
      apply(path, withNames({ shortNames: ["aq"] }), "two"),
      apply(`${path}?force=true`, withNames({ shortNames: ["aq"] }), "two"),
      get(path),
      apply(path, made),
      get(path),
      apply(path, part({ names: { categories: ["all"] } }), "three"),
      apply(path, part({ versions: [version("v2", { storage: false })] }), "three"),
      apply(path, part({ scope: "Cluster" }), "three"),
      apply(path, part({ odd: 1 }), "three"),
      apply(`${path}?force=true`, part({ odd: 1 }), "three"),
      apply(path, { ...made, kind: "Other" }, "three"),
      apply(path, { ...made, apiVersion: "x/v1" }, "three"),
      apply(path, { ...made, metadata: { name: "x" } }, "three"),
      apply(path, { ...made, metadata: { managedFields: [{}] } }, "three"),
      apply(path, { ...made, status: { storedVersions: ["v1"] } }, "four"),
      get(path),
      apply(path, "{"),
      apply(path, "5"),
      apply(path, {}),
      put(`${path}?fieldManager=updater`, {
        ...made,
        metadata: { ...made.metadata, resourceVersion: `$rv(${made.metadata.name})` },
      }),
      get(path),
      apply(`${definitions}/others.${group}`, definition(group, "others", "Other")),
      apply(`${definitions}/bad.${group}`, definition(group, "others", "Other")),
      apply(
        `${definitions}/invalids.${group}`,
        definition(group, "invalids", "Invalid", { scope: "" }),
      ),
    ],
  };
}
