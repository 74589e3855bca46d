import { goString, sliceOf } from "../../../runtime/v1/built-in/go-types/go-type.js";
import { parseGoUrl } from "../../../runtime/v1/cel/libraries/url.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import { dns1035LabelFaults, subdomainFaults } from "../../../runtime/v1/values/names.js";
import type { CheckOptions } from "../check-options.js";
import { internalText } from "../decode/go-text.js";
import type { FieldPath, Findings } from "../findings/findings.js";
import type {
  ClientConfig,
  InternalConversion,
  Located,
  WebhookService,
} from "../internal/internal-crd.js";

const strategies = ["None", "Webhook"];
/** ConversionReview versions that servers understand. */
const recognizedReviewVersions = ["v1", "v1beta1"];
const desiredUrl = "; desired format: https://host[/path]";

/** Conversion between versions (`validateCustomResourceConversion`). */
export function checkConversion(
  conversion: InternalConversion | undefined,
  options: CheckOptions,
  findings: Findings,
): void {
  if (conversion === undefined) return;
  const { strategy, at } = conversion;
  const strategyAt = at.child("strategy");
  if (strategy === "") findings.required("crd/conversion-strategy", strategyAt, "");
  else if (!strategies.includes(strategy)) {
    findings.notSupported("crd/conversion-strategy", strategyAt, strategy, strategies);
  }
  if (strategy === "Webhook") checkWebhook(conversion, options, findings);
  else checkUnusedWebhook(conversion, findings);
}

function checkUnusedWebhook(conversion: InternalConversion, findings: Findings): void {
  const detail = "should not be set when strategy is not set to Webhook";
  const code = "crd/conversion-unused-webhook";
  if (conversion.clientConfig !== undefined) {
    findings.forbidden(code, conversion.clientConfig.at, detail);
  }
  if (conversion.reviewVersions.value.length > 0) {
    findings.forbidden(code, conversion.reviewVersions.at, detail);
  }
}

function checkWebhook(
  conversion: InternalConversion,
  options: CheckOptions,
  findings: Findings,
): void {
  if (conversion.clientConfig === undefined) {
    const at = conversion.at.child("webhookClientConfig", ["webhook", "clientConfig"]);
    const detail = "required when strategy is set to Webhook";
    findings.required("crd/conversion-webhook", at, detail);
  } else {
    checkClientConfig(conversion.clientConfig, findings);
    checkCaBundle(conversion, conversion.clientConfig, options, findings);
  }
  checkReviewVersions(conversion.reviewVersions, options, findings);
}

function checkClientConfig({ value, at }: Located<ClientConfig>, findings: Findings): void {
  if ((value.url === undefined) === (value.service === undefined)) {
    findings.required("crd/conversion-webhook", at, "exactly one of url or service is required");
  } else if (value.url !== undefined) {
    checkUrl(value.url, at.child("url"), findings);
  } else if (value.service !== undefined) {
    checkService(value.service, at.child("service"), findings);
  }
}

function checkCaBundle(
  conversion: InternalConversion,
  { value, at }: Located<ClientConfig>,
  options: CheckOptions,
  findings: Findings,
): void {
  if (options.allowBadCaBundle || !isBadCaBundle(conversion)) return;
  const detail = "unable to load root certificates: unable to parse bytes as PEM block";
  const valueText = internalText({ kind: "bytes" }, value.caBundle, findings.rules.minor);
  findings.invalid("crd/conversion-ca-bundle", at.child("caBundle"), null, detail, { valueText });
}

/** Tells whether there is a `caBundle` without a certificate in it. */
export function isBadCaBundle(conversion: InternalConversion | undefined): boolean {
  return lacksCertificate(conversion?.clientConfig?.value.caBundle ?? "");
}

/**
 * Tells whether a `caBundle`, which is PEM in Base64, is not empty and has no certificate in it.
 */
export function lacksCertificate(bundle: string): boolean {
  if (bundle === "") return false;
  return !hasCertificate(bundle) && !hasCertificate(decodeBase64(bundle));
}

function hasCertificate(pem: string): boolean {
  const block =
    /-----BEGIN CERTIFICATE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END CERTIFICATE-----/.exec(pem);
  // DER: a certificate is a sequence.
  return block?.[1]?.trimStart().startsWith("MI") === true;
}

function decodeBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}

