import { applyPatch, mergePatch } from "./apply-scenarios.js";
import type { TwinRequest } from "./two-servers.js";

interface Kind {
  readonly plural: string;
  readonly root: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Members of a body, of which one comes twice. */
  readonly repeated: string;
  /** The same without that. */
  readonly plain: string;
}

const kinds: readonly Kind[] = [
  {
    plural: "configmaps",
    root: "/api/v1",
    apiVersion: "v1",
    kind: "ConfigMap",
    repeated: '"data":{"a":"1","a":"2","b":"3","b":"4"}',
    plain: '"data":{"a":"1"}',
  },
  {
    plural: "secrets",
    root: "/api/v1",
    apiVersion: "v1",
    kind: "Secret",
    repeated: '"data":{"a":"YQ==","a":"Yg=="},"type":"Opaque","type":"Opaque"',
    plain: '"data":{"a":"YQ=="},"type":"Opaque"',
  },
  {
    plural: "serviceaccounts",
    root: "/api/v1",
    apiVersion: "v1",
    kind: "ServiceAccount",
    repeated: '"secrets":[{"name":"a","name":"b"}]',
    plain: '"secrets":[{"name":"a"}]',
  },
  {
    plural: "leases",
    root: "/apis/coordination.k8s.io/v1",
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    repeated: '"spec":{"holderIdentity":"a","holderIdentity":"b"}',
    plain: '"spec":{"holderIdentity":"a"}',
  },
];

const validations = ["Strict", "Warn", "Ignore"];

/** Writes of bodies with keys that come twice, in JSON and in YAML, and of patches. */
export function builtinRequests(namespace: string): readonly TwinRequest[] {
  return kinds.flatMap((kind) => requestsOf(kind, namespace));
}

function requestsOf(kind: Kind, namespace: string): readonly TwinRequest[] {
  const { plural, root, repeated, plain } = kind;
  const collection = `${root}/namespaces/${namespace}/${plural}`;
  const object = `${collection}/a`;
  const [whole, odd] = [bodyOf(kind, plain), bodyOf(kind, repeated)];
  const apply = (body: string, manager: string, more = ""): TwinRequest => ({
    method: "PATCH",
    path: `${object}?fieldManager=${manager}${more}`,
    body,
    type: applyPatch,
  });
  return [
    { method: "POST", path: collection, body: whole },
    ...validations.flatMap((validation) => {
      const query = `fieldManager=me&dryRun=All&fieldValidation=${validation}`;
      const patch = (body: string, type: string): TwinRequest => ({
        method: "PATCH",
        path: `${object}?${query}`,
        body,
        type,
      });
      const json = '[{"op":"add","path":"/metadata/labels","value":{"x":"y"},"z":1,"op":"add"}]';
      return [
        { method: "POST", path: `${collection}?${query}`, body: odd },
        { method: "PUT", path: `${object}?${query}`, body: odd },
        { method: "POST", path: `${collection}?${query}`, body: odd, type: "application/yaml" },
        { method: "PUT", path: `${object}?${query}`, body: odd, type: "application/yaml" },
        apply(odd, "me", `&force=true&dryRun=All&fieldValidation=${validation}`),
        patch(`{${repeated}}`, mergePatch),
        patch(`{${repeated}}`, "application/strategic-merge-patch+json"),
        patch(json, "application/json-patch+json"),
      ];
    }),
    apply(whole, "kubectl"),
    apply(bodyOf(kind, plain, '"labels":{"a":"b"}'), "kubectl"),
    apply(bodyOf(kind, plain, '"creationTimestamp":null,"selfLink":"/x"'), "kubectl"),
    apply(bodyOf(kind, plain, '"managedFields":[]'), "kubectl"),
    apply(bodyOf(kind, plain, '"unknown":1'), "kubectl"),
    apply(bodyOf(kind, '"unknown":1'), "kubectl"),
    apply("{", "kubectl"),
    apply("a: b: c", "kubectl"),
    apply('{"a":"\\/"}', "kubectl"),
    { method: "GET", path: object },
  ];
}

function bodyOf({ apiVersion, kind }: Kind, members: string, metadata = ""): string {
  const more = metadata === "" ? "" : `,${metadata}`;
  return `{"apiVersion":"${apiVersion}","kind":"${kind}","metadata":{"name":"a"${more}},${members}}`;
}
