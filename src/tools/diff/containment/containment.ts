import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import { Samples } from "../../../crd/values/samples.js";
import type { TextLimit } from "../../../crd/values/texts.js";
import { programOf, searchText, textFactsOf } from "../../../crd/values/texts.js";
import { ValueCheck } from "../../../crd/values/value-check.js";
import type { ValueNode } from "../../../crd/values/value-node.js";
import {
  branchesOf,
  branchWith,
  childNode,
  typesOf,
  validationsOf,
} from "../../../crd/values/value-node.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { formatPatterns } from "../../../runtime/versions/format-texts.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { Verdict } from "./proofs.js";
import { allOf, failsWith, holds, provenByKeyword, unknownFor } from "./proofs.js";

/**
 * Decides whether all values that one schema allows fit what another one demands. What holds has
 * been proven by keywords and automata; what fails has a value that the server's checks accept by
 * the one and refuse by the other. Everything else is unknown.
 */
export class Containment {
  /** The checks that stand behind each verdict. */
  readonly check: ValueCheck;
  /** Values that are valid at a place. */
  readonly samples: Samples;

  constructor(minor: KubernetesMinor) {
    this.check = new ValueCheck(minor);
    this.samples = new Samples(this.check);
  }

  /** Tells whether all values of a place fit some keywords. */
  fitsKeywords(node: ValueNode, keywords: Partial<ValueValidation>): Verdict {
    return this.fits(node, branchWith(keywords));
  }

  /** Tells whether all values of a place fit a branch of a junctor, or keywords in that form. */
  fits(node: ValueNode, wanted: NestedValidation, depth = 0): Verdict {
    if (branchesOf(node).includes(wanted)) return holds;
    const finite = this.#finiteValues(node);
    if (finite !== undefined) return this.#fitsAll(finite, wanted);
    const proven = allOf(this.#parts(node, wanted, depth));
    if (proven.is === "holds") return holds;
    const example = this.#example(node, wanted);
    if (example !== undefined) return failsWith(example);
    return proven.is === "unknown" ? proven : unknownFor("no value that is refused could be found");
  }

  /**
   * All values, where there are so few that each can be asked; `undefined` where there are many.
   */
  #finiteValues(node: ValueNode): readonly Json[] | undefined {
    const [first] = validationsOf(node).filter(({ enum: entries }) => entries.length > 0);
    const values =
      first?.enum ?? (typesOf(node.schema).join() === "boolean" ? [true, false] : undefined);
    return values?.filter((value) => value !== null && this.check.acceptsAt(node, value));
  }

