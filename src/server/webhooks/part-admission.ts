import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import type { AdmissionChain } from "../../runtime/v1/testing/admission-plugins.js";
import { userOf } from "../../runtime/v1/testing/authorization/user.js";
import { Failure } from "../../runtime/v1/testing/failure.js";
import { optionIn } from "../../runtime/v1/testing/request-info.js";
import type { ServerCall } from "../../runtime/v1/testing/server-call.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { RequestFacts } from "./attributes.js";

/** What is sent to a subresource, or asked for, and not stored as it is. */
export interface AskedPart {
  readonly kind: GroupVersionKind;
  /** The name of the request, or of the object that it has. */
  readonly name: string;
  readonly operation: "CREATE" | "CONNECT";
}

/** An object that mutating webhooks have let through. */
export interface AdmittedPart {
  readonly object: JsonObject;
  /** Asks validating webhooks. @throws Failure if one refuses */
  readonly validate: (object: JsonObject) => Promise<void>;
}

/** Finds the webhooks that a request concerns. */
export type ChainOf = (facts: RequestFacts) => AdmissionChain | undefined;

/**
 * Asks webhooks about what is not written as objects are: bindings, evictions, tokens, and what
 * connects to pods (apiserver `endpoints/handlers/create.go`, `rest.go`). Warnings go to the call.
 *
 * @throws Failure if a mutating webhook refuses
 */
export async function admitPart(
  chainOf: ChainOf,
  call: ServerCall,
  part: AskedPart,
  object: JsonObject,
): Promise<AdmittedPart> {
  const chain = chainOf(factsOf(call, part));
  if (chain === undefined) return { object, validate: () => Promise.resolve() };
  const { name } = part;
  const admitted = await chain.mutate({ object, name });
  if (admitted instanceof Failure) throw admitted;
  call.warn(admitted.warnings);
  const validate = async (whole: JsonObject): Promise<void> => {
    const warnings = await chain.validate({ object: whole, name });
    if (warnings instanceof Failure) throw warnings;
    call.warn(warnings);
  };
  return { object: admitted.object, validate };
}

function factsOf(call: ServerCall, { kind, name, operation }: AskedPart): RequestFacts {
  const { group, version, resource = "", subresource, namespace } = call.info;
  const isCreation = operation === "CREATE";
  return {
    kind,
    resource: { group, version, resource },
    subresource,
    operation,
    namespace,
    name,
    isDryRun: isCreation && optionIn(call.query, "dryRun").length > 0,
    user: userOf(call.request),
    options: isCreation ? createOptions(call) : null,
  };
}

function createOptions({ query }: ServerCall): JsonObject {
  const dryRun = optionIn(query, "dryRun");
  const given = (["fieldManager", "fieldValidation"] as const).flatMap((name) => {
    const value = optionIn(query, name);
    return value === "" ? [] : [[name, value] as const];
  });
  return {
    kind: "CreateOptions",
    apiVersion: "meta.k8s.io/v1",
    ...(dryRun.length > 0 && { dryRun: [...dryRun] }),
    ...Object.fromEntries(given),
  };
}
