/**
 * Whether an image is pulled again for each container if nothing is said: its tag is `latest`, or
 * it has neither a tag nor a digest. A reference that cannot be read has no tag (Kubernetes
 * `pkg/util/parsers`, distribution `reference`).
 */
export function isLatestImage(image: string): boolean {
  const [, name = "", tag, digest] =
    /^([^@:]*(?::\d+\/[^@:]*)?)(?::([^@]*))?(?:@(.*))?$/.exec(image) ?? [];
  if (!isImageName(name)) return false;
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)) return false;
  if (digest !== undefined && !digests.test(digest)) return false;
  return tag === undefined ? digest === undefined : tag === "latest";
}

const digests = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
const pathPart = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const paths = new RegExp(`^${pathPart}(?:/${pathPart})*$`);
const hostPart = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const hosts = new RegExp(`^${hostPart}(?:\\.${hostPart})*(?::[0-9]+)?$`);

/** The first part is a registry if it looks like a host, not like a user. */
function isImageName(name: string): boolean {
  if (name.length > 255 || /^[a-f0-9]{64}$/.test(name)) return false;
  const [, first, rest] = /^([^/]*)\/(.*)$/.exec(name) ?? [];
  if (first === undefined || rest === undefined) return paths.test(name);
  const isHost = /[.:]/.test(first) || first === "localhost" || first !== first.toLowerCase();
  return isHost ? hosts.test(first) && paths.test(rest) : paths.test(name);
}
