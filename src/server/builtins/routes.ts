import type { TransportRequest } from "../../runtime/v1/client/transport.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { failed, forbiddenFailure, methodNotAllowed } from "../../runtime/v1/testing/failure.js";
import type { RequestInfo } from "../../runtime/v1/testing/request-info.js";
import { patchTypes } from "../../runtime/v1/testing/resource-writes.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { headerOf } from "../../runtime/v1/testing/server-call.js";

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

/** What the router refuses of the requests to a group version of built-in kinds. */
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
    if (!this.#groups.has(info.group)) return undefined;
    if (info.resource === undefined)
      return this.#isUnknownVersion(info) ? unknownPath() : undefined;
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
    const type = headerOf(request, "content-type").split(";")[0]?.trim() ?? "";
    if (request.method === "PATCH" && !consumedByPatch.includes(type)) {
      return failed(415, "UnsupportedMediaType", "415: Unsupported Media Type", {});
    }
    return notProduced(headerOf(request, "accept"), info) ?? immortalFailure(info, request);
  }

  #isUnknownVersion(info: RequestInfo): boolean {
    const isOfApi = /^\/(?:api|apis\/[^/]+)\//.test(info.path) && info.version !== "";
    return isOfApi && !this.#versions.has(apiVersionOf(info));
  }
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

function notProduced(accept: string, { verb }: RequestInfo): Failure | undefined {
  const types = verb === "list" || verb === "watch" ? [...produced, ...streamed] : produced;
  const clauses =
    accept === "" ? [] : accept.split(",").map((one) => (one.split(";")[0] ?? "").trim());
  const isTaken = clauses.some((type) => type === "*/*" || types.includes(type));
  if (accept === "" || isTaken) return undefined;
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(", ")}`;
  return failed(406, "NotAcceptable", message, {});
}

/** By verbs of subresources. */
const methods: { readonly [verb: string]: string } = { create: "POST", update: "PUT" };

/** The methods of a path; none if there is no such path. */
function methodsOf(version: ServedVersion, info: RequestInfo): readonly string[] {
  const { name, namespace, subresource, path } = info;
  const place = [version.plural, name, subresource].filter((part) => part !== "").join("/");
  if (!path.replace(/\/+$/, "").endsWith(`/${place}`)) return [];
  const isNamespaced = version.scope === "Namespaced";
  const isInPlace = isNamespaced
    ? namespace !== ""
    : version.plural === "namespaces" || namespace === "";
  if (version.verbs !== undefined) return isInPlace && name === "" ? ["POST"] : [];
  if (/^\/(api|apis\/[^/]+)\/[^/]+\/watch\//.test(path)) return ["GET"];
  if (isNamespaced && !isInPlace) return name === "" ? ["GET"] : [];
  if (!isInPlace) return [];
  if (name === "") return collectionMethods(version);
  if (subresource === "") return ["GET", "PUT", "PATCH", "DELETE"];
  const other = version.otherSubresources?.find((one) => one.name === subresource);
  if (other !== undefined) return other.verbs.flatMap((verb) => methods[verb] ?? []);
  if (subresource !== "status" || !version.subresources.status) return [];
  return ["GET", "PUT", "PATCH"];
}

/** Namespaces are deleted one by one. */
function collectionMethods({ plural }: ServedVersion): readonly string[] {
  return plural === "namespaces" ? ["GET", "POST"] : ["GET", "POST", "DELETE"];
}
