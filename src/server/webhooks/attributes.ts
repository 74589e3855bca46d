import type {
  GroupVersionKind,
  GroupVersionResource,
} from "../../runtime/v1/operators/webhooks/webhook.js";
import type { PluginOperation } from "../../runtime/v1/testing/admission-plugins.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";

/** The facts about a request that decide which webhooks are called (apiserver `admission`). */
export interface RequestFacts {
  /** Of the request: that of a subresource where this has a kind of its own. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** `""` for the object itself. */
  readonly subresource: string;
  readonly operation: PluginOperation;
  /** `""` for what is in none; a namespace counts as being in itself. */
  readonly namespace: string;
  /** `""` while there is none, and for collections. */
  readonly name: string;
  readonly isDryRun: boolean;
  readonly user: RequestUser;
  /** Such as `CreateOptions`, as webhooks see them; null for what connects. */
  readonly options: JsonObject | null;
}

/** The objects of a request, in one version. */
export interface RequestObjects {
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
}

/** The resource and the kind for which a webhook is called: those of its rule. */
export interface Invocation {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}
