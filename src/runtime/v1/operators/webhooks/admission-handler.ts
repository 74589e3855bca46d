import { invalidStatus } from "../../admission/admission-status.js";
import { isApiError } from "../../client/api-error.js";
import { isStatus } from "../../client/error-response.js";
import { errorText } from "../../client/error-text.js";
import type { JsonPatchOperation } from "../../client/exact-changes.js";
import type { FieldError } from "../../values/field-error.js";
import { copyJson } from "../../values/json/copy-json.js";
import { isPlainObject } from "../../values/json/json-object.js";
import { isObject, setKey } from "../../values/json/json.js";
import type { KubernetesObject, Status } from "../../values/kubernetes.js";
import { jsonDifference } from "./json-patch.js";
import type {
  AdmissionFacts,
  AdmissionRequest,
  MutationRequest,
  Review,
  ReviewType,
  Unstored,
  Verdict,
  WebhookErrorHandler,
  WebhookHandler,
} from "./webhook.js";
import { answerReview, failedStatus, logWebhookError, objectText } from "./webhook.js";

/** Options of `admissionHandler`. Methods may be async. */
export interface AdmissionOptions<T extends KubernetesObject> {
  /**
   * Changes the object of a `CREATE` or `UPDATE`, in place, or returns another one to take its
   * place. The answer is the JSON patch that makes the difference.
   */
  readonly mutate?: ((request: MutationRequest<T>) => Mutated<T> | Promise<Mutated<T>>) | undefined;
  /** Says whether the object is admitted; it sees what `mutate` made. */
  readonly validate?: ((request: AdmissionRequest<T>) => Verdict | Promise<Verdict>) | undefined;
  /**
   * Refuse requests for other resources and versions with code 400, as the methods get an object of
   * `T`. The definition that is generated with a client fits. The default is to take all.
   */
  readonly resource?:
    { readonly group: string; readonly version: string; readonly plural: string } | undefined;
  /** The default writes to `console.error`. */
  readonly onError?: WebhookErrorHandler | undefined;
}

/** The result of a mutator; nothing means the object that it got, which it may have changed. */
export type Mutated<T extends KubernetesObject> = void | Unstored<T> | undefined;

/**
 * An admission webhook: answers AdmissionReviews of `admission.k8s.io/v1` and `v1beta1`. The API
 * server takes a patch only from what a MutatingWebhookConfiguration names, so a
 * ValidatingWebhookConfiguration needs a handler without `mutate`, at a path of its own.
 *
 * A thrown ApiError refuses the object with its Status, an InvalidObjectError (of a generated
 * `assert…`) with its errors as causes, and anything else with code 500 and its message. The answer
 * to a review that is none is a Status with code 400.
 */
export function admissionHandler<T extends KubernetesObject>(
  options: AdmissionOptions<T>,
): WebhookHandler {
  return (request) =>
    answerReview(request, admissionReview, (review) =>
      admitReview(options, review, request.signal),
    );
}

const admissionReview: ReviewType = {
  group: "admission.k8s.io",
  kind: "AdmissionReview",
  faultOf: ({ kind, resource }) => {
    if (!isPlainObject(kind)) return "request.kind must be an object";
    return isPlainObject(resource) ? undefined : "request.resource must be an object";
  },
};

async function admitReview<T extends KubernetesObject>(
  options: AdmissionOptions<T>,
  review: Review,
  signal: AbortSignal | undefined,
): Promise<string> {
  const notes: Notes = { warnings: [], annotations: {} };
  const request = admissionRequest<T>(review, notes, signal);
  let outcome: Outcome;
  try {
    const refusal = strangerRefusal(options, request);
    outcome = refusal === undefined ? await judge(options, request) : { refusal };
  } catch (error) {
    outcome = { refusal: thrownRefusal(error, request, options.onError ?? logWebhookError) };
  }
  const { apiVersion, uid } = review;
  const response = { uid, ...responseOf(outcome), ...notesOf(notes) };
  return JSON.stringify({ kind: "AdmissionReview", apiVersion, response });
}

/** Admitted, perhaps with changes, or refused. */
interface Outcome {
  readonly refusal?: Status | undefined;
  readonly patch?: readonly JsonPatchOperation[];
}

/** The additions of user code to the answer. */
interface Notes {
  readonly warnings: string[];
  readonly annotations: { [key: string]: string };
}

/** Rules that are too wide would else hand objects to code that knows nothing of them. */
function strangerRefusal<T extends KubernetesObject>(
  { resource: wanted }: AdmissionOptions<T>,
  { resource }: AdmissionRequest<T>,
): Status | undefined {
  if (wanted === undefined) return undefined;
  const { group, version, plural } = wanted;
  const expected = `${plural} of ${group}/${version}`;
  const found = `${resource.resource} of ${resource.group}/${resource.version}`;
  if (found === expected) return undefined;
  const message = `the webhook is for ${expected}, not for ${found}: see the rules of its configuration`;
  return failedStatus(400, "BadRequest", message);
}

