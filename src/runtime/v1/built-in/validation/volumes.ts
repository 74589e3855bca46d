import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt } from "../../values/json/raw-fields.js";
import { Checks, structIn } from "./checks.js";

/** In the order in which the server looks at them; others may stand beside `emptyDir`. */
const kinds = [
  "emptyDir",
  "hostPath",
  "gitRepo",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "secret",
  "nfs",
  "iscsi",
  "glusterfs",
  "flocker",
  "persistentVolumeClaim",
  "rbd",
  "cinder",
  "cephfs",
  "quobyte",
  "downwardAPI",
  "fc",
  "flexVolume",
  "configMap",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "storageos",
  "projected",
  "scaleIO",
  "csi",
  "ephemeral",
  "image",
];

/** How errors call some of them. */
const namesInErrors: Readonly<Record<string, string>> = {
  cephfs: "cephFS",
  downwardAPI: "downwarAPI",
};

/**
 * The volumes of a pod (Kubernetes `pkg/apis/core/validation`, ValidateVolumes). Returns the names
 * of those that are right, which containers can mount.
 */
export function checkVolumes(
  checks: Checks,
  volumes: readonly JsonObject[],
  path: string,
): ReadonlySet<string> {
  const names = new Set<string>();
  volumes.forEach((volume, index) => {
    const own = new Checks();
    const name = textAt(volume, "name");
    checkVolume(own, volume, `${path}[${index}]`);
    if (name === "") own.required(`${path}[${index}].name`);
    else own.label(`${path}[${index}].name`, name);
    if (names.has(name)) own.duplicate(`${path}[${index}].name`, name);
    if (own.errors.length === 0) names.add(name);
    checks.errors.push(...own.errors);
  });
  return names;
}

function checkVolume(checks: Checks, volume: JsonObject, path: string): void {
  let count = 0;
  for (const kind of kinds) {
    const source = structIn(volume, kind);
    if (source === undefined) continue;
    const field = `${path}.${namesInErrors[kind] ?? kind}`;
    if (count > 0) checks.forbidden(field, "may not specify more than 1 volume type");
    else sourceChecks[kind]?.(checks, source, `${path}.${kind}`);
    count++;
  }
  if (count === 0) checks.required(path, "must specify a volume type");
}

type SourceCheck = (checks: Checks, source: JsonObject, path: string) => void;

/** A source of which texts must be there. */
function needs(...keys: readonly string[]): SourceCheck {
  return (checks, source, path) => {
    for (const key of keys) if (textAt(source, key) === "") checks.required(`${path}.${key}`);
  };
}

const modeFault = "must be a number between 0 and 0777 (octal), both inclusive";

function checkMode(checks: Checks, object: JsonObject, key: string, path: string): void {
  const { [key]: mode = null } = object;
  if (typeof mode === "number" && (mode < 0 || mode > 0o777)) {
    checks.invalid(`${path}.${key}`, mode, modeFault);
  }
}

function checkItems(checks: Checks, source: JsonObject, path: string): void {
  objectsAt(source, "items").forEach((item, index) => {
    const own = `${path}.items[${index}]`;
    needs("key", "path")(checks, item, own);
    const target = textAt(item, "path");
    if (target.startsWith("/")) checks.invalid(`${own}.path`, target, "must be a relative path");
    if (target.split("/").includes("..")) {
      checks.invalid(`${own}.path`, target, "must not contain '..'");
    }
    checkMode(checks, item, "mode", own);
  });
}

function filesOf(name: string): SourceCheck {
  return (checks, source, path) => {
    needs(name)(checks, source, path);
    checkMode(checks, source, "defaultMode", path);
    checkItems(checks, source, path);
  };
}

const sourceChecks: Readonly<Record<string, SourceCheck>> = {
  configMap: filesOf("name"),
  csi: needs("driver"),
  hostPath: (checks, source, path) => {
    needs("path")(checks, source, path);
    if (textAt(source, "path").split("/").includes("..")) {
      checks.invalid(`${path}.path`, textAt(source, "path"), "must not contain '..'");
    }
  },
  nfs: (checks, source, path) => {
    needs("server", "path")(checks, source, path);
    const target = textAt(source, "path");
    if (!target.startsWith("/")) checks.invalid(`${path}.path`, target, "must be an absolute path");
  },
  persistentVolumeClaim: needs("claimName"),
  projected: checkProjected,
  secret: filesOf("secretName"),
};

const projections = ["secret", "configMap", "downwardAPI", "serviceAccountToken"];

function checkProjected(checks: Checks, source: JsonObject, path: string): void {
  objectsAt(source, "sources").forEach((projection, index) => {
    const own = `${path}.sources[${index}]`;
    for (const key of ["secret", "configMap"]) {
      const part = structIn(projection, key);
      if (part === undefined) continue;
      needs("name")(checks, part, `${own}.${key}`);
      checkItems(checks, part, `${own}.${key}`);
    }
    const token = structIn(projection, "serviceAccountToken");
    if (token !== undefined) checkToken(checks, token, `${own}.serviceAccountToken`, path);
    const more = [...projections, "clusterTrustBundle", "podCertificate"];
    if (more.filter((key) => structIn(projection, key) !== undefined).length > 1) {
      checks.forbidden(own, "may not specify more than 1 volume type per source");
    }
  });
}

function checkToken(checks: Checks, token: JsonObject, path: string, volume: string): void {
  const { expirationSeconds = 0 } = token;
  const field = `${path}.expirationSeconds`;
  if (Number(expirationSeconds) < 10 * 60) {
    checks.invalid(field, expirationSeconds, "may not specify a duration less than 10 minutes");
  } else if (Number(expirationSeconds) > 2 ** 32) {
    checks.invalid(field, expirationSeconds, "may not specify a duration larger than 2^32 seconds");
  }
  if (textAt(token, "path") === "") checks.required(`${volume}.path`);
}