  #fitsAll(values: readonly Json[], wanted: NestedValidation): Verdict {
    const refused = values.find((value) => !this.check.accepts(wanted, value));
    return refused === undefined ? holds : failsWith(refused);
  }

  *#parts(node: ValueNode, wanted: NestedValidation, depth: number): Iterable<Verdict> {
    yield this.#ofType(node.schema, wanted);
    yield* provenByKeyword(node, wanted.validation, this.check);
    yield* this.#junctors(node, wanted.validation, depth);
    for (const [name, field] of wanted.fields) yield this.#ofField(node, name, field, depth);
    if (wanted.items !== undefined && node.schema.items !== undefined) {
      const items = childNode(node, node.schema.items, (branch) => branch.items);
      yield this.#below(items, wanted.items, depth);
    }
    if (wanted.values !== undefined) yield unknownFor("it speaks of all keys of an object");
  }

  #ofType(schema: Schema, { type }: NestedValidation): Verdict {
    const isFitting = typesOf(schema).every(
      (own) => own === type || (own === "integer" && type === "number"),
    );
    return type === "" || isFitting ? holds : unknownFor(`it demands the type ${type}`);
  }

  #ofField(node: ValueNode, name: string, wanted: NestedValidation, depth: number): Verdict {
    const { fields, values, preserveUnknownFields } = node.schema;
    const schema = fields.get(name) ?? (typeof values === "object" ? values : undefined);
    if (schema !== undefined) {
      const child = childNode(node, schema, (branch) => branch.fields.get(name));
      return this.#below(child, wanted, depth);
    }
    // What the schema does not name is not there: the server has pruned it.
    return preserveUnknownFields || values !== undefined
      ? unknownFor(`'${name}' may have any value`)
      : holds;
  }

  /** A value that is refused below is one of a part, of which the whole may not allow all. */
  #below(child: ValueNode, wanted: NestedValidation, depth: number): Verdict {
    if (depth > deepest) return unknownFor("it is nested too deeply");
    const verdict = this.fits(child, wanted, depth + 1);
    return verdict.is === "fails" ? unknownFor("of a part, not all values fit") : verdict;
  }

  *#junctors(node: ValueNode, wanted: ValueValidation, depth: number): Iterable<Verdict> {
    for (const branch of wanted.allOf) yield this.fits(node, branch, depth + 1);
    if (wanted.anyOf.length > 0) yield this.#ofChoice(node, "anyOf", wanted, depth);
    if (wanted.oneOf.length > 0) yield this.#ofChoice(node, "oneOf", wanted, depth);
    const { not } = wanted;
    if (not !== undefined && !validationsOf(node).some((own) => own.not === not)) {
      yield unknownFor("nothing can be proven of not");
    }
  }

  #ofChoice(
    node: ValueNode,
    keyword: "anyOf" | "oneOf",
    wanted: ValueValidation,
    depth: number,
  ): Verdict {
    const branches = new Set(wanted[keyword]);
    const own = validationsOf(node);
    const isSame = own.some(
      (validation) =>
        validation[keyword].length === branches.size &&
        validation[keyword].every((branch) => branches.has(branch)),
    );
    if (isSame) return holds;
    if (keyword === "oneOf") return unknownFor("nothing can be proven of oneOf");
    // Some branch that is wanted has to hold for each branch of a choice that the values made.
    const hasAny = (at: ValueNode): boolean =>
      wanted.anyOf.some((branch) => this.#proves(at, branch, depth));
    if (hasAny(node)) return holds;
    const isCovered = own
      .flatMap(({ anyOf, oneOf }) => [anyOf, oneOf])
      .some((list) => list.length > 0 && list.every((branch) => hasAny(withBranch(node, branch))));
    return isCovered ? holds : unknownFor(`nothing can be proven of ${keyword}`);
  }

  #proves(node: ValueNode, branch: NestedValidation, depth: number): boolean {
    if (depth > deepest) return false;
    const finite = this.#finiteValues(node);
    if (finite !== undefined) return this.#fitsAll(finite, branch).is === "holds";
    return (
      branchesOf(node).includes(branch) ||
      allOf(this.#parts(node, branch, depth + 1)).is === "holds"
    );
  }

  #example(node: ValueNode, wanted: NestedValidation): Json | undefined {
    const isExample = (value: Json): boolean =>
      this.check.acceptsAt(node, value) && !this.check.accepts(wanted, value);
    const text = textWitness(node, wanted.validation, this.check).find(isExample);
    return text ?? this.samples.of(node).find((value) => !this.check.accepts(wanted, value));
  }
}

const deepest = 4;

function withBranch(node: ValueNode, branch: NestedValidation): ValueNode {
  return { ...node, branches: [...node.branches, branch] };
}

/**
 * Texts of a place that may not fit some keywords: the shortest that automata find. Whether they
 * are valid, and refused, is for the caller to ask.
 */
function textWitness(
  node: ValueNode,
  wanted: ValueValidation,
  check: ValueCheck,
): readonly string[] {
  if (!typesOf(node.schema).includes("string")) return [];
  const facts = textFactsOf(node, check.minor);
  return limitsOf(wanted, check).flatMap((limit) => {
    const found = searchText(facts, limit);
    return typeof found === "object" ? [found.text] : [];
  });
}

function limitsOf(wanted: ValueValidation, { minor }: ValueCheck): readonly TextLimit[] {
  const { minLength = 0, maxLength, pattern, format } = wanted;
  const limits: TextLimit[] = [];
  if (minLength > 0) limits.push({ maxLength: minLength - 1 });
  if (maxLength !== undefined) limits.push({ minLength: maxLength + 1 });
  const name = supportedFormat("", format, minor);
  for (const source of [pattern, formatPatterns.get(name)?.pattern ?? ""]) {
    const missing = source === "" ? undefined : programOf(source);
    // What is missing in a longer text may be found in a shorter one, and the other way around.
    if (missing !== undefined) limits.push({ missing }, { missing, minLength: 1 });
  }
  return limits;
}
