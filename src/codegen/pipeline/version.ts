/** crdgen's version, equal to that in package.json (a test compares them). */
export const version = "0.1.0";

/**
 * Whether npm has crdgen and crdgen-runtime. A release sets it, and tells in README.md how to
 * install them then: nothing else names a place to install them from.
 */
export const isPublished = false as boolean; // a release changes it
