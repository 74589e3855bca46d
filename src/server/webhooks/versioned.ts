import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import type { Invocation, RequestFacts, RequestObjects } from "./attributes.js";

/** A fault that a server has with its own work, as Go words it. */
export class InnerFault {
  readonly fault: string;

  constructor(fault: string) {
    this.fault = fault;
  }
}

/** The resource of a request in all its versions (apiserver `admission`, ObjectInterfaces). */
export interface ResourceForms {
  /** The resources that stand for that of the request in another version. */
  readonly equivalents: readonly Invocation["resource"][];
  /** The kind of what is written to one of them, or to the subresource of the request there. */
  kindOf(resource: Invocation["resource"]): GroupVersionKind;
  /** An object in another version. */
  convert(object: JsonObject, kind: GroupVersionKind): Promise<JsonObject | InnerFault>;
  /** What a patch made of an object, as a server decodes it. */
  decode(patched: Json, kind: GroupVersionKind): JsonObject | InnerFault;
  /** Fills in the defaults of its kind, in place. */
  fill(object: JsonObject, kind: GroupVersionKind): void;
}

/** A request that webhooks may be called for. */
export interface ReviewedRequest {
  readonly facts: RequestFacts;
  readonly forms: ResourceForms;
}

/** The objects of a request in the version of a webhook. */
export async function objectsAs(
  { forms, facts }: ReviewedRequest,
  kind: GroupVersionKind,
  { object, old }: RequestObjects,
): Promise<RequestObjects | InnerFault> {
  if (isSameKind(kind, facts.kind)) return { object, old };
  const oldAs = old && (await forms.convert(old, kind));
  if (oldAs instanceof InnerFault) return oldAs;
  const objectAs = object && (await forms.convert(object, kind));
  if (objectAs instanceof InnerFault) return objectAs;
  return { object: objectAs, old: oldAs };
}

/** Tells whether two kinds are one, in one version. */
export function isSameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}
