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

/** What `url(text)` makes (apiserver `cel/url.go`). */
export const url = objectType("kubernetes.URL");
/** What `quantity(text)` makes (apiserver `cel/quantity.go`). */
export const quantity = objectType("kubernetes.Quantity");
/** What `semver(text)` makes (apiserver `cel/semver.go`). */
export const semver = objectType("kubernetes.Semver");
/** What `format.dns1123Label()` and its like make (apiserver `cel/format.go`). */
export const format = objectType("kubernetes.NamedFormat");
/** What `ip(text)` makes (apiserver `cel/ip.go`). */
export const ip = opaqueType("net.IP");
/** What `cidr(text)` makes (apiserver `cel/cidr.go`). */
export const cidr = opaqueType("net.CIDR");
/**
 * The variable `authorizer` of admission policies (apiserver `cel/library/authz.go`); rules of CRDs
 * have none.
 */
export const authorizer = objectType("kubernetes.authorization.Authorizer");
/** What `authorizer.path(text)` makes. */
export const pathCheck = objectType("kubernetes.authorization.PathCheck");
/** What `authorizer.group(text)` makes. */
export const groupCheck = objectType("kubernetes.authorization.GroupCheck");
/** What `resource(text)` makes of a group check. */
export const resourceCheck = objectType("kubernetes.authorization.ResourceCheck");
/** What `check(verb)` makes of a path or resource check. */
export const decision = objectType("kubernetes.authorization.Decision");
