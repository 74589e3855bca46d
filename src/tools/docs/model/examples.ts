import { writeCommentedYaml } from "../../../crd/example/commented-yaml.js";
import type { CreationFunctions } from "../../../crd/example/creation-judge.js";
import { createCreationJudge } from "../../../crd/example/creation-judge.js";
import { makeExample } from "../../../crd/example/example.js";
import { faultsOf } from "../../../crd/example/faults.js";
import { interpretVersion } from "../../../crd/interpret/admission.js";
import { InterpretedRules } from "../../../crd/interpret/rules.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { ExampleSize, ExampleText, VersionPage } from "./page.js";

/** The examples that `crdgen example` makes of the versions of one resource. */
export class Examples {
  readonly #resource: Resource;
  readonly #minor: KubernetesMinor;
  readonly #rules: InterpretedRules;

  constructor(resource: Resource, minor: KubernetesMinor) {
    this.#resource = resource;
    this.#minor = minor;
    this.#rules = new InterpretedRules(minor);
  }

  /** Those of a version. */
  of(version: Version): NonNullable<VersionPage["examples"]> {
    // A few objects are judged: writing and loading code for them would take most of the time.
    const functions = interpretVersion(this.#resource, version, this.#rules, this.#minor);
    const make = (size: ExampleSize): ExampleText =>
      exampleText(this.#resource, version, functions, this.#minor, size);
    return { minimal: make("minimal"), full: make("full") };
  }
}

/** The example that `crdgen example` makes of a version, judged by functions of that version. */
export function exampleText(
  resource: Resource,
  version: Version,
  functions: CreationFunctions,
  minor: KubernetesMinor,
  size: ExampleSize,
): ExampleText {
  const judge = createCreationJudge(functions);
  const options = { full: size === "full", seed: 0, fixed: [] };
  const example = makeExample(resource, version, judge, minor, options);
  return example.errors.length === 0
    ? { yaml: writeCommentedYaml(example.object, version.annotations) }
    : { faults: faultsOf(example, version).map(({ fault }) => fault) };
}
