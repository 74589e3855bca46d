import { readKind } from "../runtime/v1/built-in/kind-admission.js";
import { structOfKind } from "../runtime/v1/built-in/kind-types.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import { goJson, jsonKind } from "../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import type { ResourceForms } from "./webhooks/versioned.js";
import { InnerFault } from "./webhooks/versioned.js";

/** What is sent to a subresource and not stored: it has one version, and a kind of its own. */
export class PartForms implements ResourceForms {
  readonly equivalents = [];
  readonly #kind: GroupVersionKind;
  readonly #minor: KubernetesMinor;

  constructor(kind: GroupVersionKind, minor: KubernetesMinor) {
    this.#kind = kind;
    this.#minor = minor;
  }

  kindOf(): GroupVersionKind {
    return this.#kind;
  }

  convert(object: JsonObject): Promise<JsonObject> {
    return Promise.resolve(object);
  }

  decode(patched: Json): JsonObject | InnerFault {
    if (!isObject(patched)) {
      const type = "map[string]interface {}";
      return new InnerFault(
        `json: cannot unmarshal ${jsonKind(patched)} into Go value of type ${type}`,
      );
    }
    const type = structOfKind(this.#kind, this.#minor);
    if (type === undefined) return patched;
    const reading = { version: this.#kind, type, strategy: {}, minor: this.#minor };
    const read = readKind(reading, goJson(patched), { fieldValidation: "Ignore" });
    if (read.allowed) return read.object;
    const { cause } = read;
    const fault = cause?.kind === "unreadable" ? cause.fault : (read.status.message ?? "");
    return new InnerFault(fault);
  }

  fill(): void {
    // It was filled in when it was decoded.
  }
}
