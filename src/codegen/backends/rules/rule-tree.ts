import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { nodesOf } from "../../../cel/syntax/walk.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { CompiledRule } from "../../../crd/rules/compile-rules.js";
import { isCompileFault } from "../../../crd/rules/compile-rules.js";
import type { CostLimits } from "../../../crd/rules/cost-limits.js";
import { CostBounds, serverCostLimits } from "../../../crd/rules/cost-limits.js";
import type { RuledNode } from "../../../crd/rules/ruled-nodes.js";
import type { StoredRules } from "../../../crd/rules/stored-rules.js";
import { usesWholeObjects } from "../../../crd/rules/whole-objects.js";
import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { camelCase } from "../../emit/identifiers.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import type { NameTable } from "../names.js";
import { narrowReaderCode, presentReaderCode } from "./readers.js";
import { RuleEntries } from "./rule-entries.js";
import type { RuleFile } from "./rule-file.js";

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
    const read = this.#reader(compiled, schema, isResource);
    const rules = compiled.map((rule) => this.#entries.of(rule, place, read));
    const isShown = schema.type !== "object" && schema.type !== "array";
    return [
      ...(isShown ? [{ key: "valueText", value: this.#file.runtime("badValueText") }] : []),
      { key: "rules", value: listCode(rules) },
    ];
  }

  /** Reads what the rules of a node look at. */
  #reader(compiled: readonly CompiledRule[], schema: Schema, isResource: boolean): Expr {
    const checked = compiled.flatMap(({ expression, message }) =>
      [expression, message].flatMap((one) =>
        one === undefined || isCompileFault(one) ? [] : [one.checked],
      ),
    );
    if (checked.some(usesWholeObjects)) return presentReaderCode(this.#file, schema, isResource);
    const names = new Set(checked.flatMap(({ ast }) => namesIn(ast)));
    return narrowReaderCode(this.#file, schema, isResource, names, false);
  }
}

/** Names of fields that an expression may mean. */
function namesIn(ast: CelExpr): readonly string[] {
  return [...nodesOf(ast)].flatMap((node) => {
    if (node.kind === "select") return [node.field];
    return node.kind === "literal" && node.value.type === "string" ? [node.value.value] : [];
  });
}
