import type { Generator } from "./generator.js";
import { just, oneOf, several, some, sometimes, weighted } from "./generator.js";

type Header = readonly [name: string, value: string];

const protobuf = "application/vnd.kubernetes.protobuf";

const mediaType = weighted<string>(
  [12, just("application/json")],
  [3, just("application/yaml")],
  [2, just(protobuf)],
  [1, oneOf("*/*", "application/*", "text/html", "text/*", "application/xml", "application/cbor", "json", "", "*", "a/b/c")],
  [1, oneOf("APPLICATION/JSON", " application/json", "application/json ", "application/json-seq", "application/cbor-seq")],
); // prettier-ignore

const shape = weighted<string>(
  [4, just(";as=Table;v=v1;g=meta.k8s.io")],
  [2, just(";as=PartialObjectMetadata;v=v1;g=meta.k8s.io")],
  [2, just(";as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")],
  [1, oneOf(
    ";as=Table;v=v1beta1;g=meta.k8s.io", ";as=Table;v=v2;g=meta.k8s.io", ";as=Table", ";as=Table;v=v1;g=apps", ";as=Nothing;v=v1;g=meta.k8s.io",
    ";as=table;v=v1;g=meta.k8s.io", ";v=v1;g=meta.k8s.io", ";as=", ";as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
  )],
); // prettier-ignore

const parameter = oneOf(
  ";q=0.5", ";q=0", ";q=x", ";q=1.5", ";charset=utf-8", ";stream=watch", ";pretty=1", ";pretty=0", ";", ";x", ";profile=nopeer",
); // prettier-ignore

const nothing = just("");
const clause: Generator<string> = (scope) =>
  mediaType(scope) +
  sometimes(0.5, shape, nothing)(scope) +
  sometimes(0.2, parameter, nothing)(scope);

const clauses: Generator<string> = (scope) => several(1, 3, clause)(scope).join(",");

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

/** What most clients send, and now and then anything. */
const accept = weighted<readonly Header[]>(
  [20, just([["accept", "application/json"]])],
  [3, just([["accept", table]])],
  [2, just([["accept", `${table},application/json`]])],
  [2, just([["accept", "application/yaml"]])],
  [1, just([["accept", `${protobuf},application/json`]])],
  [1, just([])],
  [4, (scope) => [["accept", clauses(scope)]]],
);

/** Headers that a server has something to say about, or might. */
const others = some<Header>(
  [0.01, (scope) => ["if-match", oneOf("*", '"x"')(scope)]],
  [0.01, (scope) => ["if-none-match", oneOf("*", '"x"')(scope)]],
  [0.005, just(["if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT"])],
  [0.005, just(["range", "bytes=0-1"])],
  [0.005, just(["x-http-method-override", "DELETE"])],
  [0.005, just(["user-agent", ""])],
  [0.01, (scope) => ["user-agent", oneOf("kubectl/v1.37.2 (x)", "/a", "é", "a b")(scope)]],
);

/** Only a whole cluster has users. */
const impersonation = some<Header>(
  [0.01, (scope) => ["impersonate-user", oneOf("alice", "admin", "", "system:anonymous")(scope)]],
  [0.004, (scope) => ["impersonate-group", oneOf("system:masters", "team-b", "")(scope)]],
  [0.003, just(["impersonate-uid", "1"])],
  [0.003, just(["impersonate-extra-reason", "test"])],
);

/** The headers of a request but for those of its body. */
export const headers: Generator<readonly Header[]> = (scope) => [
  ...accept(scope),
  ...others(scope),
  ...(scope.isWhole ? impersonation(scope) : []),
];

/** A type for a body that may be of another one. */
export const anyContentType = oneOf(
  "application/json", "application/yaml", protobuf, "application/merge-patch+json", "application/json-patch+json",
  "application/strategic-merge-patch+json", "application/apply-patch+yaml", "application/apply-patch+cbor", "application/cbor",
  "application/json; charset=utf-8", "application/json;x", "text/plain", "text/json", "a", "*/*", "application/*", "APPLICATION/JSON",
  "application/x-www-form-urlencoded", "application/json, application/yaml", ";",
); // prettier-ignore
