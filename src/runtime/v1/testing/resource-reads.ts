import { scaleFault, scaleOf } from "../admission/scale-write.js";
import { storagePlace } from "../admission/write-conflict.js";
import { findScaleValue } from "../validation/scale-paths.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { apiVersionOf, pathSegmentFaults } from "../values/names.js";
import type { ServerEnvironment } from "./environment.js";
import type { Failure } from "./failure.js";
import {
  badRequestFailure,
  expired,
  failed,
  internalFailure,
  missing,
  orThrow,
  tooLargeVersion,
} from "./failure.js";
import { structJson } from "./json-texts.js";
import { checkStream, negotiateOutput } from "./media-types.js";
import type { ListSettings } from "./options-of-request.js";
import { listSettings } from "./options-of-request.js";
import { ObjectOutput } from "./output.js";
import type { QueryValues } from "./request-info.js";
import { optionIn } from "./request-info.js";
import { continueAfter, listState, ObjectSelection, parseVersion } from "./selection.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion, TableLayout } from "./served-version.js";
import type { ServerAnswer, ServerCall } from "./server-call.js";
import type { Revision } from "./store.js";
import { scaleColumns, TableColumns } from "./table.js";
import { errorFrame, WatchStream } from "./watch-stream.js";

/** A request for a version of a resource. */
export class ResourceCall {
  readonly environment: ServerEnvironment;
  readonly resource: ServedResource;
  readonly version: ServedVersion;
  readonly call: ServerCall;

  constructor(
    environment: ServerEnvironment,
    resource: ServedResource,
    version: ServedVersion,
    call: ServerCall,
  ) {
    this.environment = environment;
    this.resource = resource;
    this.version = version;
    this.call = call;
  }

  /** Chooses the form of the answer. */
  negotiate(): ObjectOutput {
    const { call, resource, version } = this;
    const { subresource } = call.info;
    const isHidden = subresource === "status" && version.typed?.hidesStatus === true;
    const hasTables = !isHidden && subresource !== "finalize";
    call.form = negotiateOutput(call.header("accept"), call.isPretty, false, true, hasTables);
    const columns = (): TableLayout =>
      subresource === "scale" ? new TableColumns(scaleColumns) : resource.columns(version);
    const type = subresource === "scale" ? { goType: "v1.Scale" } : version.typed;
    return new ObjectOutput(call, columns, this.environment, type);
  }

  /** The key of an object; the failure is that no object can be called so, and no namespace. */
  keyOf(name: string): string | Failure {
    const { namespaced } = this.resource;
    if (namespaced && this.call.info.namespace === "") {
      return badRequestFailure("Namespace parameter required.");
    }
    const faults = pathSegmentFaults(name);
    if (faults.length > 0) {
      return badRequestFailure(`Name parameter invalid: ${quote(name)}: ${faults.join(";")}`);
    }
    if (!namespaced) return name;
    return this.namespaceFault(`/${name}`) ?? `${this.call.info.namespace}/${name}`;
  }

  /**
   * A path of etcd has no way back (apiserver `storage/interfaces.go`, PrepareKey).
   *
   * @param rest of the key, behind the namespace
   */
  namespaceFault(rest: string): Failure | undefined {
    const { namespace } = this.call.info;
    if (namespace !== "." && namespace !== "..") return undefined;
    const { group, plural } = this.resource;
    const place = storagePlace(group, plural);
    return failed(500, undefined, `invalid key: ${quote(`/${place}/${namespace}${rest}`)}`);
  }

  /** Returns the stored state of an object. @throws Failure for what none can be called */
  stored(name: string): Revision | undefined {
    return this.resource.collection.get(orThrow(this.keyOf(name)));
  }

  /** @throws Failure 404 */
  find(name: string): Revision {
    const revision = this.stored(name);
    if (revision === undefined) throw missing(this.resource, name);
    return revision;
  }
}

/** Reads an object, or a subresource of it. */
export async function getObject(target: ResourceCall): Promise<ServerAnswer> {
  const { call, resource, version, environment } = target;
  const output = target.negotiate();
  refuseExport(call.query);
  orThrow(target.keyOf(call.info.name));
  const wanted = optionIn(call.query, "resourceVersion");
  const current = environment.current();
  // What is read from etcd itself names the fault, what is cached does not.
  const cached = isCached(version);
  const asked = parseVersion(wanted, cached ? undefined : "invalid resource version: ");
  if (asked > current) throw tooLargeVersion(wanted, current, cached);
  const revision = target.find(call.info.name);
  if (call.info.subresource !== "scale") {
    return output.object(200, orThrow(await resource.textOf(revision, version)));
  }
  const scale = shownScale(version, orThrow(await resource.read(revision, version)));
  return output.object(200, structJson(scale));
}

/** @throws Failure 400 (apiserver `endpoints/handlers/get.go`) */
function refuseExport(query: QueryValues): void {
  if (!optionIn(query, "export")) return;
  throw badRequestFailure("the export parameter, deprecated since v1.14, is no longer supported");
}

/** @throws Failure 500 for an object that has no scale */
export function shownScale(
  { subresources: { scale } }: ServedVersion,
  object: JsonObject,
): JsonObject {
  if (scale === undefined) throw failed(500, undefined, "no scale");
  const fault = scaleFault(object, scale);
  if (fault !== undefined) throw failed(500, undefined, fault);
  if (findScaleValue(object, scale.specReplicasPath, "integer").value === undefined) {
    throw internalFailure(
      `the spec replicas field ${quote(scale.specReplicasPath)} does not exist`,
    );
  }
  return scaleOf(object, scale);
}

