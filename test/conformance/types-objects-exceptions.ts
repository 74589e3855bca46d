/**
 * Objects that the server accepts and that no literal of the type as sent can be, with the reason.
 */
export const acceptedButUntypable: ReadonlyMap<string, string> = new Map([
  [
    "o:gatekeeper/K8sRequiredLabels-007.yaml",
    "the schema names fields but no type, so that a list passes where an object is meant",
  ],
]);

/** Mutants with a value of a wrong JSON type that compile, with the reason. */
export const rejectedButTyped: ReadonlyMap<string, string> = new Map([
  [
    "m:helmchartconfigs.helm.cattle.io/v1/1#1",
    "a list in place of an object of which every field is optional: lists have a method called as one of them",
  ],
]);
