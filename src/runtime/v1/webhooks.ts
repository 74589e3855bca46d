/** Webhooks of the API server, as functions from request to response. */
export { admissionHandler } from "./operators/webhooks/admission-handler.js";
export type { AdmissionOptions, Mutated } from "./operators/webhooks/admission-handler.js";
export type {
  AdmissionFacts,
  AdmissionRequest,
  ConnectAdmission,
  CreateAdmission,
  DeleteAdmission,
  GroupVersionKind,
  GroupVersionResource,
  MutationRequest,
  Unstored,
  UnstoredMeta,
  UpdateAdmission,
  UserInfo,
  Verdict,
} from "./operators/webhooks/admission-types.js";
export { conversionHandler } from "./operators/webhooks/conversion-handler.js";
export type { ConversionOptions } from "./operators/webhooks/conversion-handler.js";
export type { Converted, Converter, Converters } from "./operators/webhooks/conversion-types.js";
export { jsonPatch } from "./operators/webhooks/json-patch.js";
export type {
  WebhookErrorHandler,
  WebhookHandler,
  WebhookRequest,
  WebhookResponse,
} from "./operators/webhooks/webhook.js";