async function judge<T extends KubernetesObject>(
  { mutate, validate }: AdmissionOptions<T>,
  request: AdmissionRequest<T>,
): Promise<Outcome> {
  let patch: readonly JsonPatchOperation[] = [];
  let validated = request;
  if (mutate !== undefined && isMutable(request)) {
    const before = copyJson(request.object);
    const after = copyJson((await mutate(request)) ?? request.object);
    if (!isObject(after)) throw new TypeError("mutate must return an object, or nothing");
    patch = jsonDifference(before, after);
    // The patch stands for the object that was mutated.
    const object: unknown = after;
    validated = { ...request, object } as MutationRequest<T>; // of the type that mutate promises
  }
  const refusal = refusalOf(await validate?.(validated), request);
  return { refusal, patch };
}

function isMutable<T extends KubernetesObject>(
  request: AdmissionRequest<T>,
): request is MutationRequest<T> {
  return request.operation === "CREATE" || request.operation === "UPDATE";
}

function admissionRequest<T extends KubernetesObject>(
  { request }: Review,
  { warnings, annotations }: Notes,
  signal: AbortSignal | undefined,
): AdmissionRequest<T> {
  const methods: Pick<AdmissionFacts, "warn" | "audit"> = {
    warn(text) {
      warnings.push(text);
    },
    audit(key, value) {
      if (!isAuditKey(key)) throw new TypeError(`audit: no such key: ${JSON.stringify(key)}`);
      setKey(annotations, key, value);
    },
  };
  return {
    ...request,
    // Go writes what is absent as null.
    object: request["object"] ?? undefined,
    oldObject: request["oldObject"] ?? undefined,
    dryRun: request["dryRun"] === true,
    signal,
    ...methods,
  } as unknown as AdmissionRequest<T>; // as the API server sends it
}

/**
 * Tells whether a text may stand behind the webhook's name (apiserver
 * `pkg/admission/attributes.go`, checkKeyFormat).
 */
function isAuditKey(key: string): boolean {
  return key.length <= 63 && /^[a-z\d]([-\w.]*[a-z\d])?$/i.test(key);
}

function refusalOf<T extends KubernetesObject>(
  verdict: Verdict,
  request: AdmissionRequest<T>,
): Status | undefined {
  if (verdict === undefined) return undefined;
  if (typeof verdict === "string") return failedStatus(403, "Forbidden", verdict);
  if (Array.isArray(verdict)) {
    return verdict.length === 0 ? undefined : fieldRefusal(verdict, request);
  }
  if (isStatus(verdict)) return verdict;
  throw new TypeError("validate must return nothing, a message, a list of errors, or a Status");
}

function fieldRefusal<T extends KubernetesObject>(
  errors: readonly FieldError[],
  { kind, name = "" }: AdmissionRequest<T>,
): Status {
  return invalidStatus({ group: kind.group, kind: kind.kind, name }, errors);
}

/** Whoever throws one of the errors of this runtime refuses; anything else is a failure. */
function thrownRefusal<T extends KubernetesObject>(
  error: unknown,
  request: AdmissionRequest<T>,
  onError: WebhookErrorHandler,
): Status {
  if (isApiError(error)) return error.status;
  if (isInvalidObjectError(error)) return fieldRefusal(error.errors, request);
  const { operation, kind, namespace, name } = request;
  onError(error, `${operation} ${objectText(kind.kind, namespace, name)}`);
  return failedStatus(500, "InternalError", `the webhook failed: ${errorText(error)}`);
}

/** Of this copy of the runtime or of another one. */
function isInvalidObjectError(
  error: unknown,
): error is Error & { readonly errors: readonly FieldError[] } {
  return (
    error instanceof Error &&
    error.name === "InvalidObjectError" &&
    "errors" in error &&
    Array.isArray(error.errors)
  );
}

function responseOf({ refusal, patch = [] }: Outcome): object {
  if (refusal !== undefined) return { allowed: false, status: refusal };
  if (patch.length === 0) return { allowed: true };
  return { allowed: true, patchType: "JSONPatch", patch: base64(JSON.stringify(patch)) };
}

/** With escapes for what `btoa` does not take. */
function base64(json: string): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return btoa(json.replace(/[^\0-\x7f]/g, escape));
}

/**
 * The server drops warnings with control characters (apimachinery `pkg/util/net/http.go`,
 * NewWarningHeader), without a word.
 */
function notesOf({ warnings, annotations }: Notes): object {
  const texts = warnings.map((text) => text.replace(/\p{Cc}+/gu, " ").trim());
  const told = [...new Set(texts)].filter((text) => text !== "");
  return {
    ...(told.length === 0 ? {} : { warnings: told }),
    ...(Object.keys(annotations).length === 0 ? {} : { auditAnnotations: annotations }),
  };
}