/** The address of a webhook (apiserver `util/webhook/validation.go`). */
function checkUrl(text: string, at: FieldPath, findings: Findings): void {
  const code = "crd/conversion-url";
  const url = parseGoUrl(text, findings.rules.strictUrlColons);
  if (typeof url === "string") {
    const [parsed = ""] = text.split("#");
    const detail = `url must be a valid URL: parse ${quote(parsed)}: ${url}${desiredUrl}`;
    findings.required(code, at, detail);
    return;
  }
  if (url.scheme !== "https") {
    const detail = `'https' is the only allowed URL scheme${desiredUrl}`;
    findings.invalid(code, at, url.scheme, detail);
  }
  if (url.host === "") findings.invalid(code, at, url.host, `host must be specified${desiredUrl}`);
  const parts = [
    [url.userinfo, "user information is not permitted in the URL"],
    [url.fragment || undefined, "fragments are not permitted in the URL"],
    [url.query || undefined, "query parameters are not permitted in the URL"],
  ] as const;
  for (const [part, detail] of parts) {
    if (part !== undefined) findings.invalid(code, at, part, detail);
  }
}

function checkService(service: WebhookService, at: FieldPath, findings: Findings): void {
  const code = "crd/conversion-service";
  // The server passes the two names in the wrong order: a missing name is reported as a missing
  // namespace.
  const detailOf = (name: string): string =>
    findings.rules.detailsNameField ? `service ${name} is required` : "";
  if (service.namespace === "") {
    findings.required(code, at.child("name", ["namespace"]), detailOf("name"));
  }
  if (service.name === "") {
    findings.required(code, at.child("namespace", ["name"]), detailOf("namespace"));
  }
  if (service.port < 1 || service.port > 65535) {
    const detail = "port is not valid: must be between 1 and 65535, inclusive";
    findings.invalid(code, at.child("port"), service.port, detail);
  }
  if (service.path !== undefined) checkServicePath(service.path, at.child("path"), findings);
}

function checkServicePath(path: string, at: FieldPath, findings: Findings): void {
  if (path === "" || path === "/") return;
  const report = (detail: string): void => {
    findings.invalid("crd/conversion-service", at, path, detail);
  };
  if (path === "//") {
    report("segment[0] may not be empty");
    return;
  }
  if (!path.startsWith("/")) report("must start with a '/'");
  // Go cuts off the first byte, slash or not, then one slash at the end; of other characters a part
  // is left.
  const rest = path.charCodeAt(0) < 0x80 ? path.slice(1) : path;
  const segments = rest.replace(/\/$/, "").split("/");
  segments.forEach((segment, index) => {
    if (segment === "") report(`segment[${index}] may not be empty`);
    else for (const fault of subdomainFaults(segment)) report(`segment[${index}]: ${fault}`);
  });
}

/** Tells whether servers understand a version of ConversionReview. */
export function isRecognizedReviewVersion(version: string): boolean {
  return recognizedReviewVersions.includes(version);
}

const reviewVersionsCode = "crd/conversion-review-versions";

function checkReviewVersions(
  reviewVersions: Located<readonly string[]>,
  options: CheckOptions,
  findings: Findings,
): void {
  const { value: versions, at } = reviewVersions;
  if (versions.length === 0) {
    findings.required(reviewVersionsCode, at, "");
    return;
  }
  checkEachReviewVersion(reviewVersions, findings);
  if (!options.requireRecognizedReviewVersion || versions.some(isRecognizedReviewVersion)) return;
  const detail = `must include at least one of ${recognizedReviewVersions.join(", ")}`;
  const valueText = internalText(sliceOf(goString), [...versions], findings.rules.minor);
  findings.invalid(reviewVersionsCode, at, null, detail, { valueText });
}

function checkEachReviewVersion(
  { value: versions, at }: Located<readonly string[]>,
  findings: Findings,
): void {
  const code = reviewVersionsCode;
  const seen = new Map<string, number>();
  versions.forEach((version, index) => {
    const first = seen.get(version);
    if (first !== undefined) {
      const related = [{ message: "first declared here", at: at.index(first) }];
      const extra = { related, help: "remove one of the two" };
      findings.invalid(code, at.index(index), version, "duplicate version", extra);
      return;
    }
    seen.set(version, index);
    for (const fault of dns1035LabelFaults(version)) {
      findings.invalid(code, at.index(index), version, fault);
    }
  });
}
