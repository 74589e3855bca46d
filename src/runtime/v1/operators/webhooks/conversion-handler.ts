import { errorText } from "../../client/error-text.js";
import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type { KubernetesObject, ObjectMeta, StatusCause } from "../../values/kubernetes.js";
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

/** A converter whose types are known no more. */
type AnyConverter = (object: object) => unknown;

/** One step of a route. */
interface ConversionStep {
  readonly from: string;
  readonly to: string;
  readonly convert: AnyConverter;
}

/** Converters by the version from which and the version to which they convert. */
interface ConverterTable {
  readonly [from: string]: { readonly [to: string]: AnyConverter | undefined } | undefined;
}

/** The steps from one version to another; `undefined` for versions that are not known. */
type FindRoute = (from: string, to: string) => readonly ConversionStep[] | undefined;

/**
 * The shortest routes between all versions. Of several that are equally short, the one is taken
 * whose converters come first in the table.
 *
 * @throws TypeError if there is none between two versions, as the API server asks for all of them
 */
function conversionRoutes(table: ConverterTable): FindRoute {
  const steps = stepsOf(table);
  const versions = new Set(steps.flatMap(({ from, to }) => [from, to]));
  const routes = new Map<string, ReadonlyMap<string, readonly ConversionStep[]>>();
  for (const from of versions) {
    const reached = routesFrom(from, steps);
    const lost = [...versions].find((version) => !reached.has(version));
    if (lost !== undefined) {
      throw new TypeError(`converters: no way leads from ${from} to ${lost}`);
    }
    routes.set(from, reached);
  }
  return (from, to) => routes.get(from)?.get(to);
}

function stepsOf(table: ConverterTable): readonly ConversionStep[] {
  const steps: ConversionStep[] = [];
  for (const [from, targets] of Object.entries(table)) {
    for (const [to, convert] of Object.entries(targets ?? {})) {
      if (convert === undefined) continue;
      if (typeof convert !== "function") {
        throw new TypeError(`converters: ${from} to ${to} must be a function`);
      }
      steps.push({ from, to, convert });
    }
  }
  if (steps.length === 0) throw new TypeError("converters: there are none");
  return steps;
}

/** Breadth first: a version is reached first by its shortest route. */
function routesFrom(
  start: string,
  steps: readonly ConversionStep[],
): ReadonlyMap<string, readonly ConversionStep[]> {
  const reached = new Map<string, readonly ConversionStep[]>([[start, []]]);
  // Versions that are added while the loop runs are visited too.
  for (const [version, route] of reached) {
    for (const step of steps) {
      if (step.from === version && !reached.has(step.to)) reached.set(step.to, [...route, step]);
    }
  }
  return reached;
}

/**
 * An object after all steps of a route. What the API server demands of the result holds after each
 * step (apiextensions-apiserver `pkg/apiserver/conversion/webhook_converter.go`,
 * validateConvertedObject and restoreObjectMeta): kind, name, namespace and UID are the same, and
 * of the metadata only labels and annotations change.
 *
 * @throws Error that names the step, with what was thrown as its cause
 */
async function convertObject(
  source: Members,
  group: string,
  route: readonly ConversionStep[],
): Promise<Members> {
  let object = source;
  for (const { from, to, convert } of route) {
    try {
      // Taken before: converters may change what they get.
      const { kind, metadata } = object;
      const old = isPlainObject(metadata) ? { ...metadata } : {};
      const result = await convert(object);
      object = completeObject(result, { apiVersion: `${group}/${to}`, kind }, old);
    } catch (error) {
      throw new ConversionStepError(from, to, error);
    }
  }
  return object;
}

/** One step of a conversion failed; `cause` is what was thrown. */
export class ConversionStepError extends Error {
  constructor(from: string, to: string, cause: unknown) {
    const text = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`from ${from} to ${to}: ${text}`, { cause });
    this.name = "ConversionStepError";
  }
}

function completeObject(result: unknown, identity: Members, old: Members): Members {
  if (!isMemberBag(result)) {
    throw new TypeError(`the converter must return an object, not ${valueText(result)}`);
  }
  return { ...result, ...identity, metadata: convertedMetadata(old, result["metadata"]) };
}

function convertedMetadata(old: Members, result: unknown): Members {
  if (result === undefined) return old;
  if (!isMemberBag(result)) {
    throw new TypeError(`metadata must be an object, not ${valueText(result)}`);
  }
  for (const field of ["name", "namespace", "uid"]) {
    const [before, after] = [old[field] ?? "", result[field] ?? ""];
    if (after !== "" && after !== before) {
      throw new TypeError(
        `metadata.${field} must not change, from ${valueText(before)} to ${valueText(after)}`,
      );
    }
  }
  const labels = convertedTexts(result, "labels");
  return { ...old, labels, annotations: convertedTexts(result, "annotations") };
}

/** Labels or annotations; null counts as absent. */
function convertedTexts(metadata: Members, field: string): Members | undefined {
  const texts = metadata[field] ?? undefined;
  if (texts === undefined) return undefined;
  if (!isMemberBag(texts)) {
    throw new TypeError(`metadata.${field} must be an object, not ${valueText(texts)}`);
  }
  for (const [key, value] of Object.entries(texts)) {
    if (value === undefined || typeof value === "string") continue;
    throw new TypeError(`metadata.${field}[${key}] must be a string, not ${valueText(value)}`);
  }
  return texts;
}

/** Instances of classes are as good as plain objects. */
function isMemberBag(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "a list" : "an object";
}

/** The version in the `apiVersion` of a type: `v1beta1` of `example.com/v1beta1`. */
type VersionOf<T extends KubernetesObject> = T extends unknown
  ? T["apiVersion"] extends `${string}/${infer Version}`
    ? Version
    : T["apiVersion"]
  : never;

/** The one of several types whose `apiVersion` has a version. */
type OfVersion<T extends KubernetesObject, Version> = T extends unknown
  ? Version extends VersionOf<T>
    ? T
    : never
  : never;

/**
 * The result of a converter: the object without what the handler fills in. `apiVersion` and `kind`
 * are always those that were asked for. Of `metadata` the labels and annotations count, as on the
 * API server; without `metadata` all of it stays as it is.
 */
export type Converted<T extends KubernetesObject> = {
  [Key in keyof T as Key extends "apiVersion" | "kind" | "metadata" ? never : Key]: T[Key];
} & {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata?: Partial<ObjectMeta> | undefined;
};

/**
 * Converts an object from one version to another. It may change the object that it gets, and return
 * parts of it. The object has the defaults of its version; on its way into the store it has no
 * `metadata.resourceVersion` yet.
 */
export type Converter<From extends KubernetesObject, To extends KubernetesObject> = (
  from: From,
) => Converted<To> | Promise<Converted<To>>;

/**
 * Converters by the version from which, and the version to which, they convert. Not every pair
 * needs one: an object is converted in as few steps as possible, so it is enough if all versions
 * are converted from and to one of them (a hub), or each from and to the next one.
 */
export type Converters<T extends KubernetesObject> = {
  readonly [From in VersionOf<T>]: {
    readonly [To in OtherVersion<VersionOf<T>, From>]?:
      Converter<OfVersion<T, From>, OfVersion<T, To>> | undefined;
  };
};

// Without literal types of versions there is nothing to leave out.
type OtherVersion<All extends string, From> = string extends All ? All : Exclude<All, From>;
