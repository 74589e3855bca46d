import type { AskAuthorizer } from "../../runtime/v1/cel/libraries/authorizer.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import type { CallWebhook, WebhookServices } from "./call-webhook.js";

/** The parts of a server that webhooks need. */
export interface Surroundings {
  /** Calls a webhook; without it, each call fails. */
  readonly call: CallWebhook | undefined;
  readonly services: WebhookServices;
  /** The stored namespace, or 404. */
  readonly namespaceOf: (name: string) => JsonObject | Failure;
  /** What a user may do. */
  readonly askAuthorizer: (user: RequestUser) => AskAuthorizer;
}
