import { parse } from "yaml";
import type { Answer } from "./answer.js";
import type { Difference } from "./episode.js";
import type { GrammarRequest } from "./request.js";

/** A difference that is as it should be. */
export interface ExpectedDifference {
  readonly reason: string;
  /** The case that shows it: a file in `cases`, without `.json`. */
  readonly case: string;
  readonly fits: (difference: Difference) => boolean;
}

/**
 * What differs, and why that is as it should be. Each row has a case that still differs: one that
 * does not any more fails, so that no row outlives its reason.
 */
export const expectedDifferences: readonly ExpectedDifference[] = [
  {
    reason:
      "the index of paths, which the server of CRDs has for unknown ones, is that of a binary",
    case: "index-of-paths",
    fits: ({ request, theirs, ours }) =>
      ours.code === 404 &&
      (request.method === "HEAD"
        ? theirs.code === 404 && theirs.headers["content-type"] === "application/json"
        : /^\{\s*"paths"/.test(theirs.body)),
  },
  {
    reason: "memoryApiServer has no Protocol Buffers, which are for servers that listen",
    case: "memory-protobuf",
    fits: ({ side, request }) =>
      side === "memory" &&
      request.headers?.some(([, value]) => value.includes("protobuf")) === true,
  },
  {
    reason:
      "the server panics at the Protocol Buffers of custom resources, and cuts the connection",
    case: "protobuf-panic",
    fits: ({ request, theirs }) =>
      theirs.code === 0 && headerOf(request, "content-type").includes("protobuf"),
  },
  {
    reason: "the server panics at nulls in lists that a JSON patch tests, and cuts the connection",
    case: "null-in-tested-list",
    fits: ({ request: { body = "", ...request }, theirs }) =>
      theirs.code === 0 &&
      headerOf(request, "content-type").includes("json-patch") &&
      body.includes('"op":"test"') &&
      body.includes("null"),
  },
  {
    reason:
      "the server stores empty labels, lists and names that an apply creates, shows them to nobody, and counts their loss as a change",
    case: "empty-labels",
    fits: ({ episode, theirs, ours }) =>
      episode.requests.some(({ body = "" }) => emptyMetadata.test(body)) &&
      withoutLabels(theirs.body) === withoutLabels(ours.body),
  },
  {
    reason: "resources of one group come in the order of a map of Go, which is any",
    case: "order-of-resources",
    fits: ({ theirs, ours }) =>
      /kind"?: ?"?APIResourceList/.test(theirs.body) &&
      lettersOf(theirs.body) === lettersOf(ours.body),
  },
  {
    reason: "the server has kinds that serve lacks, which its documents of discovery list",
    case: "discovery-of-all-kinds",
    fits: ({ theirs, ours }) => isPartOf(ours, theirs),
  },
  {
    reason: "the index of OpenAPI names documents of kinds that serve lacks, and hashes of texts",
    case: "index-of-openapi",
    fits: ({ request, theirs, ours }) =>
      request.path.startsWith("/openapi/v3") && theirs.code === ours.code && ours.code < 300,
  },
  {
    reason: "serve has no Pods, which some paths of the grammar ask for",
    case: "no-pods",
    fits: ({ request, ours }) => /(?:\/|%2f)pods(?:\/|$)/i.test(request.path) && ours.code === 404,
  },
  {
    reason: "serve has no RBAC: whoever may speak to it may do everything",
    case: "no-rights",
    fits: ({ request, theirs }) =>
      theirs.code === 403 &&
      headerOf(request, "impersonate-user") !== "" &&
      (request.method === "HEAD" ||
        /User\s+\\?"(?:alice|admin|system:anonymous)\\?"\s+cannot/.test(theirs.body)),
  },
  {
    reason: "serve has no RBAC, so that reviews find rights only where they are asked for all",
    case: "rights-in-reviews",
    fits: ({ request, theirs, ours }) =>
      /\/selfsubjectrulesreviews\/*$|accessreviews\/*$/.test(request.path) &&
      /allowed"?: ?false|resourceRules/.test(theirs.body) &&
      withoutRights(theirs.body) === withoutRights(ours.body),
  },
  {
    reason: "the server of CRDs has no group of Kubernetes itself but its own",
    case: "groups-of-crds",
    fits: ({ request, theirs }) =>
      (["/api", "/apis/"].includes(request.path) && theirs.code === 404) ||
      (/kind"?: ?"?APIGroupList/.test(theirs.body) && !theirs.body.includes("events.k8s.io")),
  },
  {
    reason: "headers that are bytes for who reads the network are text for who is called directly",
    case: "header-text",
    fits: ({ side, episode }) =>
      side === "memory" &&
      episode.requests.some(({ headers = [] }) => headers.some(([, text]) => text.includes("é"))),
  },
  {
    reason: "Protocol Buffers are read before anybody knows which version has a warning",
    case: "unread-protobuf",
    fits: ({ side, request, theirs, ours }) =>
      side === "serve" &&
      headerOf(request, "content-type").includes("protobuf") &&
      ours.body === theirs.body &&
      ours.warnings.length < theirs.warnings.length,
  },
];

/** Whether a document of discovery is another one without some of its entries. */
function isPartOf(ours: Answer, theirs: Answer): boolean {
  const kinds = /"?kind"?: ?"?(?:APIResourceList|APIGroupList|APIGroupDiscoveryList)/;
  if (!kinds.test(ours.body) || !kinds.test(theirs.body)) return false;
  const rest = entriesOf(theirs.body)[Symbol.iterator]();
  return entriesOf(ours.body).every((entry) => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      if (next.value === entry) return true;
    }
    return false;
  });
}

/** The entries of a document as texts, those of groups before those of their resources. */
function entriesOf(body: string): readonly string[] {
  const value: unknown = parse(body.replace(/^protobuf /, ""));
  const { resources, groups, items, ...rest } = value as DiscoveryDocument; // it says so
  const inner = (items ?? []).flatMap(({ versions, ...group }) => [
    JSON.stringify(group),
    ...versions.flatMap(({ resources: list, ...version }) => [version, ...list]),
  ]);
  const entries = [rest, ...(resources ?? []), ...(groups ?? []), ...inner];
  return entries.map((entry) => (typeof entry === "string" ? entry : JSON.stringify(entry)));
}

interface DiscoveryDocument {
  readonly resources?: readonly object[];
  readonly groups?: readonly object[];
  readonly items?: readonly {
    readonly versions: readonly { readonly resources: readonly object[] }[];
  }[];
}

/** A review without what it found. */
function withoutRights(body: string): string {
  return body.replace(/"status": ?\{[^]*|^status:\n(?:[ -].*\n)*/m, "");
}

const emptyMetadata =
  /generateName"?: ?null|(?:labels|annotations)"?: ?\{\}|(?:ownerReferences|finalizers)"?: ?\[\]/;

function withoutLabels(body: string): string {
  return body.replace(/<rv \d+>/g, "<rv>").replace(/"labels":\{\},|\n *labels: \{\}/g, "");
}

function lettersOf(body: string): string {
  return Array.from(body).sort().join("");
}

function headerOf({ headers = [] }: GrammarRequest, name: string): string {
  return headers.find(([key]) => key === name)?.[1] ?? "";
}

/** Whether a row of the list says why. */
export function isExpected(difference: Difference): boolean {
  return expectedDifferences.some(({ fits }) => fits(difference));
}
