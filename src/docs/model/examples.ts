import { writeCommentedYaml } from "../../example/commented-yaml.js";
import type { CreationFunctions } from "../../example/creation-judge.js";
import { createCreationJudge } from "../../example/creation-judge.js";
import { makeExample } from "../../example/example.js";
import { faultsOf } from "../../example/faults.js";
import { interpretVersion } from "../../interpret/admission.js";
import { InterpretedRules } from "../../interpret/rules.js";
import type { Resource, Version } from "../../ir/resource.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
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
