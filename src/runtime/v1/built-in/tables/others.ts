import { ageText } from "../../client/tables/cells.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { Cell, CellsByKind } from "./cell.js";
import {
  ago,
  conditionIn,
  flag,
  integer,
  noCell,
  objectIn,
  objectsIn,
  size,
  sizeIn,
  text,
  textIn,
  unset,
  cellValue,
} from "./cell.js";
import { reasonedStatus } from "./pods.js";
import { labelsText, selectorStruct } from "./selector-text.js";

const webhookColumns = { Webhooks: size("webhooks") };
const policyBinding = { PolicyName: text("spec.policyName"), ParamRef: paramText };
const roleBinding = {
  Role: (binding: JsonObject) =>
    `${textIn(binding, "roleRef.kind")}/${textIn(binding, "roleRef.name")}`,
  Users: subjects("User"),
  Groups: subjects("Group"),
  ServiceAccounts: subjects("ServiceAccount"),
};

/** Kinds of other groups (Kubernetes `pkg/printers/internalversion/printers.go`). */
export const otherCells: CellsByKind = {
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": {
    Mutations: size("spec.mutations"),
    ParamKind: paramKind,
  },
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": policyBinding,
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": webhookColumns,
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": {
    Validations: size("spec.validations"),
    ParamKind: paramKind,
  },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": policyBinding,
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": webhookColumns,
  // kube-aggregator, `pkg/registry/apiservice/etcd/etcd.go`
  "apiregistration.k8s.io/APIService": {
    Service: (service) => {
      const reference = cellValue(service, "spec.service");
      if (!isObject(reference)) return "Local";
      return `${textIn(reference, "namespace")}/${textIn(reference, "name")}`;
    },
    Available: (service) => reasonedStatus(service, "Available"),
  },
  "certificates.k8s.io/CertificateSigningRequest": {
    SignerName: text("spec.signerName", noCell),
    Requestor: text("spec.username"),
    RequestedDuration: (request) => {
      const seconds = cellValue(request, "spec.expirationSeconds");
      return seconds === null ? noCell : ageText(Number(seconds) * 1000);
    },
    Condition: requestStatus,
  },
  "certificates.k8s.io/ClusterTrustBundle": { SignerName: text("spec.signerName", noCell) },
  "certificates.k8s.io/PodCertificateRequest": {
    PodName: text("spec.podName"),
    ServiceAccountName: text("spec.serviceAccountName"),
    NodeName: text("spec.nodeName"),
    SignerName: text("spec.signerName"),
    State: (request) => {
      const types = objectsIn(request, "status.conditions").map((one) => textIn(one, "type"));
      return types.filter((type) => /^(?:Issued|Denied|Failed)$/.test(type)).at(-1) ?? "Pending";
    },
    UnverifiedUserAnnotations: (request) =>
      labelsText(cellValue(request, "spec.unverifiedUserAnnotations")),
  },
  "coordination.k8s.io/Lease": { Holder: text("spec.holderIdentity") },
  "flowcontrol.apiserver.k8s.io/FlowSchema": {
    PriorityLevel: text("spec.priorityLevelConfiguration.name"),
    MatchingPrecedence: integer("spec.matchingPrecedence"),
    DistinguisherMethod: (schema) => {
      const method = cellValue(schema, "spec.distinguisherMethod");
      return method === null ? noCell : textIn(method, "type");
    },
    MissingPL: (schema) => textIn(conditionIn(schema, "Dangling") ?? { status: "?" }, "status"),
  },
  "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration": {
    Type: text("spec.type"),
    NominalConcurrencyShares: (level) =>
      cellValue(level, "spec.limited.nominalConcurrencyShares") ?? noCell,
    Queues: queuing("queues"),
    HandSize: queuing("handSize"),
    QueueLengthLimit: queuing("queueLengthLimit"),
  },
  "node.k8s.io/RuntimeClass": { Handler: text("handler") },
  "policy/PodDisruptionBudget": {
    "Min Available": (budget) => String(cellValue(budget, "spec.minAvailable") ?? "N/A"),
    "Max Unavailable": (budget) => String(cellValue(budget, "spec.maxUnavailable") ?? "N/A"),
    "Allowed Disruptions": integer("status.disruptionsAllowed"),
  },
  "rbac.authorization.k8s.io/ClusterRoleBinding": roleBinding,
  "rbac.authorization.k8s.io/RoleBinding": roleBinding,
  "resource.k8s.io/DeviceTaintRule": {
    Key: text("spec.taint.key"),
    Value: text("spec.taint.value"),
    Effect: text("spec.taint.effect"),
    TimeAdded: ago("spec.taint.timeAdded", ""),
  },
  "resource.k8s.io/ResourceClaim": { State: claimState },
  "resource.k8s.io/ResourceSlice": {
    Node: text("spec.nodeName"),
    Driver: text("spec.driver"),
    Pool: text("spec.pool.name"),
  },
  "scheduling.k8s.io/PriorityClass": {
    Value: integer("value"),
    "Global-Default": flag("globalDefault"),
    PreemptionPolicy: text("preemptionPolicy"),
  },
  "storagemigration.k8s.io/StorageVersionMigration": {
    Resource: (migration) => {
      const { group = "", resource = "" } = objectIn(migration, "spec.resource");
      return group === "" ? resource : `${String(resource)}.${String(group)}`;
    },
    Status: (migration) =>
      objectsIn(migration, "status.conditions")
        .filter(({ status }) => status === "True")
        .map((one) => textIn(one, "type"))
        .filter((type) => /^(?:Running|Failed|Succeeded)$/.test(type))
        .at(-1) ?? "Unknown",
  },
};

function paramKind(policy: JsonObject): string {
  const kind = cellValue(policy, "spec.paramKind");
  return isObject(kind) ? `${textIn(kind, "apiVersion")}/${textIn(kind, "kind")}` : unset;
}

function paramText(binding: JsonObject): string {
  const reference = objectIn(binding, "spec.paramRef");
  const name = textIn(reference, "name");
  if (name !== "") return `${textIn(reference, "namespace", "*")}/${name}`;
  const { selector } = reference;
  return isObject(selector) ? selectorStruct(selector) : unset;
}

function subjects(kind: string): Cell {
  return (binding) =>
    objectsIn(binding, "subjects")
      .filter((subject) => subject["kind"] === kind)
      .map((subject) => {
        const place = kind === "ServiceAccount" ? `${textIn(subject, "namespace")}/` : "";
        return place + textIn(subject, "name");
      })
      .join(", ");
}

function queuing(key: string): Cell {
  return (level): Json => {
    const queues = cellValue(level, "spec.limited.limitResponse.queuing");
    return isObject(queues) ? (queues[key] ?? 0) : noCell;
  };
}

function requestStatus(request: JsonObject): string {
  const has = (type: string): boolean => conditionIn(request, type) !== undefined;
  const decision = has("Denied") ? "Denied" : has("Approved") ? "Approved" : "Pending";
  const failed = has("Failed") ? ",Failed" : "";
  return decision + failed + (textIn(request, "status.certificate") === "" ? "" : ",Issued");
}

function claimState(claim: JsonObject): string {
  const isDeleted = cellValue(claim, "metadata.deletionTimestamp") !== null;
  const states = isDeleted ? ["deleted"] : [];
  if (cellValue(claim, "status.allocation") === null) return states[0] ?? "pending";
  const isReserved = sizeIn(claim, "status.reservedFor") > 0;
  return [...states, "allocated", ...(isReserved ? ["reserved"] : [])].join(",");
}
