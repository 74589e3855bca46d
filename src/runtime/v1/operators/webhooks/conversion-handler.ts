import { errorText } from "../../client/error-text.js";
import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type { KubernetesObject, StatusCause } from "../../values/kubernetes.js";
import type { ConverterTable, FindRoute } from "./conversion-routes.js";
import { conversionRoutes } from "./conversion-routes.js";
import type { Converters } from "./conversion-types.js";
import { convertObject, ConversionStepError } from "./convert-object.js";
import type { Review, ReviewType, WebhookErrorHandler, WebhookHandler } from "./webhook.js";
import { answerReview, failedStatus, logWebhookError, objectText } from "./webhook.js";

/** Options of `conversionHandler`. */
export interface ConversionOptions<T extends KubernetesObject> {
  readonly converters: Converters<T>;
  /**
   * Refuse objects of other groups and kinds. The definition that is generated with a client fits.
   */
  readonly resource?: { readonly group: string; readonly kind: string } | undefined;
  /** The default writes to `console.error`. */
  readonly onError?: WebhookErrorHandler | undefined;
}

/**
 * The conversion webhook of one CRD (`spec.conversion` with the strategy `Webhook`): answers
 * ConversionReviews of `apiextensions.k8s.io/v1` and `v1beta1`. `T` is the union of the generated
 * types of all versions:
 *
 * ```ts
 * conversionHandler<V1Alpha1 | V1Beta1 | V1>({
 *   converters: {
 *     v1alpha1: { v1: (from) => ({ ...from, spec: … }) },
 *     v1beta1: { v1: (from) => ({ ...from, spec: … }) },
 *     v1: { v1alpha1: (from) => …, v1beta1: (from) => … },
 *   },
 * });
 * ```
 *
 * One object that cannot be converted fails the whole review, as the API server has no use for a
 * part of it; the answer names each such object, and what was thrown. Numbers are those of
 * JavaScript: integers beyond 2^53 lose digits.
 *
 * @throws TypeError if no converters lead from one version to another
 */
export function conversionHandler<T extends KubernetesObject>(
  options: ConversionOptions<T>,
): WebhookHandler {
  const { resource, onError = logWebhookError } = options;
  const table = options.converters as ConverterTable; // by version, the types of objects are lost
  const conversion: Conversion = { routes: conversionRoutes(table), resource, onError };
  return (request) =>
    answerReview(request, conversionReview, (review) => convertReview(conversion, review));
}

const conversionReview: ReviewType = {
  group: "apiextensions.k8s.io",
  kind: "ConversionReview",
  faultOf: ({ objects }) => (Array.isArray(objects) ? undefined : "request.objects must be a list"),
};

interface Conversion {
  readonly routes: FindRoute;
  readonly resource: ConversionOptions<KubernetesObject>["resource"];
  readonly onError: WebhookErrorHandler;
}

/** How many faults the message of a failed review shows; a list may have thousands of objects. */
const shownFaults = 5;

async function convertReview(conversion: Conversion, review: Review): Promise<string> {
  const { desiredAPIVersion: desired } = review.request;
  const objects = review.request["objects"] as readonly unknown[]; // no fault was found
  const texts: string[] = [];
  const faults: StatusCause[] = [];
  for (const [index, object] of objects.entries()) {
    try {
      texts.push(JSON.stringify(await convertTo(conversion, object, desired)));
    } catch (error) {
      const about = `${titleOf(object)} ${errorText(error)}`;
      conversion.onError(error instanceof ConversionStepError ? error.cause : error, about);
      faults.push({ field: `request.objects[${index}]`, message: about });
    }
  }
  const result = faults.length === 0 ? { status: "Success" } : failureOf(faults);
  // The texts as they are: to parse and print them again would double the work.
  const converted = faults.length === 0 ? texts.join() : "";
  const { apiVersion, uid } = review;
  const head = JSON.stringify({ kind: "ConversionReview", apiVersion }).slice(0, -1);
  const body = JSON.stringify({ uid, result }).slice(0, -1);
  return `${head},"response":${body},"convertedObjects":[${converted}]}}`;
}

async function convertTo(
  { routes, resource }: Conversion,
  object: unknown,
  desired: unknown,
): Promise<Members> {
  if (!isPlainObject(object)) throw new Error("is no object");
  const [from, to] = [groupVersion(object["apiVersion"]), groupVersion(desired)];
  if (from === undefined || from.group !== to?.group) {
    throw new Error(`of ${String(object["apiVersion"])} cannot be converted to ${String(desired)}`);
  }
  const { kind = object["kind"], group = to.group } = resource ?? {};
  if (object["kind"] !== kind || to.group !== group) {
    throw new Error(`of ${to.group} is no ${String(kind)} of ${group}`);
  }
  const route = from.version === to.version ? [] : routes(from.version, to.version);
  if (route === undefined) {
    throw new Error(`from ${from.version} to ${to.version}: there is no converter`);
  }
  return convertObject(object, to.group, route);
}

function groupVersion(text: unknown): { group: string; version: string } | undefined {
  const [, group = "", version = ""] = /^([^/]+)\/([^/]+)$/.exec(String(text)) ?? [];
  return version === "" ? undefined : { group, version };
}

function titleOf(object: unknown): string {
  if (!isPlainObject(object)) return "an entry";
  const { kind, metadata } = object;
  const { namespace, name } = isPlainObject(metadata) ? metadata : {};
  return objectText(kind, namespace, name);
}

function failureOf(causes: StatusCause[]): object {
  const shown = causes.slice(0, shownFaults).map(({ message = "" }) => message);
  const more = causes.length - shown.length;
  if (more > 0) shown.push(`and ${more} more`);
  const details = { causes: causes.slice(0, shownFaults) };
  return failedStatus(500, "InternalError", shown.join("; "), details);
}
