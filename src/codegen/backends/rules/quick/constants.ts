import type { ConstantStep } from "../../../../cel/plan/planned-step.js";
import { toDurationValue, toTimestampValue } from "../../../../runtime/v1/cel/operators/convert.js";
import { Duration, Timestamp } from "../../../../runtime/v1/cel/values/times.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { translateRe2 } from "../../../patterns/translate.js";
import { matcherCode } from "../../json-literal.js";
import type { RuleFile } from "../rule-file.js";
import { UnsupportedExpression } from "../rule-file.js";
import type { Operand } from "./operand.js";
import { bool, boundedInt, double, operand, string, value } from "./operand.js";

/** A constant as it is held. */
export function constantOperand(file: RuleFile, constant: ConstantStep["value"]): Operand {
  switch (constant.type) {
    case "bool":
      return operand(expr`${constant.value}`, bool);
    case "double":
      return operand(expr`${constant.value}`, double);
    case "string":
      return operand(expr`${constant.value}`, string);
    case "int": {
      const short = Number(constant.value);
      if (!Number.isSafeInteger(short)) throw new UnsupportedExpression("an int beyond 2^53");
      return boundedInt(expr`${short}`, Math.abs(short));
    }
    case "bytes":
    case "uint":
      throw new UnsupportedExpression(constant.type);
    default:
      return operand(constantValue(file, constant), value);
  }
}

/** A constant as a value of the runtime. What is made once becomes a constant of the file. */
export function constantValue(file: RuleFile, constant: ConstantStep["value"]): Expr {
  switch (constant.type) {
    case "null":
      return expr`null`;
    case "bool":
    case "string":
      return expr`${constant.value}`;
    case "int": {
      const short = Number(constant.value);
      return Number.isSafeInteger(short) ? expr`${short}` : expr`${constant.value}`;
    }
    case "double":
      return expr`new ${file.runtime("Double")}(${constant.value})`;
    case "uint":
      return file.constant(
        `uint ${constant.value}`,
        "uint",
        () => expr`/* @__PURE__ */ new ${file.runtime("Uint")}(${constant.value})`,
      );
    case "bytes": {
      const bytes = Array.from(constant.value, (byte) => expr`${byte}`);
      const made = (): Expr => expr`/* @__PURE__ */ new Uint8Array([${bytes}])`;
      return file.constant(`bytes ${Array.from(constant.value).join(" ")}`, "bytes", made);
    }
    case "type": {
      const made = (): Expr =>
        expr`/* @__PURE__ */ new ${file.runtime("TypeValue")}(${constant.name})`;
      return file.constant(`type ${constant.name}`, "type", made);
    }
  }
}

/** A duration or time whose text is known; undefined for what is none. */
export function timeConstant(
  file: RuleFile,
  text: string,
  kind: "duration constant" | "timestamp constant",
): Operand | undefined {
  const time = kind === "duration constant" ? toDurationValue(text) : toTimestampValue(text);
  if (time instanceof Duration) return timeOperand(file, text, "Duration", [time.nanoseconds]);
  if (!(time instanceof Timestamp)) return undefined;
  const { seconds, nanoseconds, offset } = time;
  const parts = [seconds, nanoseconds, ...(offset === 0 ? [] : [offset])];
  return timeOperand(file, text, "Timestamp", parts);
}

function timeOperand(
  file: RuleFile,
  text: string,
  name: "Duration" | "Timestamp",
  parts: readonly (number | bigint)[],
): Operand {
  const args = parts.map((part) => expr`${part}`);
  const made = (): Expr => expr`/* @__PURE__ */ new ${file.runtime(name)}(${args})`;
  const base = `${name.toLowerCase()}${/^\w+$/.test(text) ? text : ""}`;
  const constant = file.constant(`${name} ${parts.join(" ")}`, base, made);
  return operand(constant, { kind: "class", name });
}

/**
 * A pattern as a constant of the file; undefined for what is none. `asWritten`: only if JavaScript
 * reads it as it stands, and so finds the same part of a text.
 */
export function constantMatcher(
  file: RuleFile,
  source: string,
  asWritten = false,
): Expr | undefined {
  const translated = translateRe2(source);
  if (translated.kind === "error") return undefined;
  if (asWritten && !(translated.kind === "literal" && translated.asWritten)) return undefined;
  return file.constant(`pattern ${source}`, "pattern", () =>
    matcherCode(source, translated, (name) => file.runtime(name)),
  );
}
