import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { failed, forbiddenFailure, methodNotAllowed } from "../../runtime/v1/testing/failure.js";
import { patchTypes } from "../../runtime/v1/testing/patches.js";
import type { RequestInfo } from "../../runtime/v1/testing/request-info.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { headerOf } from "../../runtime/v1/testing/server-call.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";

/*
 * Built-in kinds are served by routes, one for each path and method: a router refuses what none of
 * them takes before the request is looked at closer (apiserver `endpoints/installer.go`,
 * emicklei/go-restful `jsr311.go`).
 */

const produced = ["application/json", "application/yaml", "application/vnd.kubernetes.protobuf"];
const streamed = [
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
];
const consumedByPatch: readonly string[] = Object.values(patchTypes);

/** Finds the requests to a group version of built-in kinds that the router refuses. */
export class BuiltinRoutes {
  /** By group and version. */
  readonly #versions = new Map<string, ServedVersion[]>();
  readonly #groups: ReadonlySet<string>;

  constructor(versions: readonly ServedVersion[]) {
    for (const version of versions) {
      const name = apiVersionOf(version);
      this.#versions.set(name, [...(this.#versions.get(name) ?? []), version]);
    }
    this.#groups = new Set(versions.map(({ group }) => group));
  }

  /** Undefined for what there is a route for, and for the paths of others. */
  refusal(info: RequestInfo, request: TransportRequest): Failure | undefined {
    // Behind two slashes there is nothing, and no group is empty.
    if (/^\/\/|^\/apis\/\//.test(info.path)) return undefined;
    if (/^\/version\/+[^/]/.test(info.path)) return unknownPath();
    if (/^\/version\/*$/.test(info.path)) return documentFault(request, ["application/json"]);
    if (/^\/api\/*$/.test(info.path)) return documentFault(request, produced);
    if (!this.#groups.has(info.group)) return undefined;
    if (info.resource === undefined) return this.#ofVersion(info, request);
    const version = this.#versions
      .get(apiVersionOf(info))
      ?.find(({ plural }) => plural === info.resource);
    const methods = version === undefined ? [] : methodsOf(version, info);
    if (methods.length === 0) {
      return unknownPath();
    }
    if (!methods.includes(request.method)) {
      return methodNotAllowed();
    }
    if (request.method === "PATCH" && !consumes(request, consumedByPatch)) return notConsumed();
    return notProduced(request, producedFor(info)) ?? immortalFailure(info, request);
  }

  /** Of the document of a version; that of a group is served otherwise. */
  #ofVersion(info: RequestInfo, request: TransportRequest): Failure | undefined {
    const isOfApi = /^\/(?:api|apis\/[^/]+)\//.test(info.path) && info.version !== "";
    if (!isOfApi) return undefined;
    if (!this.#versions.has(apiVersionOf(info))) return unknownPath();
    return documentFault(request, produced);
  }
}

function documentFault(request: TransportRequest, types: readonly string[]): Failure | undefined {
  if (request.method !== "GET") return methodNotAllowed();
  if (headerOf(request, "content-type") !== "" && !consumes(request, types)) return notConsumed();
  return notProduced(request, types);
}

/** Tells whether one of the types of a body is among those that are taken. */
function consumes(request: TransportRequest, types: readonly string[]): boolean {
  return headerOf(request, "content-type")
    .split(",")
    .some((one) => types.includes((one.split(";")[0] ?? "").trim()));
}

function notConsumed(): Failure {
  return failed(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
}

function unknownPath(): Failure {
  return failed(404, "NotFound", "the server could not find the requested resource", {});
}

const immortalNamespaces = ["default", "kube-system", "kube-public"];

/** Some namespaces cannot be deleted (apiserver `admission/plugin/namespace/lifecycle`). */
function immortalFailure(info: RequestInfo, { method }: TransportRequest): Failure | undefined {
  const { group, resource, name } = info;
  if (method !== "DELETE" || group !== "" || resource !== "namespaces") return undefined;
  if (!immortalNamespaces.includes(name)) return undefined;
  return forbiddenFailure({ group, plural: resource }, name, "this namespace may not be deleted");
}

function producedFor({ verb }: RequestInfo): readonly string[] {
  return verb === "list" || verb === "watch" ? [...produced, ...streamed] : produced;
}

function notProduced(request: TransportRequest, types: readonly string[]): Failure | undefined {
  const accept = headerOf(request, "accept");
  const clauses =
    accept === "" ? [] : accept.split(",").map((one) => (one.split(";")[0] ?? "").trim());
  const isTaken = clauses.some((type) => type === "*/*" || types.includes(type));
  if (accept === "" || isTaken) return undefined;
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(", ")}`;
  return failed(406, "NotAcceptable", message, {});
}

/** By verbs of subresources. */
const methods: { readonly [verb: string]: string } = {
  get: "GET",
  create: "POST",
  update: "PUT",
  patch: "PATCH",
  delete: "DELETE",
};

/** The methods of a path; none if there is no such path. */
function methodsOf(version: ServedVersion, info: RequestInfo): readonly string[] {
  const { name, namespace, subresource, path } = info;
  const place = [version.plural, name, subresource].filter((part) => part !== "").join("/");
  // Behind a proxy are the paths of others.
  const own = subresource === "proxy" ? path.replace(/\/proxy\/.*$/, "/proxy") : path;
  if (!own.replace(/\/+$/, "").endsWith(`/${place}`)) return [];
  const isNamespaced = version.scope === "Namespaced";
  // A namespace without a name is found later.
  const hasNamespace = namespace !== "" || path.includes("/namespaces//");
  const isNamespace = version.plural === "namespaces" && !/\/namespaces\/.*\/namespaces/.test(path);
  const isInPlace = isNamespaced ? hasNamespace : isNamespace || !hasNamespace;
  const isWatch = /^\/(api|apis\/[^/]+)\/[^/]+\/watch\//.test(path);
  if (version.verbs !== undefined) return isInPlace && name === "" && !isWatch ? ["POST"] : [];
  if (isWatch) return ["GET"];
  if (isNamespaced && !isInPlace) return name === "" ? ["GET"] : [];
  if (!isInPlace) return [];
  if (name === "") return collectionMethods(version);
  if (subresource === "") return ["GET", "PUT", "PATCH", "DELETE"];
  const other = version.otherSubresources?.find((one) => one.name === subresource);
  if (other !== undefined) return other.verbs.flatMap((verb) => methods[verb] ?? []);
  const { status, scale } = version.subresources;
  const isPart = subresource === "scale" ? scale !== undefined : subresource === "status" && status;
  if (!isPart) return [];
  return ["GET", "PUT", "PATCH"];
}

/** Namespaces are deleted one by one. */
function collectionMethods({ plural }: ServedVersion): readonly string[] {
  return plural === "namespaces" ? ["GET", "POST"] : ["GET", "POST", "DELETE"];
}
