import type { FieldError } from "../values/field-error.js";
import { fieldErrorText } from "../values/field-error.js";
import { invalidError } from "../values/field-errors.js";
import { labelKeyFaults, labelValueFaults } from "../values/names.js";
import { badRequestFailure } from "./failure.js";
import { integerFault } from "./request-info.js";

/** Labels, or the texts of fields, by their names. */
export type Attributes = ReadonlyMap<string, string>;

/** Tells whether an object is selected. */
export type AttributeTest = (attributes: Attributes) => boolean;

interface LabelToken {
  readonly kind: "end" | "error" | "word" | "symbol";
  readonly text: string;
}

const tokenPattern = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n]+))/y;

/**
 * The terms of a label selector (apimachinery `labels/selector.go`); no terms match everything.
 *
 * @throws Failure 400 with the server's words
 */
export function parseLabelSelector(text: string): readonly AttributeTest[] {
  return new LabelSelectorParser(text).parse();
}

class LabelSelectorParser {
  readonly #tokens: readonly LabelToken[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  parse(): readonly AttributeTest[] {
    const tests: AttributeTest[] = [];
    for (;;) {
      const { kind, text } = this.#peek();
      if (kind === "end") return tests;
      if (kind !== "word" && text !== "!") {
        throw badRequestFailure(`found '${text}', expected: !, identifier, or 'end of string'`);
      }
      tests.push(this.#requirement());
      const next = this.#next();
      if (next.kind === "end") return tests;
      if (next.text !== "," || next.kind !== "symbol") {
        throw badRequestFailure(`found '${next.text}', expected: ',' or 'end of string'`);
      }
      const after = this.#peek();
      if (after.kind !== "word" && after.text !== "!") {
        throw badRequestFailure(`found '${after.text}', expected: identifier after ','`);
      }
    }
  }

