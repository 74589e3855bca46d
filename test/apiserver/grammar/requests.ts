import type { DrawnBody } from "./bodies.js";
import { appliedForm, asJson, bodyOf, noBody, objectForm } from "./bodies.js";
import type { Generator, Scope } from "./generator.js";
import { oneOf, sometimes, weighted } from "./generator.js";
import { headers } from "./headers.js";
import { wholeObject } from "./objects.js";
import {
  configuration,
  deleteOptions,
  jsonPatch,
  mergePatch,
  scale,
  strategicPatch,
  tokenRequest,
} from "./patches.js";
import { anyPath, bent, collection, documents, listed, object, part } from "./paths.js";
import { queries } from "./queries.js";
import type { GrammarRequest } from "./request.js";
import { isWatch } from "./request.js";

/*
 * What is asked, by what it is meant to do. Each part of a request is drawn by itself, and now and
 * then from the whole grammar, so that every combination comes.
 */

/** A request before its parts are put together. */
interface Production {
  readonly method: Generator<string>;
  readonly path: Generator<string>;
  readonly query: Generator<readonly string[]>;
  /** @param path that of the request, which says what an object in the body should be called */
  readonly body: (path: string) => Generator<DrawnBody>;
}

const anyMethod = weighted<string>(
  [10, oneOf("GET", "POST", "PUT", "PATCH", "DELETE")],
  [1, oneOf("HEAD", "OPTIONS", "TRACE")],
);

function production(
  method: string,
  path: Generator<string>,
  query: Generator<readonly string[]>,
  body: (path: string) => Generator<DrawnBody> = () => noBody,
): Generator<GrammarRequest> {
  return request({ method: () => method, path: bent(path), query, body });
}

function request({ method, path, query, body }: Production): Generator<GrammarRequest> {
  return (scope) => {
    const { random } = scope;
    const asked = sometimes(0.015, anyPath, path)(scope);
    const { type, ...drawn } = body(asked)(scope);
    const content = type === undefined ? [] : [["content-type", type] as const];
    const result: GrammarRequest = {
      method: random.chance(0.015) ? anyMethod(scope) : method(scope),
      path: asked,
      query: random.chance(0.02) ? queries.any(scope) : query(scope),
      headers: [...headers(scope), ...(random.chance(0.01) ? [] : content)],
      ...(random.chance(0.005) ? {} : drawn),
    };
    // A namespace that goes takes all that is compared with it.
    if (/\/namespaces\/grammar-\w+\/?$/.test(asked)) return { ...result, method: "GET" };
    return isWatch(result) ? shortened(result) : result;
  };
}

/** A watch ends after a second. */
function shortened({ query = [], ...others }: GrammarRequest): GrammarRequest {
  const rest = query.filter((item) => !item.startsWith("timeoutSeconds="));
  return { ...others, query: [...rest, "timeoutSeconds=1"] };
}

/** The name and the version that a path asks for; a name of the resource's where it has none. */
function identityIn(path: string, scope: Scope): readonly [name: string, version: string] {
  const { random, resource } = scope;
  const parts = path.split("/");
  const name = parts[parts.lastIndexOf(resource.plural) + 1];
  const version = resource.versions.find((known) => parts.includes(known));
  const isKnown = name !== undefined && resource.names.some((known) => known === name);
  return [isKnown ? name : random.pick(resource.names), version ?? resource.versions[0] ?? "v1"];
}

function objectBody(versionChance: number): (path: string) => Generator<DrawnBody> {
  return (path) =>
    bodyOf((scope) => wholeObject(...identityIn(path, scope), versionChance)(scope), objectForm);
}

const types = (type: string): Record<"json" | "yaml" | "protobuf", string> => ({
  json: type,
  yaml: type,
  protobuf: type,
});

const merge = types("application/merge-patch+json");
const json = types("application/json-patch+json");
const strategic = types("application/strategic-merge-patch+json");
const apply = types("application/apply-patch+yaml");

const configurationBody = (path: string): Generator<DrawnBody> =>
  bodyOf(
    (scope) => {
      const [name, version] = identityIn(path, scope);
      return (path.endsWith("/scale") ? scale(name) : configuration(name, version))(scope);
    },
    appliedForm,
    apply,
  );

const scaleOrObject = (path: string): Generator<DrawnBody> =>
  path.endsWith("/scale")
    ? bodyOf((scope) => scale(identityIn(path, scope)[0])(scope), asJson)
    : objectBody(0.7)(path);

const options = (): Generator<DrawnBody> => sometimes(0.4, bodyOf(deleteOptions, asJson), noBody);

const createRequest = production("POST", collection, queries.write, objectBody(0));

/** Requests for tokens, where there are any. */
const partBody = (path: string): Generator<DrawnBody> =>
  path.endsWith("/token") ? bodyOf(tokenRequest, objectForm) : objectBody(0)(path);

/** Any request of an episode. */
export const anyRequest: Generator<GrammarRequest> = weighted<GrammarRequest>(
  [18, createRequest],
  [1, production("POST", part, queries.write, partBody)],
  [6, production("GET", object, queries.get)],
  [10, production("GET", listed, queries.list)],
  [0.6, watch],
  [2, production("GET", part, queries.get)],
  [2, production("GET", documents, queries.none)],
  [8, production("PUT", object, queries.write, objectBody(0.7))],
  [4, production("PUT", part, queries.write, scaleOrObject)],
  [7, production("PATCH", object, queries.write, () => bodyOf(mergePatch, asJson, merge))],
  [3, production("PATCH", part, queries.write, () => bodyOf(mergePatch, asJson, merge))],
  [6, production("PATCH", object, queries.write, () => bodyOf(jsonPatch, asJson, json))],
  [2, production("PATCH", part, queries.write, () => bodyOf(jsonPatch, asJson, json))],
  [2, strategicRequest],
  [12, production("PATCH", object, queries.apply, configurationBody)],
  [3, production("PATCH", part, queries.apply, configurationBody)],
  [6, production("DELETE", object, queries.delete, options)],
  [1.5, production("DELETE", listed, queries.deleteCollection, options)],
  [2, request({ method: anyMethod, path: anyPath, query: queries.any, body: objectBody(0.5) })],
);

function watch(scope: Scope): GrammarRequest {
  const drawn = production("GET", listed, queries.watch)(scope);
  return shortened({ ...drawn, query: ["watch=1", ...(drawn.query ?? [])] });
}

/** Custom resources have none, which needs few tries. */
function strategicRequest(scope: Scope): GrammarRequest {
  const body = (): Generator<DrawnBody> => bodyOf(strategicPatch, asJson, strategic);
  return production("PATCH", object, queries.write, body)(scope);
}

/** The requests of an episode, which begins with an object that is there as a rule. */
export function episodeRequests(scope: Scope, count: number): readonly GrammarRequest[] {
  const first = production("POST", collection, queries.none, objectBody(0));
  const asked = sometimes(0.2, anyRequest, createRequest);
  const others = scope.resource.isAsked === true ? asked : anyRequest;
  return Array.from({ length: count }, (_, index) => (index < 2 ? first(scope) : others(scope)));
}
