/** Webhooks of the API server, as functions from request to response. */
export { admissionHandler } from "./webhooks/admission-handler.js";
export type { AdmissionOptions, Mutated } from "./webhooks/admission-handler.js";
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
} from "./webhooks/admission-types.js";
export { conversionHandler } from "./webhooks/conversion-handler.js";
export type { ConversionOptions } from "./webhooks/conversion-handler.js";
export type { Converted, Converter, Converters } from "./webhooks/conversion-types.js";
export { jsonPatch } from "./webhooks/json-patch.js";
export type {
  WebhookErrorHandler,
  WebhookHandler,
  WebhookRequest,
  WebhookResponse,
} from "./webhooks/webhook.js";
