// Validators as a careful person would write them who knows the API conventions and wants speed:
// one function for each type, one look at each field, regular expressions made once. Names, labels,
// annotations and times are checked, as the server does.

const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const dnsLabel = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const labelName = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isFilled = (value) => typeof value === "string" && value.length > 0;
const isFlag = (value) => typeof value === "boolean";
const isTime = (value) => typeof value === "string" && rfc3339.test(value);
const isInt32 = (value) => typeof value === "number" && (value | 0) === value;
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isIntOrText = (value) => typeof value === "string" || Number.isSafeInteger(value);

/** A field that may be absent; null counts as absent, since the server drops it. */
function absentOr(value, check) {
  return value === undefined || value === null || check(value);
}

function isListOf(value, check) {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) if (!check(value[index])) return false;
  return true;
}

function isMapOf(value, check) {
  if (!isObject(value)) return false;
  for (const key in value) if (!check(value[key])) return false;
  return true;
}

const isTextList = (value) => isListOf(value, isText);

function isLabelKey(key) {
  const slash = key.indexOf("/");
  if (slash >= 0 && (slash > 253 || !subdomain.test(key.slice(0, slash)))) return false;
  const name = slash < 0 ? key : key.slice(slash + 1);
  return name.length <= 63 && labelName.test(name);
}

const isLabelValue = (value) => value === "" || (value.length <= 63 && labelName.test(value));

function areLabels(value) {
  if (!isObject(value)) return false;
  for (const key in value) {
    const label = value[key];
    if (typeof label !== "string" || !isLabelKey(key) || !isLabelValue(label)) return false;
  }
  return true;
}

function areAnnotations(value) {
  if (!isObject(value)) return false;
  let size = 0;
  for (const key in value) {
    const text = value[key];
    if (typeof text !== "string" || !isLabelKey(key.toLowerCase())) return false;
    size += key.length + text.length;
  }
  return size <= 262_144;
}

function isOwner(value) {
  return (
    isObject(value) &&
    isFilled(value.apiVersion) &&
    isFilled(value.kind) &&
    isFilled(value.name) &&
    isFilled(value.uid) &&
    absentOr(value.controller, isFlag) &&
    absentOr(value.blockOwnerDeletion, isFlag)
  );
}

function isManager(value) {
  return (
    isObject(value) &&
    absentOr(value.manager, isText) &&
    absentOr(value.operation, isText) &&
    absentOr(value.apiVersion, isText) &&
    absentOr(value.time, isTime) &&
    absentOr(value.fieldsType, isText) &&
    absentOr(value.subresource, isText)
  );
}

const isName = (value) => typeof value === "string" && value.length <= 253 && subdomain.test(value);
const isNamespace = (value) =>
  typeof value === "string" && value.length <= 63 && dnsLabel.test(value);
const isFinalizer = (value) => typeof value === "string" && isLabelKey(value);

function isMetadata(value) {
  return (
    isObject(value) &&
    (absentOr(value.name, isText) && value.name
      ? isName(value.name)
      : isFilled(value.generateName)) &&
    absentOr(value.namespace, isNamespace) &&
    absentOr(value.labels, areLabels) &&
    absentOr(value.annotations, areAnnotations) &&
    absentOr(value.uid, isText) &&
    absentOr(value.resourceVersion, isText) &&
    absentOr(value.generation, isCount) &&
    absentOr(value.creationTimestamp, isTime) &&
    absentOr(value.finalizers, (list) => isListOf(list, isFinalizer)) &&
    absentOr(value.ownerReferences, (list) => isListOf(list, isOwner)) &&
    absentOr(value.managedFields, (list) => isListOf(list, isManager))
  );
}

// Certificate

const certificateUsages = new Set([
  "signing",
  "digital signature",
  "content commitment",
  "key encipherment",
  "key agreement",
  "data encipherment",
  "cert sign",
  "crl sign",
  "encipher only",
  "decipher only",
  "any",
  "server auth",
  "client auth",
  "code signing",
  "email protection",
  "s/mime",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "timestamping",
  "ocsp signing",
  "microsoft sgc",
  "netscape sgc",
]);
const signatureAlgorithms = new Set([
  "SHA256WithRSA",
  "SHA384WithRSA",
  "SHA512WithRSA",
  "ECDSAWithSHA256",
  "ECDSAWithSHA384",
  "ECDSAWithSHA512",
  "PureEd25519",
]);
const windowDuration = /^(?:[0-9]+(?:\.[0-9]+)?[smh])+$/;

const isOneOf =
  (...texts) =>
  (value) =>
    texts.includes(value);

