import { objectType, opaqueType, typeParameter } from "../type.js";

// Short names for the tables of signatures.
export {
  boolType as bool,
  bytesType as bytes,
  doubleType as double,
  durationType as duration,
  dynType as dyn,
  intType as int,
  listType as list,
  mapType as map,
  optionalType as optional,
  stringType as string,
  timestampType as timestamp,
  typeType as type,
  uintType as uint,
} from "../type.js";

/**
 * Any type; those of one name are one type within a signature. The names are those of cel-go and
 * Kubernetes.
 */
export const A = typeParameter("A");
/** Another one than `A`: the values of a map whose keys are `A`. */
export const B = typeParameter("B");
/** The keys of a map, in cel-go's extensions. */
export const K = typeParameter("K");
/** The values of a map, the elements of a list, what an optional holds, in cel-go's extensions. */
export const V = typeParameter("V");
/** The elements of a list, in cel-go's lists extension. */
export const T = typeParameter("T");

/** The result of `url(text)` (apiserver `cel/url.go`). */
export const url = objectType("kubernetes.URL");
/** The result of `quantity(text)` (apiserver `cel/quantity.go`). */
export const quantity = objectType("kubernetes.Quantity");
/** The result of `semver(text)` (apiserver `cel/semver.go`). */
export const semver = objectType("kubernetes.Semver");
/** The result of `format.dns1123Label()` and its like (apiserver `cel/format.go`). */
export const format = objectType("kubernetes.NamedFormat");
/** The result of `ip(text)` (apiserver `cel/ip.go`). */
export const ip = opaqueType("net.IP");
/** The result of `cidr(text)` (apiserver `cel/cidr.go`). */
export const cidr = opaqueType("net.CIDR");
/**
 * The variable `authorizer` of admission policies (apiserver `cel/library/authz.go`); rules of CRDs
 * have none.
 */
export const authorizer = objectType("kubernetes.authorization.Authorizer");
/** The result of `authorizer.path(text)`. */
export const pathCheck = objectType("kubernetes.authorization.PathCheck");
/** The result of `authorizer.group(text)`. */
export const groupCheck = objectType("kubernetes.authorization.GroupCheck");
/** The result of `resource(text)` on a group check. */
export const resourceCheck = objectType("kubernetes.authorization.ResourceCheck");
/** The result of `check(verb)` on a path or resource check. */
export const decision = objectType("kubernetes.authorization.Decision");
