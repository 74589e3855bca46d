import { metaType, scaleType } from "./meta-types.js";
import type { Action, Parameter } from "./parameters.js";
import { namespace, objectName, optionsOf, pretty } from "./parameters.js";
import type { PublishedVersion } from "./published-version.js";
import { modelName } from "./published-version.js";

/** A path with what it answers to, in the words of neither version of OpenAPI. */
export interface Endpoint {
  readonly path: string;
  /** The parameters that all of its operations take, sorted by name. */
  readonly parameters: readonly Parameter[];
  readonly operations: readonly Operation[];
}

/** The operation of one HTTP method at a path. */
export interface Operation {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  readonly action: Action;
  readonly id: string;
  readonly description: string;
  /** The query parameters that it takes and the others of its path do not, sorted by name. */
  readonly parameters: readonly Parameter[];
  /** The body that it reads, by the name of its type. */
  readonly body: { readonly type: string; readonly required: boolean } | undefined;
  /** The media types of the body. */
  readonly consumes: readonly string[];
  /** The name of the type that it answers with. */
  readonly reply: string;
  /** The HTTP codes of success, with their names. */
  readonly codes: Readonly<Record<number, string>>;
}

/** The media types in which objects are read and written. */
export const mediaTypes: readonly string[] = ["application/json", "application/yaml"];

/**
 * The endpoints of one version of a resource (apiextensions
 * `controller/openapi/builder/builder.go`, `generateBuilder`).
 */
export function endpointsOf(published: PublishedVersion): readonly Endpoint[] {
  const { resource, version } = published;
  const { group } = resource;
  const root = `${group === "" ? "/api" : `/apis/${group}`}/${version.name}`;
  const { plural } = resource.names;
  const isNamespaced = resource.scope === "Namespaced";
  const list = `${root}/${isNamespaced ? "namespaces/{namespace}/" : ""}${plural}`;
  const outer = isNamespaced ? [namespace, pretty] : [pretty];
  const inner = [objectName(resource.names.kind), ...outer];
  const at = (subresource: string, actions: readonly Action[]): readonly Operation[] =>
    actions.map((action) => operationOf(published, action, subresource));
  const endpoints: Endpoint[] = [
    { path: list, parameters: outer, operations: at("", ["list", "post", "deletecollection"]) },
    {
      path: `${list}/{name}`,
      parameters: inner,
      operations: at("", ["get", "put", "delete", "patch"]),
    },
  ];
  if (isNamespaced) endpoints.unshift(everywhere(published, `${root}/${plural}`));
  for (const subresource of subresourcesOf(published)) {
    const operations = at(subresource, ["get", "put", "patch"]);
    endpoints.push({ path: `${list}/{name}/${subresource}`, parameters: inner, operations });
  }
  return endpoints;
}

/** The list of all namespaces: the only operation of its path, so that the path has its options. */
function everywhere(published: PublishedVersion, path: string): Endpoint {
  const { kind } = published.resource.names;
  const list = operationOf(published, "list", "");
  const id = operationId(published, "list", `${kind}ForAllNamespaces`);
  return {
    path,
    parameters: [pretty, ...list.parameters].sort(byName),
    operations: [{ ...list, id, parameters: [] }],
  };
}

function subresourcesOf({ version }: PublishedVersion): readonly string[] {
  return [...(version.status ? ["status"] : []), ...(version.scale === undefined ? [] : ["scale"])];
}

const methods = {
  list: "get",
  get: "get",
  post: "post",
  put: "put",
  patch: "patch",
  delete: "delete",
  deletecollection: "delete",
} as const satisfies Readonly<Record<Action, Operation["method"]>>;

/** The verbs of operations; the first word of an id, and of a description. */
const verbs: Readonly<Record<Action, string>> = {
  list: "list",
  get: "read",
  post: "create",
  put: "replace",
  patch: "patch",
  delete: "delete",
  deletecollection: "delete",
};

