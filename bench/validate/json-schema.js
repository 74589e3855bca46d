// A CRD's schema as JSON Schema for the peers, with the metadata that every object has: they do the
// work that crdgen does, as far as JSON Schema can say it.

const dropped = new Set([
  "description",
  "example",
  "externalDocs",
  "title",
  "exclusiveMinimum",
  "exclusiveMaximum",
]);

/** The schema of a whole resource. `closed`: unknown fields are errors; `defaults`: are kept. */
export function resourceSchema(crd, version, options = {}) {
  const schema = jsonSchema(version.schema.openAPIV3Schema, options);
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    type: "object",
    required: [...new Set([...required, "apiVersion", "kind", "metadata"])],
    properties: {
      ...properties,
      apiVersion: { type: "string", enum: [`${crd.spec.group}/${version.name}`] },
      kind: { type: "string", enum: [crd.spec.names.kind] },
      metadata: objectMeta(options),
    },
  };
}

/** JSONSchemaProps as JSON Schema. */
function jsonSchema(node, options) {
  if (typeof node !== "object" || node === null) return node;
  const schema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key.startsWith("x-") || dropped.has(key)) continue;
    if (key === "default" && options.defaults !== true) continue;
    const inner = { ...options, inJunctor: options.inJunctor || /Of$|^not$/.test(key) };
    if (key === "properties") schema[key] = mapValues(value, (child) => jsonSchema(child, options));
    else if (Array.isArray(value) && /Of$/.test(key))
      schema[key] = value.map((child) => jsonSchema(child, inner));
    else if (key === "nullable" && node.type === undefined) continue;
    else if (["items", "not", "additionalProperties"].includes(key))
      schema[key] = jsonSchema(value, inner);
    else schema[key] = value;
  }
  if (node["x-kubernetes-int-or-string"]) schema.type = ["integer", "string"];
  if (options.closed && !options.inJunctor && isClosed(node)) schema.additionalProperties = false;
  return schema;
}

function isClosed(node) {
  if (node.type !== "object" || node["x-kubernetes-preserve-unknown-fields"]) return false;
  return node.additionalProperties === undefined && !node["x-kubernetes-embedded-resource"];
}

const label = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$";
const subdomain = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
const labelKey =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$";

/** ObjectMeta with its rules for names, labels and annotations. */
function objectMeta({ closed }) {
  const text = { type: "string" };
  const time = { type: "string", format: "date-time" };
  const strings = (value) => ({
    type: "object",
    propertyNames: { pattern: labelKey, maxLength: 317 },
    additionalProperties: value,
  });
  const object = (properties, required = []) => ({
    type: "object",
    required,
    properties,
    ...(closed ? { additionalProperties: false } : {}),
  });
  return object({
    name: { type: "string", maxLength: 253, pattern: subdomain },
    generateName: { type: "string", maxLength: 253 },
    namespace: { type: "string", maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    uid: text,
    resourceVersion: text,
    selfLink: text,
    generation: { type: "integer", minimum: 0 },
    creationTimestamp: { ...time, nullable: true },
    deletionTimestamp: { ...time, nullable: true },
    deletionGracePeriodSeconds: { type: "integer", nullable: true },
    labels: strings({ type: "string", maxLength: 63, pattern: label }),
    annotations: strings(text),
    finalizers: { type: "array", items: { type: "string", maxLength: 317, pattern: labelKey } },
    ownerReferences: {
      type: "array",
      items: object(
        {
          apiVersion: { type: "string", minLength: 1 },
          kind: { type: "string", minLength: 1 },
          name: { type: "string", minLength: 1 },
          uid: { type: "string", minLength: 1 },
          controller: { type: "boolean", nullable: true },
          blockOwnerDeletion: { type: "boolean", nullable: true },
        },
        ["apiVersion", "kind", "name", "uid"],
      ),
    },
    managedFields: {
      type: "array",
      items: object({
        manager: { type: "string", maxLength: 128 },
        operation: { type: "string", enum: ["Apply", "Update"] },
        apiVersion: text,
        time,
        fieldsType: { type: "string", enum: ["FieldsV1"] },
        fieldsV1: { type: "object" },
        subresource: { type: "string", maxLength: 256 },
      }),
    },
  });
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
