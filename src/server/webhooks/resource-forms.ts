import { endedForPlugins } from "../../runtime/v1/admission/admission-status.js";
import { fillAroundNulls } from "../../runtime/v1/admission/admit.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import { Failure } from "../../runtime/v1/testing/failure.js";
import type { ServedResource } from "../../runtime/v1/testing/served-resource.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import { goJson, jsonKind } from "../../runtime/v1/values/go/json.js";
import { copyJson } from "../../runtime/v1/values/json/copy-json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import type { Invocation } from "./attributes.js";
import type { ResourceForms } from "./versioned.js";
import { InnerFault } from "./versioned.js";

const scaleKind: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/** What is written to a version, or to a subresource of it. */
export function kindWritten(version: ServedVersion, subresource: string): GroupVersionKind {
  if (subresource === "scale") return scaleKind;
  const sent = version.otherSubresources?.find(({ name }) => name === subresource)?.sends;
  const { group, kind } = version;
  return { group, version: version.version, kind, ...sent };
}

/** The versions of a resource, and how an object gets from one to another. */
export class FormsOfResource implements ResourceForms {
  readonly equivalents: readonly Invocation["resource"][];
  readonly #served: readonly ServedResource[];
  readonly #resource: ServedResource;
  readonly #subresource: string;

  /**
   * @param version that of the request
   * @param others resources that store the same objects
   */
  constructor(
    resource: ServedResource,
    version: ServedVersion,
    subresource: string,
    others: readonly ServedResource[],
  ) {
    this.#resource = resource;
    this.#subresource = subresource;
    this.#served = [resource, ...others];
    this.equivalents = this.#served.flatMap((served) =>
      [...served.versions.values()]
        .filter((one) => one !== version && one.served !== false && hasPart(one, subresource))
        .map((one) => ({ group: one.group, version: one.version, resource: one.plural })),
    );
  }

  kindOf({ group, version, resource }: Invocation["resource"]): GroupVersionKind {
    const served = this.#served.find((one) => one.group === group && one.plural === resource);
    const found = served?.versions.get(version);
    if (found === undefined) throw new TypeError(`no ${resource}.${version}.${group}`);
    return kindWritten(found, this.#subresource);
  }

  async convert(object: JsonObject, kind: GroupVersionKind): Promise<JsonObject | InnerFault> {
    const apiVersion = apiVersionOf(kind);
    if (object["apiVersion"] === apiVersion) return object;
    const copy = copyJson(object) as JsonObject; // of its source
    const converted = await this.#resource.conversion.one(copy, apiVersion);
    return converted instanceof Failure ? new InnerFault(converted.message) : converted;
  }

  decode(patched: Json, kind: GroupVersionKind): JsonObject | InnerFault {
    if (!isObject(patched)) {
      const type = "map[string]interface {}";
      return new InnerFault(
        `json: cannot unmarshal ${jsonKind(patched)} into Go value of type ${type}`,
      );
    }
    const version = this.#versionOf(kind);
    if (version === undefined || this.#subresource === "scale") return patched;
    return version.typed === undefined ? decodeCustom(patched) : decodeTyped(version, patched);
  }

  /** What has a type was filled in when it was decoded. */
  fill(object: JsonObject, kind: GroupVersionKind): void {
    const version = this.#versionOf(kind);
    if (version === undefined || version.typed !== undefined) return;
    if (this.#subresource !== "scale") fillAroundNulls(version, object);
  }

  #versionOf({ group, version }: GroupVersionKind): ServedVersion | undefined {
    return this.#served.find((one) => one.group === group)?.versions.get(version);
  }
}

function hasPart({ subresources, otherSubresources = [] }: ServedVersion, part: string): boolean {
  if (part === "status") return subresources.status;
  if (part === "scale") return subresources.scale !== undefined;
  return part === "" || otherSubresources.some(({ name }) => name === part);
}

/** What is unknown stays until the object is stored. */
function decodeCustom(patched: JsonObject): JsonObject | InnerFault {
  const { kind = null } = patched;
  if (typeof kind !== "string" || kind === "") {
    return new InnerFault(`Object 'Kind' is missing in '${goJson(patched)}'`);
  }
  return patched;
}

/** By the type that Go has, with its defaults. */
function decodeTyped(version: ServedVersion, patched: JsonObject): JsonObject | InnerFault {
  let decoded: JsonObject | undefined;
  const admission = version.admit(goJson(patched), {
    operation: "create",
    fieldValidation: "Ignore",
    allWarnings: true,
    checkDecoded: (object) => {
      decoded = copyJson(object) as JsonObject; // of its source
      return endedForPlugins();
    },
  });
  if (decoded !== undefined) {
    // The type is known without its name, which later webhooks do not see then.
    for (const key of ["apiVersion", "kind"]) if (!(key in patched)) delete decoded[key];
    return decoded;
  }
  if (admission.allowed || admission.cause === undefined) return patched;
  const { cause } = admission;
  return new InnerFault(
    cause.kind === "unreadable" ? cause.fault : (admission.status.message ?? ""),
  );
}