const codes: Readonly<Record<Action, Operation["codes"]>> = {
  list: { 200: "OK" },
  get: { 200: "OK" },
  post: { 200: "OK", 201: "Created", 202: "Accepted" },
  put: { 200: "OK", 201: "Created" },
  patch: { 200: "OK" },
  delete: { 200: "OK", 202: "Accepted" },
  deletecollection: { 200: "OK" },
};

const patchTypes: readonly string[] = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
];

function operationOf(published: PublishedVersion, action: Action, subresource: string): Operation {
  const { names, scope } = published.resource;
  const type = subresource === "scale" ? scaleType("Scale") : modelName(published, names.kind);
  const subject = [
    action === "deletecollection" ? "Collection" : "",
    scope === "Namespaced" ? "Namespaced" : "",
    names.kind,
    subresource.charAt(0).toUpperCase() + subresource.slice(1),
  ].join("");
  return {
    method: methods[action],
    action,
    id: operationId(published, verbs[action], subject),
    description: describe(names.kind, action, subresource),
    parameters: optionsOf[action],
    body: bodyOf(action, type),
    consumes: action === "patch" ? patchTypes : mediaTypes,
    reply: replyOf(published, action, type),
    codes: codes[action],
  };
}

function bodyOf(action: Action, type: string): Operation["body"] {
  switch (action) {
    case "post":
    case "put":
      return { type, required: true };
    case "patch":
      return { type: metaType("Patch"), required: true };
    case "delete":
      return { type: metaType("DeleteOptions"), required: false };
    default:
      return undefined;
  }
}

function replyOf(published: PublishedVersion, action: Action, type: string): string {
  if (action === "list") return modelName(published, published.resource.names.listKind);
  return action === "delete" || action === "deletecollection" ? metaType("Status") : type;
}

/** `descriptionFor` of builder.go */
function describe(kind: string, action: Action, subresource: string): string {
  const of = subresource === "" ? "" : ` ${subresource} of`;
  switch (action) {
    case "list":
      return `list objects of kind ${kind}`;
    case "get":
      return `read${of} the specified ${kind}`;
    case "put":
      return `replace${of} the specified ${kind}`;
    case "patch":
      return `partially update${of} the specified ${kind}`;
    case "post":
      return `create ${withArticle(kind)}`;
    case "delete":
      return `delete ${withArticle(kind)}`;
    case "deletecollection":
      return `delete collection of ${kind}`;
  }
}

/** apiserver `endpoints/installer.go`, `GetArticleForNoun`: what ends in one `s` is a plural. */
function withArticle(noun: string): string {
  if (noun.endsWith("s") && !noun.endsWith("ss")) return noun;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** apiserver `endpoints/openapi/openapi.go`, `GetOperationIDAndTags` */
function operationId({ resource, version }: PublishedVersion, verb: string, rest: string): string {
  const parts = [shortGroup(resource.group), version.name, rest];
  return verb + parts.map((part) => identifier(part, true)).join("");
}

/** The tag of all operations of a version. */
export function tagOf({ resource, version }: PublishedVersion): string {
  return `${identifier(shortGroup(resource.group), false)}_${identifier(version.name, false)}`;
}

function shortGroup(group: string): string {
  return group === "" ? "core" : group.replace(/\.k8s\.io$/, "");
}

/** Letters, digits behind the first place, and capitals for what is left out between them. */
function identifier(text: string, capital: boolean): string {
  let result = "";
  let isCapital = capital;
  Array.from(text).forEach((character, index) => {
    if (/[\p{L}_]/u.test(character) || (index > 0 && /\p{Nd}/u.test(character))) {
      result += isCapital ? character.toUpperCase() : character;
      isCapital = false;
    } else {
      isCapital = true;
    }
  });
  return result;
}

function byName(left: Parameter, right: Parameter): number {
  return left.name < right.name ? -1 : 1;
}