/** Decodes the options of a list or watch, and says which objects they mean. */
export function readSelection(target: ResourceCall): readonly [ListSettings, ObjectSelection] {
  const { call, resource, version } = target;
  const settings = listSettings(call.query);
  const fault = resource.namespaced ? target.namespaceFault("") : undefined;
  if (fault !== undefined) throw fault;
  const { name, namespace } = call.info;
  const { pause } = target.environment;
  const selection = new ObjectSelection(resource, version, namespace, settings, pause);
  if (name === "") return [settings, selection];
  return [
    settings,
    new ObjectSelection(resource, version, namespace, selectingName(settings, name), pause),
  ];
}

/** A name in the path is as good as a selector for it. */
function selectingName(settings: ListSettings, name: string): ListSettings {
  const selected = settings.fields.find(
    ({ field, isEqual }) => field === "metadata.name" && isEqual,
  );
  if (settings.fields.length > 0 && selected?.value !== name) {
    throw badRequestFailure("fieldSelector metadata.name doesn't match requested name");
  }
  const own = { field: "metadata.name", isEqual: true, value: name };
  return { ...settings, fields: settings.fields.length > 0 ? settings.fields : [own] };
}

/** Lists a collection. */
export async function listObjects(target: ResourceCall): Promise<ServerAnswer> {
  const { resource, version } = target;
  const output = target.negotiate();
  const [settings, selection] = readSelection(target);
  const page = await storedPage(target, settings, selection);
  const stored = await resource.textsOf(page.revisions, version, target.environment.pause);
  return output.list(apiVersionOf(version), version.listKind, page.head, stored);
}

/** Events alone are always read from etcd. */
function isCached({ typed }: ServedVersion): boolean {
  return typed?.isCached !== false;
}

/** A page of a list. */
export interface StoredPage {
  readonly revisions: readonly Revision[];
  readonly head: {
    readonly resourceVersion: string;
    readonly continue: string;
    readonly remainingItemCount: number | undefined;
  };
}

export async function storedPage(
  { resource, environment, version }: ResourceCall,
  settings: ListSettings,
  selection: ObjectSelection,
): Promise<StoredPage> {
  const { collection } = resource;
  const { prefix, isEmpty, isOfOne } = selection;
  const cached = isCached(version);
  const state = listState(collection, selection, settings, environment.current(), cached);
  const selected = await selection.filter(state.revisions);
  const { limit } = settings;
  const isPaged = limit > 0 && (settings.resourceVersion !== "0" || !cached);
  const revisions = isPaged ? selected.slice(0, limit) : selected;
  const last = revisions.at(-1);
  const isFull = isPaged && revisions.length === limit && !isOfOne;
  const hasMore = isFull && last !== state.revisions.at(-1);
  const { resourceVersion } = state;
  return {
    revisions,
    head: {
      resourceVersion: String(resourceVersion),
      continue:
        hasMore && last !== undefined ? continueAfter(last.key, prefix, resourceVersion) : "",
      remainingItemCount: hasMore && isEmpty ? state.revisions.length - limit : undefined,
    },
  };
}

/** Answers with the changes of a collection. */
export function watchObjects(target: ResourceCall): ServerAnswer {
  const { call, resource, version, environment } = target;
  const output = target.negotiate();
  const [settings, selection] = readSelection(target);
  const { collection } = resource;
  const wanted = parseVersion(settings.resourceVersion);
  checkStream(call.form);
  const current = environment.current();
  const sendsInitial = settings.sendInitialEvents === true;
  const headers = [["content-type", "application/json"], ...call.warningHeaders()] as const;
  if (sendsInitial && wanted > current) {
    const { status } = tooLargeVersion(String(wanted), current);
    return { status: 200, headers, body: oneFrame(errorFrame(status)) };
  }
  const isFresh = sendsInitial || wanted === 0;
  // Paths below `watch` have no defaults: without a version they begin with what is there.
  const tellsState = sendsInitial || (settings.sendInitialEvents === undefined && wanted === 0);
  if (!isFresh && wanted < collection.floor) {
    const { status } = expired(`too old resource version: ${wanted} (${collection.floor})`);
    return { status: 200, headers, body: oneFrame(errorFrame(status)) };
  }
  const seconds = settings.timeoutSeconds ?? 0;
  const stream = new WatchStream({
    resource,
    version,
    selection,
    output,
    initial: tellsState ? collection.list(selection.prefix) : undefined,
    marksEnd: sendsInitial && settings.bookmarks,
    bookmarks: settings.bookmarks,
    from: isFresh ? current : wanted,
    current: () => environment.current(),
    timeout: seconds > 0 ? seconds * 1000 : (1 + Math.random()) * 1_800_000,
    lines: environment.lines,
    bookmarkInterval: environment.bookmarkInterval,
    maxWaiting: environment.history,
  });
  environment.watches.add(stream);
  const forget = (): void => void environment.watches.delete(stream);
  const close = (): void => {
    stream.end();
    forget();
  };
  return { status: 200, headers, body: stream.lines(forget), close };
}

async function* oneFrame(line: string): AsyncGenerator<string, void, undefined> {
  yield await Promise.resolve(line);
}