const isKeyAlgorithm = isOneOf("RSA", "ECDSA", "Ed25519");
const isKeyEncoding = isOneOf("PKCS1", "PKCS8");
const isRotationPolicy = isOneOf("Never", "Always");
const isProfile = isOneOf("LegacyRC2", "LegacyDES", "Modern2023", "Modern2026");
const isRenewalPolicy = isOneOf("RenewBefore", "Disabled");
const isUsage = (value) => certificateUsages.has(value);
const isSignatureAlgorithm = (value) => signatureAlgorithms.has(value);

function isOutputFormat(value) {
  return isObject(value) && (value.type === "DER" || value.type === "CombinedPEM");
}

function isIssuerRef(value) {
  return (
    isObject(value) &&
    isText(value.name) &&
    absentOr(value.kind, isText) &&
    absentOr(value.group, isText)
  );
}

function isSecretKey(value) {
  return isObject(value) && isText(value.name) && absentOr(value.key, isText);
}

function isJks(value) {
  return (
    isObject(value) &&
    isFlag(value.create) &&
    absentOr(value.alias, isText) &&
    absentOr(value.password, isText) &&
    absentOr(value.passwordSecretRef, isSecretKey)
  );
}

function isPkcs12(value) {
  return (
    isObject(value) &&
    isFlag(value.create) &&
    absentOr(value.profile, isProfile) &&
    absentOr(value.password, isText) &&
    absentOr(value.passwordSecretRef, isSecretKey)
  );
}

function areKeystores(value) {
  return isObject(value) && absentOr(value.jks, isJks) && absentOr(value.pkcs12, isPkcs12);
}

function areConstraints(value) {
  return (
    isObject(value) &&
    absentOr(value.dnsDomains, isTextList) &&
    absentOr(value.emailAddresses, isTextList) &&
    absentOr(value.ipRanges, isTextList) &&
    absentOr(value.uriDomains, isTextList)
  );
}

function areNameConstraints(value) {
  return (
    isObject(value) &&
    absentOr(value.critical, isFlag) &&
    absentOr(value.excluded, areConstraints) &&
    absentOr(value.permitted, areConstraints)
  );
}

function isOtherName(value) {
  return isObject(value) && absentOr(value.oid, isText) && absentOr(value.utf8Value, isText);
}

function isPrivateKey(value) {
  return (
    isObject(value) &&
    absentOr(value.algorithm, isKeyAlgorithm) &&
    absentOr(value.encoding, isKeyEncoding) &&
    absentOr(value.rotationPolicy, isRotationPolicy) &&
    absentOr(value.size, Number.isSafeInteger)
  );
}

function isRenewalWindow(value) {
  return (
    isObject(value) &&
    isFilled(value.cron) &&
    absentOr(value.timezone, isFilled) &&
    isText(value.windowDuration) &&
    windowDuration.test(value.windowDuration)
  );
}

function isRenewal(value) {
  return (
    isObject(value) &&
    absentOr(value.policy, isRenewalPolicy) &&
    absentOr(value.windows, (list) => isListOf(list, isRenewalWindow))
  );
}

function isSecretTemplate(value) {
  return (
    isObject(value) &&
    absentOr(value.annotations, (map) => isMapOf(map, isText)) &&
    absentOr(value.labels, (map) => isMapOf(map, isText))
  );
}

function isSubject(value) {
  return (
    isObject(value) &&
    absentOr(value.countries, isTextList) &&
    absentOr(value.localities, isTextList) &&
    absentOr(value.organizationalUnits, isTextList) &&
    absentOr(value.organizations, isTextList) &&
    absentOr(value.postalCodes, isTextList) &&
    absentOr(value.provinces, isTextList) &&
    absentOr(value.serialNumber, isText) &&
    absentOr(value.streetAddresses, isTextList)
  );
}

function isCertificateSpec(value) {
  return (
    isObject(value) &&
    isText(value.secretName) &&
    isIssuerRef(value.issuerRef) &&
    absentOr(value.additionalOutputFormats, (list) => isListOf(list, isOutputFormat)) &&
    absentOr(value.commonName, isText) &&
    absentOr(value.dnsNames, isTextList) &&
    absentOr(value.duration, isText) &&
    absentOr(value.emailAddresses, isTextList) &&
    absentOr(value.encodeUsagesInRequest, isFlag) &&
    absentOr(value.ipAddresses, isTextList) &&
    absentOr(value.isCA, isFlag) &&
    absentOr(value.keystores, areKeystores) &&
    absentOr(value.literalSubject, isText) &&
    absentOr(value.nameConstraints, areNameConstraints) &&
    absentOr(value.otherNames, (list) => isListOf(list, isOtherName)) &&
    absentOr(value.privateKey, isPrivateKey) &&
    absentOr(value.renewBefore, isText) &&
    absentOr(value.renewBeforePercentage, isInt32) &&
    absentOr(value.renewal, isRenewal) &&
    absentOr(value.revisionHistoryLimit, isInt32) &&
    absentOr(value.secretTemplate, isSecretTemplate) &&
    absentOr(value.signatureAlgorithm, isSignatureAlgorithm) &&
    absentOr(value.subject, isSubject) &&
    absentOr(value.uris, isTextList) &&
    absentOr(value.usages, (list) => isListOf(list, isUsage))
  );
}

