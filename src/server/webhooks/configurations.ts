import type { GroupResource } from "../../runtime/v1/testing/failure.js";
import { parseStored } from "../../runtime/v1/testing/store.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import {
  numberAt,
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { MatchConditions } from "./match-conditions.js";
import type { WebhookRule } from "./rules.js";
import { readRules } from "./rules.js";
import type { ReadSelector } from "./selectors.js";
import { readSelector } from "./selectors.js";

/** A webhook of a configuration, as it is called. */
export interface Webhook {
  /** The configuration and the name, and how many there are of that name before it. */
  readonly id: string;
  readonly name: string;
  readonly isMutating: boolean;
  readonly rules: readonly WebhookRule[];
  /** Rules match the versions of a resource that they do not name, too. */
  readonly isEquivalent: boolean;
  readonly namespaceSelector: ReadSelector;
  readonly objectSelector: ReadSelector;
  readonly conditions: MatchConditions;
  /** A call that fails is as if there were none. */
  readonly isIgnoring: boolean;
  /** It is called again when webhooks behind it change the object. */
  readonly isReinvoked: boolean;
  readonly sideEffects: string | undefined;
  readonly seconds: number;
  readonly reviewVersions: readonly string[];
  readonly clientConfig: JsonObject;
}

/** Which of the two kinds of configurations. */
export type WebhookType = "mutating" | "validating";

/** The resources of configurations, `<plural>.<group>`. */
export const configurationResources: Readonly<Record<WebhookType, string>> = {
  mutating: "mutatingwebhookconfigurations.admissionregistration.k8s.io",
  validating: "validatingwebhookconfigurations.admissionregistration.k8s.io",
};

/** Tells whether a resource is one of them. */
export function isConfiguration({ group, plural }: GroupResource): boolean {
  return Object.values(configurationResources).includes(`${plural}.${group}`);
}

interface StoredConfiguration {
  readonly text: string;
  /** Read when the first request may concern them. */
  webhooks: readonly Webhook[] | undefined;
}

/**
 * The webhooks of all configurations that are stored, in the order of the names of these (apiserver
 * `admission/configuration`).
 */
export class Configurations {
  readonly #minor: KubernetesMinor;
  readonly #stored: Readonly<Record<WebhookType, Map<string, StoredConfiguration>>> = {
    mutating: new Map(),
    validating: new Map(),
  };
  readonly #all = new Map<WebhookType, readonly Webhook[]>();

  constructor(minor: KubernetesMinor) {
    this.#minor = minor;
  }

  get isEmpty(): boolean {
    return this.#stored.mutating.size + this.#stored.validating.size === 0;
  }

  /** Hears of a change of any resource; `undefined`: the object is gone. */
  note(resource: string, name: string, text: string | undefined): void {
    for (const type of ["mutating", "validating"] as const) {
      if (resource !== configurationResources[type]) continue;
      if (text === undefined) this.#stored[type].delete(name);
      else this.#stored[type].set(name, { text, webhooks: undefined });
      this.#all.delete(type);
    }
  }

  /** All objects are about to be others. */
  forget(): void {
    this.#stored.mutating.clear();
    this.#stored.validating.clear();
    this.#all.clear();
  }

  webhooks(type: WebhookType): readonly Webhook[] {
    let all = this.#all.get(type);
    if (all === undefined) {
      const names = [...this.#stored[type].keys()].sort();
      all = names.flatMap((name) => this.#webhooksOf(type, name));
      this.#all.set(type, all);
    }
    return all;
  }

  #webhooksOf(type: WebhookType, configuration: string): readonly Webhook[] {
    const stored = this.#stored[type].get(configuration);
    if (stored === undefined) return [];
    const counts = new Map<string, number>();
    stored.webhooks ??= objectsAt(parseStored(stored.text), "webhooks").map((webhook) => {
      const name = textAt(webhook, "name");
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return readWebhook(webhook, type, `${configuration}/${name}/${count}`, this.#minor);
    });
    return stored.webhooks;
  }
}

function readWebhook(
  webhook: JsonObject,
  type: WebhookType,
  id: string,
  minor: KubernetesMinor,
): Webhook {
  const failurePolicy = textAt(webhook, "failurePolicy");
  const expressions = objectsAt(webhook, "matchConditions").map((one) => textAt(one, "expression"));
  return {
    id,
    name: textAt(webhook, "name"),
    isMutating: type === "mutating",
    rules: readRules(webhook),
    isEquivalent: textAt(webhook, "matchPolicy") === "Equivalent",
    namespaceSelector: readSelector(objectAt(webhook, "namespaceSelector")),
    objectSelector: readSelector(objectAt(webhook, "objectSelector")),
    conditions: new MatchConditions(expressions, failurePolicy, minor),
    isIgnoring: failurePolicy === "Ignore",
    isReinvoked: textAt(webhook, "reinvocationPolicy") === "IfNeeded",
    sideEffects: optionalTextAt(webhook, "sideEffects"),
    seconds: numberAt(webhook, "timeoutSeconds") ?? 10,
    reviewVersions: textsAt(webhook, "admissionReviewVersions"),
    clientConfig: objectAt(webhook, "clientConfig") ?? {},
  };
}
