import { objectAt, objectsAt, textAt, textsAt } from "../../crd/frontend/raw-fields.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import type { ServedKind } from "../wanted-crds.js";
import { ask, parseAnswer, RefusedRequest } from "./ask.js";

const accept = ["v2", "v2beta1"]
  .map((v) => `application/json;g=apidiscovery.k8s.io;v=${v};as=APIGroupDiscoveryList`)
  .join(",");

/**
 * The kinds that a server serves, by the names of their CRDs if they have some; with one request,
 * as kubectl finds them (aggregated discovery). Empty where the server does not tell them so.
 */
export async function servedKinds(transport: Transport): Promise<ReadonlyMap<string, ServedKind>> {
  try {
    const groups = objectsAt(parseAnswer(await ask(transport, "/apis", accept)), "items");
    const kinds = groups.flatMap(kindsOf);
    return new Map(kinds.map((kind) => [`${kind.plural}.${kind.group}`, kind]));
  } catch (error) {
    if (error instanceof RefusedRequest) return new Map();
    throw error;
  }
}

function kindsOf(group: JsonObject): readonly ServedKind[] {
  const name = textAt(objectAt(group, "metadata") ?? {}, "name");
  const resources = objectsAt(group, "versions").flatMap((one) => objectsAt(one, "resources"));
  return resources.map((resource) => ({
    group: name,
    plural: textAt(resource, "resource"),
    singular: textAt(resource, "singularResource"),
    kind: textAt(objectAt(resource, "responseKind") ?? {}, "kind"),
    shortNames: textsAt(resource, "shortNames"),
  }));
}
