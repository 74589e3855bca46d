import type { Code } from "../../emit/code.js";
import { code } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import type { CompileFault, CompiledExpression, CompiledRule } from "../../rules/compile-rules.js";
import { isCompileFault } from "../../rules/compile-rules.js";
import type { DeclaredType } from "../../rules/declared-type.js";
import type { StoredRules } from "../../rules/stored-rules.js";
import type { NameTable } from "../names.js";
import { UnsupportedExpression } from "./unsupported.js";
import { declareMessage, declareRule } from "./rule-code.js";
import type { RuleFile } from "./rule-file.js";

/**
 * The nodes of a schema that have rules, as the runtime's `RuleNode`: a constant for each distinct one, with the
 * functions of its rules before it. Rules are those that a server runs, so they may use all that it knows.
 */
export class RuleTree {
  readonly #file: RuleFile;
  readonly #names: Pick<NameTable, "localName">;
  readonly #rules: StoredRules;

  constructor(file: RuleFile, names: Pick<NameTable, "localName">, rules: StoredRules) {
    this.#file = file;
    this.#names = names;
    this.#rules = rules;
  }

  /** The node of a resource; `undefined` when nothing has rules. */
  root(schema: Schema): Code | undefined {
    return schema.hasRules ? this.node(schema, true) : undefined;
  }

  /** The node of a schema that has rules, or has some below. */
  node(schema: Schema, isResource: boolean): Code {
    const key = `node ${schema.id}${isResource ? " resource" : ""}`;
    const base = lowerFirst(this.#names.localName(schema));
    return this.#file.constant(
      key,
      `${base}Node`,
      () => objectCode(this.#members(schema, isResource, base)),
      "RuleNode",
    );
  }

  #members(schema: Schema, isResource: boolean, base: string): readonly Member[] {
    const members: Member[] = [{ key: "type", value: code`${schema.type}` }];
    if (schema.rules.length > 0) members.push(this.#rulesMember(schema, isResource, base));
    const fields: Member[] = [];
    for (const [name, field] of schema.fields) {
      if (field.hasRules) fields.push({ key: name, value: this.#child(field) });
    }
    if (fields.length > 0) members.push({ key: "fields", value: objectCode(fields) });
    if (typeof schema.values === "object" && schema.values.hasRules) {
      members.push({ key: "values", value: this.#child(schema.values) });
    }
    if (schema.items?.hasRules === true) {
      members.push({ key: "items", value: this.#child(schema.items) });
      if (schema.listType === "map" && schema.listMapKeys.length > 0) {
        const keys = schema.listMapKeys.map((key) => code`${key}`);
        members.push({ key: "keys", value: listCode(keys) });
      }
    }
    return members;
  }

  #child(schema: Schema): Code {
    return this.node(schema, schema.embeddedResource);
  }

  #rulesMember(schema: Schema, isResource: boolean, base: string): Member {
    const declared = this.#rules.declaredType(schema, isResource);
    if (declared === undefined) {
      return { key: "fault", value: code`failed to convert to declType for CEL validation rules` };
    }
    const rules = this.#compile(schema, declared).map((rule) =>
      this.#rule(rule, schema, isResource, base),
    );
    return { key: "rules", value: listCode(rules) };
  }

  /** A blank rule is skipped. */
  #compile(schema: Schema, declared: DeclaredType): readonly CompiledRule[] {
    return this.#rules.compile(schema, declared);
  }

  #rule(compiled: CompiledRule, schema: Schema, isResource: boolean, base: string): Code {
    const { rule, expression, message, fieldPath } = compiled;
    const members: Member[] = [
      { key: "rule", value: code`${rule.rule}` },
      { key: "message", value: code`${rule.message}` },
      { key: "reason", value: code`${reasonOf(rule.reason)}` },
    ];
    if (expression === undefined || isCompileFault(expression)) {
      members.push(...faultMembers(expression));
      return objectCode(members);
    }
    const old = compiled.usesOldSelf
      ? compiled.hasOptionalOldSelf
        ? "optional"
        : "required"
      : undefined;
    const node = { schema, isResource, old } as const;
    members.push({ key: "cost", value: code`${Number(expression.maxCost)}` });
    try {
      const evaluate = declareRule(
        this.#file,
        { ...node, checked: expression.checked },
        `${base}Rule`,
      );
      members.push({ key: "evaluate", value: evaluate });
    } catch (error) {
      if (!(error instanceof UnsupportedExpression)) throw error;
      members.push(
        ...faultMembers({ detail: `not supported: ${error.message}`, issues: undefined }),
      );
      return objectCode(members);
    }
    if (message !== undefined && !isCompileFault(message)) {
      const messageOld = old ?? oldOfMessage(message, compiled.hasOptionalOldSelf);
      members.push(
        ...this.#messageMembers(
          message,
          { ...node, old: messageOld },
          base,
          rule.messageExpression,
        ),
      );
    }
    if (fieldPath !== undefined) members.push({ key: "fieldPath", value: code`${fieldPath}` });
    if (old !== undefined) members.push({ key: "transition", value: code`${old}` });
    return objectCode(members);
  }

  #messageMembers(
    message: CompiledExpression,
    node: {
      readonly schema: Schema;
      readonly isResource: boolean;
      readonly old: "required" | "optional" | undefined;
    },
    base: string,
    source: string,
  ): readonly Member[] {
    const describe = declareMessage(
      this.#file,
      { ...node, checked: message.checked },
      `${base}Message`,
    );
    return [
      { key: "describe", value: describe },
      { key: "messageExpression", value: code`${source}` },
    ];
  }
}

/** A message can read the old value where any rule of its node does. */
function oldOfMessage(
  { checked }: CompiledExpression,
  isOptional: boolean,
): "required" | "optional" | undefined {
  for (const reference of checked.references.values()) {
    if (reference.kind === "variable" && reference.name === "oldSelf") {
      return isOptional ? "optional" : "required";
    }
  }
  return undefined;
}

function faultMembers(fault: CompileFault | undefined): readonly Member[] {
  return [
    { key: "cost", value: code`${0}` },
    { key: "evaluate", value: code`() => true` },
    ...(fault === undefined ? [] : [{ key: "fault", value: code`${fault.detail}` }]),
  ];
}

const reasons: ReadonlySet<string> = new Set([
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueRequired",
]);

/** A reason that the server does not know counts as none. */
function reasonOf(reason: string | undefined): string {
  return reason !== undefined && reasons.has(reason) ? reason : "FieldValueInvalid";
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
