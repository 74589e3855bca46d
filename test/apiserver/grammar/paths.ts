import type { Generator } from "./generator.js";
import { just, oneOf, sometimes, text, weighted } from "./generator.js";

/*
 * The paths of the API: /apis/GROUP/VERSION/namespaces/NAMESPACE/PLURAL/NAME/SUBRESOURCE, what
 * stands above them, and what looks like them.
 */

/** Namespaces that objects are made in. */
export const namespaces = ["grammar-a", "grammar-b"] as const;

/** A name that the objects of an episode have. */
export const ownName: Generator<string> = ({ random, resource }) => random.pick(resource.names);

const anyName = weighted<string>(
  [20, ownName],
  [
    1,
    oneOf(
      "none",
      "A",
      "a%20b",
      "%2e",
      "..",
      ".",
      "a%2Fb",
      "%C3%A9",
      "-",
      "a..b",
      "%61",
      "%",
      "%zz",
    ),
  ],
  [1, just("a".repeat(254))],
);

const version: Generator<string> = ({ random, resource }) => random.pick(resource.versions);
const anyVersion = sometimes(0.03, oneOf("v0", "v1alpha7", "V1", "v", "1"), version);

const group: Generator<string> = ({ resource }) => resource.group;

/** `/apis/GROUP`, and `/api` for the core group. */
function groupPath(name: string): string {
  return name === "" ? "/api" : `/apis/${name}`;
}

const groupRoot: Generator<string> = (scope) => groupPath(group(scope));
const versionRoot = text`${groupRoot}/${anyVersion}`;

const namespace = sometimes<string>(
  0.03,
  oneOf("none", "Bad_Name", "", "a%20b", "default"),
  sometimes(0.85, just(namespaces[0]), just(namespaces[1])),
);

const plural: Generator<string> = ({ resource }) => resource.plural;
const anyPlural = sometimes(
  0.02,
  ({ resource }) => resource.kind,
  sometimes(0.01, oneOf("nothings", "namespaces", "pods"), plural),
);

const namespacedCollection = text`${versionRoot}/namespaces/${namespace}/${anyPlural}`;
const widest = text`${versionRoot}/${anyPlural}`;

/** Where objects are created. */
export const collection: Generator<string> = (scope) =>
  scope.resource.isNamespaced ? namespacedCollection(scope) : widest(scope);

/** Where objects are listed: as a rule those of one namespace. */
export const listed = sometimes(0.12, widest, collection);

/** A path of an object. */
export const object = text`${collection}/${anyName}`;

const subresource: Generator<string> = ({ random, resource }) =>
  random.chance(0.05) || resource.subresources.length === 0
    ? random.pick(["status", "scale", "log", "Status", "exec", "finalize"])
    : random.pick(resource.subresources);

/** A path of a subresource. */
export const part = text`${object}/${subresource}`;

/** The documents above resources. */
export const documents = weighted<string>(
  [4, versionRoot],
  [4, groupRoot],
  [
    1,
    oneOf(
      "/apis/nothing.example.com",
      "/apis/nothing.example.com/v1",
      "/apis/nothing.example.com/v1/things",
    ),
  ],
  [
    1,
    ({ isWhole, random }) => random.pick(isWhole ? wholeDocuments : ["/apis/nothing.example.com/"]),
  ],
);

const wholeDocuments = [
  "/", "/api", "/apis", "/api/v1", "/api/v2", "/version", "/healthz", "/livez", "/readyz", "/healthz/ping", "/readyz/nothing",
  "/openapi/v3", "/nothing", "/api/v1/nothing", "/apis/apiextensions.k8s.io/v1",
]; // prettier-ignore

const watched = text`${versionRoot}/watch/${below}`;

function below(scope: Parameters<Generator<string>>[0]): string {
  const path = collection(scope)
    .split("/")
    .slice(scope.resource.group === "" ? 3 : 4)
    .join("/");
  return scope.random.chance(0.5) ? path : `${path}/${ownName(scope)}`;
}

/** Any path, whatever the method. */
export const anyPath = weighted<string>(
  [3, collection],
  [3, object],
  [3, part],
  [2, widest],
  [2, documents],
  [1, watched],
  [1, text`${object}/${subresource}/more`],
  [1, text`${versionRoot}/namespaces/${namespace}`],
  [1, text`${versionRoot}/namespaces`],
);

/** Now and then in another shape. */
export function bent(path: Generator<string>): Generator<string> {
  return sometimes(0.03, misspelt(path), path);
}

function misspelt(path: Generator<string>): Generator<string> {
  return (scope) => {
    const straight = path(scope);
    const slash = 1 + scope.random.below(straight.length);
    return scope.random.pick([
      `${straight}/`,
      `/${straight}`,
      `${straight}//`,
      straight.toUpperCase(),
      straight.replace("/apis/", "/api/"),
      straight.replace(/\/(?=[^/]*$)/, "//"),
      straight.replace(/\/(?=[^/]*$)/, "/./"),
      straight.replace(/\/(?=[^/]*$)/, "%2F"),
      straight.replace(/\/(?=[^/]*$)/, "/%2e%2e/"),
      straight.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      straight.slice(0, slash),
    ]);
  };
}