/** The status has a subresource of its own, so that it plays no part in a create. */
export function isCertificate(value) {
  return (
    isObject(value) &&
    value.apiVersion === "cert-manager.io/v1" &&
    value.kind === "Certificate" &&
    isMetadata(value.metadata) &&
    absentOr(value.spec, isCertificateSpec)
  );
}

// ServiceMonitor

const byteSize = /(?:^0|(?:[0-9]*[.])?[0-9]+(?:[KMGTPE]i?)?B)$/;
const promDuration =
  /^(?:0|(?:[0-9]+y)?(?:[0-9]+w)?(?:[0-9]+d)?(?:[0-9]+h)?(?:[0-9]+m)?(?:[0-9]+s)?(?:[0-9]+ms)?)$/;
const proxyUrl = /^(?:http|https|socks5):\/\/.+$/;
const httpUrl = /^https?:\/\/.+$/;
const quantity =
  /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[KMGTPE]i|[numkMGTPE]|[eE][+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))?$/;

const matches = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const isByteSize = matches(byteSize);
const isPromDuration = matches(promDuration);
const isProxyUrl = matches(proxyUrl);
const isHttpUrl = matches(httpUrl);
const isQuantity = (value) =>
  Number.isSafeInteger(value) || (isText(value) && quantity.test(value));

const relabelActions = new Set(
  "replace Replace keep Keep drop Drop hashmod HashMod labelmap LabelMap labeldrop LabelDrop labelkeep LabelKeep lowercase Lowercase uppercase Uppercase keepequal KeepEqual dropequal DropEqual".split(
    " ",
  ),
);
const protocols = new Set([
  "PrometheusProto",
  "OpenMetricsText0.0.1",
  "OpenMetricsText1.0.0",
  "PrometheusText0.0.4",
  "PrometheusText1.0.0",
]);
const isProtocol = (value) => protocols.has(value);
const isRelabelAction = (value) => relabelActions.has(value);
const isTlsVersion = isOneOf("TLS10", "TLS11", "TLS12", "TLS13");
const isScheme = isOneOf("http", "https", "HTTP", "HTTPS");
const isMechanism = isOneOf("RelabelConfig", "RoleSelector");
const isRole = isOneOf("Endpoints", "EndpointSlice");

function isSelectedKey(value) {
  return (
    isObject(value) &&
    isText(value.key) &&
    absentOr(value.name, isText) &&
    absentOr(value.optional, isFlag)
  );
}

function isSecretOrConfigMap(value) {
  return (
    isObject(value) &&
    absentOr(value.configMap, isSelectedKey) &&
    absentOr(value.secret, isSelectedKey)
  );
}

function isTlsConfig(value) {
  return (
    isObject(value) &&
    absentOr(value.ca, isSecretOrConfigMap) &&
    absentOr(value.caFile, isText) &&
    absentOr(value.cert, isSecretOrConfigMap) &&
    absentOr(value.certFile, isText) &&
    absentOr(value.insecureSkipVerify, isFlag) &&
    absentOr(value.keyFile, isText) &&
    absentOr(value.keySecret, isSelectedKey) &&
    absentOr(value.maxVersion, isTlsVersion) &&
    absentOr(value.minVersion, isTlsVersion) &&
    absentOr(value.serverName, isText)
  );
}

const isConnectHeader = (value) => isMapOf(value, (list) => isListOf(list, isSelectedKey));

function isOauth2(value) {
  return (
    isObject(value) &&
    isSecretOrConfigMap(value.clientId) &&
    isSelectedKey(value.clientSecret) &&
    isHttpUrl(value.tokenUrl) &&
    absentOr(value.endpointParams, (map) => isMapOf(map, isText)) &&
    absentOr(value.noProxy, isText) &&
    absentOr(value.proxyConnectHeader, isConnectHeader) &&
    absentOr(value.proxyFromEnvironment, isFlag) &&
    absentOr(value.proxyUrl, isProxyUrl) &&
    absentOr(value.scopes, isTextList) &&
    absentOr(value.tlsConfig, isTlsConfig)
  );
}

function isRelabeling(value) {
  return (
    isObject(value) &&
    absentOr(value.action, isRelabelAction) &&
    absentOr(value.modulus, isCount) &&
    absentOr(value.regex, isText) &&
    absentOr(value.replacement, isText) &&
    absentOr(value.separator, isText) &&
    absentOr(value.sourceLabels, isTextList) &&
    absentOr(value.targetLabel, isText)
  );
}

