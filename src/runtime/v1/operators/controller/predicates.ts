import { metaOf } from "./object-cache.js";

/**
 * Tells whether an event leads to a reconcile; `old` is absent for objects that are new here.
 * Resyncs, deletions and their beginnings lead to one whatever it says.
 */
export type Predicate<Read> = (object: Read, old: Read | undefined) => boolean;

/** Every event counts: also those of the status, and of what a reconcile itself writes. */
export function everyChange(): boolean {
  return true;
}

/** The object is new, or its version on the server has changed: not a resync. */
export function resourceVersionChanged(object: object, old: object | undefined): boolean {
  return old === undefined || metaOf(object).resourceVersion !== metaOf(old).resourceVersion;
}

/**
 * The object is new, or its generation has changed, which status and metadata leave alone. Where
 * there is no generation, as in a ConfigMap, every change counts.
 */
export function generationChanged(object: object, old: object | undefined): boolean {
  if (old === undefined) return true;
  const { generation } = metaOf(object) as { readonly generation?: number }; // not all have one
  if (generation === undefined) return resourceVersionChanged(object, old);
  return generation !== metaOf(old).generation;
}

/** The object is new, or a label of it has changed. */
export function labelsChanged(object: object, old: object | undefined): boolean {
  return old === undefined || !hasSameTexts(metaOf(object).labels, metaOf(old).labels);
}

/** The object is new, or an annotation of it has changed. */
export function annotationsChanged(object: object, old: object | undefined): boolean {
  return old === undefined || !hasSameTexts(metaOf(object).annotations, metaOf(old).annotations);
}

/** The object is new, or what it is to be has changed: all but its status and managed fields. */
export function desiredStateChanged(object: object, old: object | undefined): boolean {
  return isDesiredStateNew(object, old, undefined);
}

/**
 * The object was there before: it has changed, or goes. For owned objects that the controller
 * itself makes, whose creation is no news to it.
 */
export function wasKnown(_: object, old: object | undefined): boolean {
  return old !== undefined;
}

/** One of the predicates says so. */
export function anyChangeOf<Read>(...predicates: readonly Predicate<Read>[]): Predicate<Read> {
  return (object, old) => predicates.some((predicate) => predicate(object, old));
}

/**
 * The default of the resource that is reconciled: `desiredStateChanged`, where the finalizer that
 * the controller itself adds is no change; that it went away is one. Kinds of Kubernetes itself and
 * those of its projects (`….k8s.io`), have a status that others write and that a controller of them
 * is there to look at: every change counts.
 */
export function defaultPredicate(
  { group }: { readonly group: string },
  finalizer: string | undefined,
): Predicate<object> {
  if (!group.includes(".") || group.endsWith(".k8s.io")) return everyChange;
  return (object, old) => isDesiredStateNew(object, old, finalizer);
}

function isDesiredStateNew(
  object: object,
  old: object | undefined,
  added: string | undefined,
): boolean {
  if (old === undefined) return true;
  if (generationChanged(object, old) || labelsChanged(object, old)) return true;
  if (annotationsChanged(object, old)) return true;
  const now = metaOf(object);
  const before = metaOf(old);
  const { finalizers = [] } = now;
  const known = before.finalizers ?? [];
  const others =
    added === undefined || known.includes(added)
      ? finalizers
      : finalizers.filter((each) => each !== added);
  if (others.length !== known.length || others.some((each) => !known.includes(each))) return true;
  return JSON.stringify(now.ownerReferences) !== JSON.stringify(before.ownerReferences);
}

type Texts = Readonly<Record<string, string>> | undefined;

function hasSameTexts(one: Texts = {}, other: Texts = {}): boolean {
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => one[name] === other[name]);
}
