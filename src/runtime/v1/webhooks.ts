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
  WebhookErrorHandler,
  WebhookHandler,
  WebhookRequest,
  WebhookResponse,
} from "./operators/webhooks/webhook.js";
export { conversionHandler } from "./operators/webhooks/conversion-handler.js";
export type {
  ConversionOptions,
  Converted,
  Converter,
  Converters,
} from "./operators/webhooks/conversion-handler.js";
export { jsonPatch } from "./operators/webhooks/json-patch.js";