const areRelabelings = (value) => isListOf(value, isRelabeling);

function isAuthorization(value) {
  return (
    isObject(value) && absentOr(value.credentials, isSelectedKey) && absentOr(value.type, isText)
  );
}

function isBasicAuth(value) {
  return (
    isObject(value) &&
    absentOr(value.password, isSelectedKey) &&
    absentOr(value.username, isSelectedKey)
  );
}

function isEndpoint(value) {
  return (
    isObject(value) &&
    absentOr(value.authorization, isAuthorization) &&
    absentOr(value.basicAuth, isBasicAuth) &&
    absentOr(value.bearerTokenFile, isText) &&
    absentOr(value.bearerTokenSecret, isSelectedKey) &&
    absentOr(value.enableHttp2, isFlag) &&
    absentOr(value.filterRunning, isFlag) &&
    absentOr(value.followRedirects, isFlag) &&
    absentOr(value.honorLabels, isFlag) &&
    absentOr(value.honorTimestamps, isFlag) &&
    absentOr(value.interval, isPromDuration) &&
    absentOr(value.metricRelabelings, areRelabelings) &&
    absentOr(value.noProxy, isText) &&
    absentOr(value.oauth2, isOauth2) &&
    absentOr(value.params, (map) => isMapOf(map, isTextList)) &&
    absentOr(value.path, isText) &&
    absentOr(value.port, isText) &&
    absentOr(value.proxyConnectHeader, isConnectHeader) &&
    absentOr(value.proxyFromEnvironment, isFlag) &&
    absentOr(value.proxyUrl, isProxyUrl) &&
    absentOr(value.relabelings, areRelabelings) &&
    absentOr(value.scheme, isScheme) &&
    absentOr(value.scrapeTimeout, isPromDuration) &&
    absentOr(value.targetPort, isIntOrText) &&
    absentOr(value.tlsConfig, isTlsConfig) &&
    absentOr(value.trackTimestampsStaleness, isFlag)
  );
}

function isRequirement(value) {
  return (
    isObject(value) &&
    isText(value.key) &&
    isText(value.operator) &&
    absentOr(value.values, isTextList)
  );
}

function isSelector(value) {
  return (
    isObject(value) &&
    absentOr(value.matchLabels, (map) => isMapOf(map, isText)) &&
    absentOr(value.matchExpressions, (list) => isListOf(list, isRequirement))
  );
}

function isNamespaceSelector(value) {
  return isObject(value) && absentOr(value.any, isFlag) && absentOr(value.matchNames, isTextList);
}

function isProtocolSet(value) {
  return isListOf(value, isProtocol) && new Set(value).size === value.length;
}

function isServiceMonitorSpec(value) {
  return (
    isObject(value) &&
    isListOf(value.endpoints, isEndpoint) &&
    isSelector(value.selector) &&
    absentOr(value.attachMetadata, (own) => isObject(own) && absentOr(own.node, isFlag)) &&
    absentOr(value.bodySizeLimit, isByteSize) &&
    absentOr(value.convertClassicHistogramsToNHCB, isFlag) &&
    absentOr(value.fallbackScrapeProtocol, isProtocol) &&
    absentOr(value.jobLabel, isText) &&
    absentOr(value.keepDroppedTargets, isCount) &&
    absentOr(value.labelLimit, isCount) &&
    absentOr(value.labelNameLengthLimit, isCount) &&
    absentOr(value.labelValueLengthLimit, isCount) &&
    absentOr(value.namespaceSelector, isNamespaceSelector) &&
    absentOr(value.nativeHistogramBucketLimit, isCount) &&
    absentOr(value.nativeHistogramMinBucketFactor, isQuantity) &&
    absentOr(value.podTargetLabels, isTextList) &&
    absentOr(value.sampleLimit, isCount) &&
    absentOr(value.scrapeClass, isFilled) &&
    absentOr(value.scrapeClassicHistograms, isFlag) &&
    absentOr(value.scrapeNativeHistograms, isFlag) &&
    absentOr(value.scrapeProtocols, isProtocolSet) &&
    absentOr(value.selectorMechanism, isMechanism) &&
    absentOr(value.serviceDiscoveryRole, isRole) &&
    absentOr(value.targetLabels, isTextList) &&
    absentOr(value.targetLimit, isCount)
  );
}

/** The status plays no part in a create here either. */
export function isServiceMonitor(value) {
  return (
    isObject(value) &&
    value.apiVersion === "monitoring.coreos.com/v1" &&
    value.kind === "ServiceMonitor" &&
    isMetadata(value.metadata) &&
    isServiceMonitorSpec(value.spec)
  );
}