  #requirement(): AttributeTest {
    const isAbsent = this.#skip("!");
    const key = this.#next();
    if (key.kind !== "word") refuseTerm(`found '${key.text}', expected: identifier`);
    refuseFaults(labelKeyFaults(key.text), "<nil>", key.text);
    if (isAbsent) return (labels) => !labels.has(key.text);
    const { kind, text } = this.#peek();
    if (kind === "end" || (kind === "symbol" && text === ",")) {
      return (labels) => labels.has(key.text);
    }
    const operator = this.#operator();
    const isSet = operator === "in" || operator === "notin";
    const values = isSet ? this.#values() : [this.#value()];
    return requirementTest(key.text, operator, values);
  }

  #operator(): string {
    const { kind, text } = this.#next();
    const isWord = kind === "word" && /^(not)?in$/.test(text);
    if (isWord || (kind === "symbol" && /^(==?|!=|<|>)$/.test(text))) return text;
    return refuseTerm(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
  }

  #value(): string {
    const { kind, text } = this.#peek();
    if (kind === "end" || (kind === "symbol" && text === ",")) return "";
    this.#at++;
    return kind === "word" ? text : refuseTerm(`found '${text}', expected: identifier`);
  }

  #values(): readonly string[] {
    const open = this.#next();
    if (open.text !== "(") refuseTerm(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (this.#skip(")")) return [""];
    if (first.kind !== "word" && first.text !== ",") {
      refuseTerm(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values = new Set<string>();
    for (;;) {
      const { kind, text } = this.#next();
      const next = this.#peek();
      if (kind === "word") {
        values.add(text);
        if (this.#skip(")")) break;
        if (next.text !== ",") refuseTerm(`found '${next.text}', expected: ',' or ')'`);
      } else if (text === ",") {
        if (values.size === 0 || next.text === ",") values.add("");
        if (next.text === ")") values.add("");
        if (this.#skip(")")) break;
      } else {
        refuseTerm(`found '${text}', expected: ',', or identifier`);
      }
    }
    return [...values].sort();
  }

  #peek(): LabelToken {
    return this.#tokens[this.#at] ?? endToken;
  }

  #next(): LabelToken {
    const token = this.#peek();
    this.#at++;
    return token;
  }

  #skip(symbol: string): boolean {
    const { kind, text } = this.#peek();
    const isThere = kind === "symbol" && text === symbol;
    if (isThere) this.#at++;
    return isThere;
  }
}

const endToken: LabelToken = { kind: "end", text: "" };

function tokensOf(text: string): readonly LabelToken[] {
  const tokens: LabelToken[] = [];
  tokenPattern.lastIndex = 0;
  // The lexer takes a NUL for the end.
  const [read = ""] = text.split("\0");
  for (let found = tokenPattern.exec(read); found !== null; found = tokenPattern.exec(read)) {
    const [, symbol, word = ""] = found;
    const isWord = symbol === undefined;
    tokens.push(isWord ? { kind: "word", text: word } : { kind: "symbol", text: symbol });
  }
  return tokens;
}

function requirementTest(key: string, operator: string, values: readonly string[]): AttributeTest {
  const errors: FieldError[] = [];
  const isOrder = operator === "<" || operator === ">";
  for (const [index, value] of values.entries()) {
    if (isOrder && integerFault(value) !== undefined) {
      const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
      errors.push(invalidError(`values[${index}]`, value, detail));
    }
  }
  for (const [index, value] of values.entries()) {
    const faults = labelValueFaults(value);
    if (faults.length > 0) {
      errors.push(invalidError(`values[${index}][${key}]`, value, faults.join("; ")));
    }
  }
  if (errors.length > 0) refuseErrors(errors);
  const [value = ""] = values;
  const all = new Set(values);
  switch (operator) {
    case "in":
      return (labels) => all.has(labels.get(key) ?? "") && labels.has(key);
    case "notin":
      return (labels) => !labels.has(key) || !all.has(labels.get(key) ?? "");
    case "!=":
      return (labels) => labels.get(key) !== value;
    case "<":
    case ">":
      return (labels) => isInOrder(labels.get(key), operator, BigInt(value.replace(/^\+/, "")));
    default:
      return (labels) => labels.get(key) === value;
  }
}

function isInOrder(label: string | undefined, operator: "<" | ">", limit: bigint): boolean {
  if (label === undefined || integerFault(label) !== undefined) return false;
  const value = BigInt(label.replace(/^\+/, ""));
  return operator === "<" ? value < limit : value > limit;
}

function refuseFaults(faults: readonly string[], field: string, value: string): void {
  if (faults.length > 0) refuseErrors([invalidError(field, value, faults.join("; "))]);
}

function refuseErrors(errors: readonly FieldError[]): never {
  const texts = [...new Set(errors.map(fieldErrorText))];
  return refuseTerm(texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`);
}

function refuseTerm(fault: string): never {
  throw badRequestFailure(`unable to parse requirement: ${fault}`);
}

/** One term of a field selector. */
export interface FieldTerm {
  readonly field: string;
  readonly isEqual: boolean;
  readonly value: string;
}

/**
 * The terms of a field selector, sorted as the server sorts them (apimachinery
 * `fields/selector.go`).
 *
 * @throws Failure 400 with the server's words
 */
export function parseFieldSelector(text: string): readonly FieldTerm[] {
  const terms = splitTerms(text).map((part) => fieldTerm(text, part));
  // A term without a field and a value selects everything.
  return terms.filter(({ field, value }) => field !== "" || value !== "");
}

function splitTerms(text: string): readonly string[] {
  const terms = [""];
  let isEscaped = false;
  for (const character of text) {
    if (character === "," && !isEscaped) terms.push("");
    else terms.push((terms.pop() ?? "") + character);
    isEscaped = !isEscaped && character === "\\";
  }
  return terms.filter((term) => term !== "").sort();
}

function fieldTerm(selector: string, part: string): FieldTerm {
  const found = /^(.*?)(!=|==?)(.*)$/s.exec(part);
  if (found === null) {
    throw badRequestFailure(`invalid selector: '${selector}'; can't understand '${part}'`);
  }
  const [, field = "", operator, value = ""] = found;
  return { field, isEqual: operator !== "!=", value: unescapeValue(value) };
}

function unescapeValue(text: string): string {
  let value = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === "," || character === "=") {
      const fault = `unescaped character in value: ${character.charCodeAt(0)}`;
      throw badRequestFailure(`invalid field selector: ${fault}`);
    }
    if (character !== "\\") {
      value += character;
      continue;
    }
    const next = Array.from(text.slice(index + 1, index + 3))[0] ?? "";
    if (!/^[\\,=]$/.test(next)) {
      throw badRequestFailure(`invalid field selector: invalid escape sequence: \\${next}`);
    }
    value += next;
    index++;
  }
  return value;
}
