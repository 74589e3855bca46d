import type { AdmittedObject } from "../../runtime/v1/admission/admission.js";
import { failed, Failure, internalFailure } from "../../runtime/v1/testing/failure.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import { copyJson } from "../../runtime/v1/values/json/copy-json.js";
import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { askWebhook } from "./ask-webhook.js";
import type { Invocation, RequestObjects } from "./attributes.js";
import type { Webhook } from "./configurations.js";
import { applyPatch, PatchFault, readPatch } from "./json-patch.js";
import { callFailure } from "./refusals.js";
import type { WebhookVerdict } from "./review.js";
import { invocationOf } from "./should-call.js";
import type { Surroundings } from "./surroundings.js";
import type { ReviewedRequest } from "./versioned.js";
import { InnerFault, isSameKind, objectsAs } from "./versioned.js";

/**
 * Asks mutating webhooks one after the other, and those again that want it when others behind them
 * changed the object (apiserver `webhook/mutating/dispatcher.go`, `admission/reinvocation.go`).
 *
 * @returns the object in the version of the request, with all warnings; `{}` where there is none
 */
export async function askMutating(
  webhooks: readonly Webhook[],
  request: ReviewedRequest,
  objects: RequestObjects,
  surroundings: Surroundings,
): Promise<AdmittedObject | Failure> {
  const mutation = new Mutation(request, objects, surroundings);
  const refusal = await mutation.run(webhooks);
  if (refusal !== undefined) return refusal.behind(mutation.warnings);
  return { object: mutation.object ?? {}, warnings: mutation.warnings };
}

/** The objects in the version of the webhook that was called last. */
interface CurrentForm extends RequestObjects {
  readonly kind: Invocation["kind"];
  /** The object was changed since it is in this version. */
  readonly isChanged: boolean;
}

class Mutation {
  readonly warnings: string[] = [];
  /** In the version of the request. */
  object: JsonObject | undefined;
  readonly #old: JsonObject | undefined;
  readonly #request: ReviewedRequest;
  readonly #surroundings: Surroundings;
  #form: CurrentForm | undefined;
  /** Those that would be called again if the object changed now. */
  #called = new Set<string>();
  /** Those that are called again. */
  readonly #again = new Set<string>();
  #isChanged = false;

  constructor(request: ReviewedRequest, { object, old }: RequestObjects, around: Surroundings) {
    this.#request = request;
    this.object = object;
    this.#old = old;
    this.#surroundings = around;
  }

  async run(webhooks: readonly Webhook[]): Promise<Failure | undefined> {
    const refusal = await this.#round(webhooks);
    if (refusal !== undefined || !this.#isChanged) return refusal;
    return this.#round(webhooks, this.#again);
  }

  /** @param only those that may be called; undefined: all */
  async #round(
    webhooks: readonly Webhook[],
    only?: ReadonlySet<string>,
  ): Promise<Failure | undefined> {
    for (const webhook of webhooks) {
      const objects = { object: this.#form?.object ?? this.object, old: this.#old };
      const inVersion = (one: Invocation): Promise<RequestObjects | InnerFault> =>
        this.#inVersion(one);
      const decision = { webhook, request: this.#request, objects, inVersion };
      const invocation = await invocationOf(decision, this.#surroundings);
      if (invocation instanceof Failure) return invocation;
      if (invocation === undefined || only?.has(webhook.id) === false) continue;
      const refusal = await this.#call(webhook, invocation);
      if (refusal !== undefined) return refusal;
    }
    return this.#back();
  }

  async #call(webhook: Webhook, invocation: Invocation): Promise<Failure | undefined> {
    const { facts } = this.#request;
    const form = await this.#inVersion(invocation);
    if (form instanceof InnerFault) return internalFailure(form.fault);
    const outcome = await askWebhook(webhook, facts, invocation, form, this.#surroundings);
    this.warnings.push(...outcome.warnings);
    const patched =
      outcome.verdict === undefined ? undefined : this.#patch(webhook, outcome.verdict, form);
    const isCallFailure = outcome.isCallFailure === true || patched?.isCallFailure === true;
    const refusal = outcome.refusal ?? patched?.refusal;
    if (patched?.isChanged === true) this.#noteChange();
    if (webhook.isReinvoked) this.#called.add(webhook.id);
    return isCallFailure && webhook.isIgnoring ? undefined : refusal;
  }

  #noteChange(): void {
    this.#isChanged = true;
    for (const id of this.#called) this.#again.add(id);
    this.#called = new Set();
  }

  #patch(webhook: Webhook, verdict: WebhookVerdict, form: CurrentForm): Patched {
    const callFault = (fault: string): Patched => ({
      refusal: callFailure(webhook.name, fault),
      isCallFailure: true,
    });
    if (verdict.patch === "") return {};
    const operations = readPatch(decoded(verdict.patch));
    if (typeof operations === "string") {
      return callFault(`received undecodable patch in webhook response: ${operations}`);
    }
    if (operations.length === 0) return {};
    if (form.object === undefined) {
      const fault = `admission webhook ${quote(webhook.name)} attempted to modify the object, which is not supported for this operation`;
      return { refusal: internalFailure(fault) };
    }
    if (verdict.patchType !== "JSONPatch") {
      return callFault(`unsupported patch type ${quote(verdict.patchType)}`);
    }
    const patched = patchedObject(operations, form.object);
    if (patched instanceof InnerFault) return { refusal: internalFailure(patched.fault) };
    const { forms } = this.#request;
    const object = forms.decode(patched, form.kind);
    if (object instanceof InnerFault) return { refusal: internalFailure(object.fault) };
    const isChanged = !deepEqual(form.object, object);
    forms.fill(object, form.kind);
    this.#form = { ...form, object, isChanged: true };
    return { isChanged };
  }

  /** `admission/conversion.go`, ConvertVersionedAttributes */
  async #inVersion({ kind }: Invocation): Promise<CurrentForm | InnerFault> {
    const before = this.#form;
    if (before !== undefined && isSameKind(before.kind, kind)) return before;
    const fault = await this.#back();
    if (fault !== undefined) return new InnerFault(fault.message);
    const objects = await objectsAs(this.#request, kind, { object: this.object, old: this.#old });
    if (objects instanceof InnerFault) {
      // The server says it at each of two levels.
      return new InnerFault(`Internal error occurred: ${objects.fault}`);
    }
    this.#form = { ...objects, kind, isChanged: false };
    return this.#form;
  }

  /** Puts what webhooks changed into the version of the request. */
  async #back(): Promise<Failure | undefined> {
    const form = this.#form;
    this.#form = undefined;
    if (form?.isChanged !== true || form.object === undefined) return undefined;
    const { facts, forms } = this.#request;
    const { kind } = form.kind;
    const whole = { kind, apiVersion: apiVersionOf(form.kind), ...form.object };
    const object = isSameKind(form.kind, facts.kind)
      ? whole
      : await forms.convert(whole, facts.kind);
    if (object instanceof InnerFault) return failed(500, undefined, object.fault);
    this.object = object;
    return undefined;
  }
}

/** What came of a patch. */
interface Patched {
  readonly isChanged?: boolean;
  readonly refusal?: Failure;
  readonly isCallFailure?: boolean;
}

function patchedObject(operations: readonly JsonObject[], object: JsonObject): Json | InnerFault {
  try {
    return applyPatch(operations, copyJson(object) as JsonObject); // of its source
  } catch (error) {
    if (error instanceof PatchFault) return new InnerFault(error.message);
    throw error;
  }
}

function decoded(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}
