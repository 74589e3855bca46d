/**
 * An observation of an object's state (apimachinery `meta/v1/types.go`, Condition). There is one
 * condition of a type.
 */
export interface Condition {
  /** `Ready`, or `example.com/Ready`. */
  type: string;
  status: ConditionStatus;
  /** The `metadata.generation` that was looked at; older than the object's = out of date. */
  observedGeneration?: number | undefined;
  /** When the status changed; RFC 3339. */
  lastTransitionTime: string;
  /** A word for programs, in CamelCase. */
  reason: string;
  /** A text for people; may be empty. */
  message: string;
}

/** `Unknown`: it cannot be told. */
export type ConditionStatus = "True" | "False" | "Unknown";

/** A condition to set. */
export interface ConditionInput {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason: string;
  /** The default is `""`; a longer text than the server takes is cut. */
  readonly message?: string | undefined;
  readonly observedGeneration?: number | undefined;
  /** The default is now. Counts only where the status changes. */
  readonly lastTransitionTime?: string | undefined;
}

/** A condition as it is read, of which some authors leave out parts. */
export interface ReadCondition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number | undefined;
  readonly lastTransitionTime?: string | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * The list with one condition set; the list that was given is left as it is. The transition time
 * changes only with the status, and where nothing changes the same list comes back, so that
 * `next !== conditions` tells whether there is anything to write (apimachinery
 * `api/meta/conditions.go`, SetStatusCondition). Throws a TypeError where the schema of
 * `metav1.Condition` would refuse the type, status or reason.
 */
export function setCondition<C extends ReadCondition = Condition>(
  conditions: readonly C[] | undefined,
  condition: ConditionInput,
): C[] {
  refuseBadCondition(condition);
  const list = (conditions ?? []) as C[]; // only who made the list may change it
  const old = findCondition(list, condition.type);
  // Fields that are not known here stay as they are.
  const next = { ...old, ...conditionAfter(old, condition) } as C & Condition; // C is a condition
  if (old === undefined) return [...list, next];
  if (fieldsOfConditions.every((field) => old[field] === next[field])) return list;
  return list.map((each) => (each === old ? next : each));
}

/** The condition of a type, if there is one. */
export function findCondition<C extends ReadCondition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/**
 * Tells whether the condition of a type has the status `True`; with a generation, only if that one
 * was looked at.
 */
export function isConditionTrue(
  conditions: readonly ReadCondition[] | undefined,
  type: string,
  generation?: number,
): boolean {
  const condition = findCondition(conditions, type);
  if (condition?.status !== "True") return false;
  return generation === undefined || condition.observedGeneration === generation;
}

const fieldsOfConditions = [
  "status",
  "observedGeneration",
  "lastTransitionTime",
  "reason",
  "message",
] as const;

function conditionAfter(old: ReadCondition | undefined, condition: ConditionInput): Condition {
  const { type, status, observedGeneration, reason, message = "", lastTransitionTime } = condition;
  const keptTime = old?.status === status ? old.lastTransitionTime : undefined;
  return {
    type,
    status,
    lastTransitionTime: keptTime ?? lastTransitionTime ?? secondsNow(),
    reason,
    message: message.slice(0, longestMessage),
    observedGeneration,
  };
}

const longestMessage = 32_768;
const conditionType =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const conditionReason = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

function refuseBadCondition({ type, status, reason }: ConditionInput): void {
  const refuse = (what: string, value: string, rule: string): never => {
    throw new TypeError(`${what} of a condition must be ${rule}, not ${JSON.stringify(value)}`);
  };
  if (type.length > 316 || !conditionType.test(type)) {
    refuse("the type", type, "a name such as Ready or example.com/Ready");
  }
  if (!/^(True|False|Unknown)$/.test(status))
    refuse("the status", status, "True, False or Unknown");
  if (reason.length > 1024 || !conditionReason.test(reason)) {
    refuse("the reason", reason, "a word such as MinimumReplicasUnavailable");
  }
}

/** As Go writes a `metav1.Time`: without fractions. */
function secondsNow(): string {
  return new Date().toISOString().replace(/\.\d+/, "");
}
