import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { camelCase } from "../../emit/identifiers.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import type { CompiledRule } from "../../rules/compile-rules.js";
import { isCompileFault } from "../../rules/compile-rules.js";
import type { CostLimits } from "../../rules/cost-limits.js";
import { CostBounds, serverCostLimits } from "../../rules/cost-limits.js";
import type { RuledNode } from "../../rules/ruled-nodes.js";
import type { StoredRules } from "../../rules/stored-rules.js";
import type { NameTable } from "../names.js";
import { selfAccess } from "./rule-code.js";
import type { RulePlace } from "./rule-entries.js";
import { RuleEntries } from "./rule-entries.js";
import type { TestedFields } from "./tested-fields.js";
import { testedFields } from "./tested-fields.js";
import type { RuleFile } from "./writing/rule-file.js";

/**
 * The nodes of a schema that have rules, as the runtime's `RuleNode`: a constant for each distinct
 * one, with the functions of its rules before it. Rules are those that a server runs, so they may
 * use all that it knows.
 */
export class RuleTree {
  readonly #file: RuleFile;
  readonly #names: Pick<NameTable, "localName">;
  readonly #rules: StoredRules;
  readonly #entries: RuleEntries;

  /** `limits` are those of a server, unless a test wants others. */
  constructor(
    file: RuleFile,
    names: Pick<NameTable, "localName">,
    rules: StoredRules,
    limits: CostLimits = serverCostLimits,
  ) {
    this.#file = file;
    this.#names = names;
    this.#rules = rules;
    this.#entries = new RuleEntries(file, new CostBounds(rules, limits));
  }

  /** The node of a whole object, as a rule of a resource; `undefined` when no rule runs. */
  root(schema: Schema, isResource = true): Expr | undefined {
    const node = this.#rules.root(schema, isResource);
    if (node === undefined) return undefined;
    this.#entries.bounds.begin(node);
    return this.#node(node);
  }

  #node(node: RuledNode): Expr {
    const base = camelCase(this.#names.localName(node.schema));
    return this.#file.constant(
      `node ${String(node.id)}`,
      `${base}Node`,
      () => objectCode(this.#members(node, base)),
      "RuleNode",
    );
  }

  #members(node: RuledNode, base: string): readonly Member[] {
    const { schema, values, items } = node;
    const members: Member[] = [{ key: "type", value: expr`${schema.type}` }];
    if (schema.rules.length > 0) members.push(...this.#rulesMembers(node, base));
    const fields: Member[] = [];
    for (const [name, field] of node.fields) fields.push({ key: name, value: this.#node(field) });
    if (fields.length > 0) members.push({ key: "fields", value: objectCode(fields) });
    if (values !== undefined) members.push({ key: "values", value: this.#node(values) });
    if (items !== undefined) {
      members.push({ key: "items", value: this.#node(items) });
      if (schema.listType === "map" && schema.listMapKeys.length > 0) {
        const keys = schema.listMapKeys.map((key) => expr`${key}`);
        members.push({ key: "keys", value: listCode(keys) });
      }
    }
    return members;
  }

  #rulesMembers({ schema, isResource, declared }: RuledNode, base: string): readonly Member[] {
    if (declared === undefined) {
      const fault = "failed to convert to declType for CEL validation rules";
      return [{ key: "fault", value: expr`${fault}` }];
    }
    const place = { schema, isResource, base };
    const compiled = this.#rules.compile(schema, declared);
    const tested = this.#testedFields(compiled, place);
    const rules = compiled.map((rule) => this.#entries.of(rule, place, tested));
    return [
      ...this.#valueMembers(schema, isResource),
      ...(tested.list.length === 0 ? [] : [this.#testedMember(tested.list)]),
      { key: "rules", value: listCode(rules) },
    ];
  }

  #testedMember(list: readonly Expr[]): Member {
    const make = this.#file.runtime("testedFields");
    return { key: "tested", value: expr`/* @__PURE__ */ ${make}(${listCode(list)})` };
  }

  #testedFields(
    compiled: readonly CompiledRule[],
    { schema, isResource }: RulePlace,
  ): TestedFields {
    const expressions = compiled.flatMap(({ expression }) =>
      expression === undefined || isCompileFault(expression) ? [] : [expression.checked.ast],
    );
    return testedFields(this.#file, expressions, schema, isResource);
  }

  /** What the rules of a node and their errors do with its value. */
  #valueMembers(schema: Schema, isResource: boolean): readonly Member[] {
    const read = selfAccess(this.#file, schema, isResource);
    const isShown = schema.type !== "object" && schema.type !== "array";
    return [
      ...(read.isLate ? [] : [{ key: "read", value: read.reader }]),
      ...(isShown ? [{ key: "valueText", value: this.#file.runtime("badValueText") }] : []),
    ];
  }
}
