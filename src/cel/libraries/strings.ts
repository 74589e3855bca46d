import type { Amount, CallEstimate, CostModel, Range, SizedCall } from "../cost-model.js";
import {
  addAmounts,
  addRanges,
  exactly,
  multiplyRanges,
  sizeOf,
  traversal,
  wrapped,
} from "../cost-model.js";
import { copyReceiver, costing, elementOf, readElements, readReceiver } from "./estimates.js";
import type { Library } from "./row.js";
import { before, calls, global, library, member, row, tries } from "./row.js";
import { dyn, int, list, string } from "./types.js";

/** The string functions without formatting (cel-go `ext/strings.go`, version 0). */
export const stringsLibrary: Library = library({
  name: "strings",
  introduced: 0,
  counted: "stringFunctions",
  functions: [
    row("charAt", {}, member("string_char_at_int", [string, int], string, tries("charAt"))),
    row(
      "indexOf",
      { estimate: readElements, cost: "readDeepCost" },
      member(
        "string_index_of_string",
        [string, string],
        int,
        tries("indexOfText", {
          older: [before(32, "indexOfTextBefore32", "stringFunctionsBefore32")],
        }),
      ),
      member(
        "string_index_of_string_int",
        [string, string, int],
        int,
        tries("indexOfText", {
          older: [
            before(32, "indexOfTextBefore32", "stringFunctionsBefore32"),
            before(37, "indexOfTextBefore37", "stringFunctionsBefore37"),
          ],
        }),
      ),
    ),
    row(
      "join",
      { estimate: estimateJoin, cost: "readResultTwiceCost" },
      member("list_join", [list(string)], string, tries("joinTexts")),
      member("list_join_string", [list(string), string], string, tries("joinTexts")),
    ),
    row(
      "lastIndexOf",
      { estimate: readElements, cost: "readDeepCost" },
      member(
        "string_last_index_of_string",
        [string, string],
        int,
        calls("lastIndexOfText", {
          older: [before(34, "lastIndexOfTextBefore34", "stringFunctionsBefore34", true)],
        }),
      ),
      member(
        "string_last_index_of_string_int",
        [string, string, int],
        int,
        tries("lastIndexOfTextFrom", {
          older: [
            before(32, "lastIndexOfTextBefore32", "stringFunctionsBefore32"),
            before(37, "lastIndexOfTextBefore37", "stringFunctionsBefore37"),
          ],
        }),
      ),
    ),
    row(
      "lowerAscii",
      { estimate: copyReceiver, cost: "readFirstCost" },
      member("string_lower_ascii", [string], string, calls("lowerAscii")),
    ),
    row(
      "replace",
      { estimate: estimateReplace, cost: "readTwiceCost" },
      member(
        "string_replace_string_string",
        [string, string, string],
        string,
        calls("replaceText"),
      ),
      member(
        "string_replace_string_string_int",
        [string, string, string, int],
        string,
        calls("replaceText"),
      ),
    ),
    row(
      "split",
      { estimate: estimateSplit, cost: "readTwiceCost" },
      member("string_split_string", [string, string], list(string), calls("splitText")),
      member("string_split_string_int", [string, string, int], list(string), calls("splitText")),
    ),
    row(
      "substring",
      { estimate: copyReceiver, cost: "readFirstCost" },
      member("string_substring_int", [string, int], string, tries("substring")),
      member("string_substring_int_int", [string, int, int], string, tries("substring")),
    ),
    row(
      "trim",
      { estimate: copyReceiver, cost: "readFirstCost" },
      member("string_trim", [string], string, calls("trimText")),
    ),
    row(
      "upperAscii",
      { estimate: copyReceiver, cost: "readFirstCost" },
      member("string_upper_ascii", [string], string, calls("upperAscii")),
    ),
  ],
});

function estimateReplace({ target, args }: SizedCall): CallEstimate | undefined {
  const [old, replacement] = args;
  if (target === undefined || old === undefined || replacement === undefined) return undefined;
  const size = sizeOf(target);
  const [oldSize, newSize] = [sizeOf(old), sizeOf(replacement)];
  const isLonger = newSize.max > oldSize.min;
  const isShorter = newSize.min < oldSize.max;
  const resultSize = {
    min: replacedSize(size.min, oldSize.max, newSize.min, isShorter),
    max: replacedSize(size.max, oldSize.min, newSize.max, isLonger),
  };
  return costing(traversal(size, 2), resultSize);
}

/**
 * Size of a text after every `old` in it became a `replacement`. The empty text is found around
 * every character. Where replacing does not go in the direction of the estimate, the text is taken
 * to stay as it is.
 */
function replacedSize(text: Amount, old: Amount, replacement: Amount, changes: boolean): Amount {
  const product = (count: Amount): Range => multiplyRanges(exactly(count), exactly(replacement));
  if (old === 0) {
    const around = addAmounts(text, 1);
    return addRanges(product(around), exactly(text)).max;
  }
  if (!changes) return text;
  return product(ceilingOf(Number(text) / Number(old))).max;
}

/**
 * Go's conversion of a double that is a whole number; 2^64 becomes 2^63 on the processors servers
 * run on.
 */
function ceilingOf(quotient: number): Amount {
  const whole = Math.ceil(quotient);
  if (whole >= 2 ** 64) return 2n ** 63n;
  return whole <= Number.MAX_SAFE_INTEGER ? whole : BigInt(whole);
}

/** Every character may become an element, unless a constant limits their number. */
function estimateSplit({ target, args: [, limit] }: SizedCall): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const size = sizeOf(target);
  let { max } = size;
  if (limit?.expr.kind === "literal" && limit.expr.value.type === "int") {
    max = wrapped(limit.expr.value.value);
  }
  return costing(traversal(size, 2), { min: 0, max });
}

function estimateJoin(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target, args } = call;
  if (target === undefined) return undefined;
  const count = sizeOf(target);
  const element = elementOf(target, model);
  let size = element === undefined ? exactly(0) : multiplyRanges(count, element.size);
  const [separator] = args;
  if (separator !== undefined) {
    const separators = { min: oneLess(count.min), max: oneLess(count.max) };
    size = addRanges(size, multiplyRanges(sizeOf(separator), separators));
  }
  return costing(traversal(size), size);
}

function oneLess(amount: Amount): Amount {
  return amount === 0 ? 0 : wrapped(BigInt(amount) - 1n);
}

/**
 * The functions that version 2 of the strings library has and version 0 has not (cel-go
 * `ext/strings.go`).
 */
export const stringFormatLibrary: Library = library({
  name: "strings 2",
  introduced: 29,
  counted: "stringFunctions",
  functions: [
    row(
      "format",
      { estimate: readReceiver, cost: "readFirstCost" },
      member(
        "string_format",
        [string, list(dyn)],
        string,
        tries("formatString", {
          older: [before(33, "formatStringBefore33", "stringFunctionsBefore33")],
        }),
      ),
    ),
    row(
      "strings.quote",
      { estimate: estimateQuote, cost: "readFirstCost" },
      global("strings_quote", [string], string, calls("quoteText")),
    ),
  ],
});

/** Two quotes, and every character may need a backslash. */
function estimateQuote(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = {
    min: wrapped(BigInt(size.min) + 2n),
    max: wrapped(BigInt(size.max) * 2n + 2n),
  };
  return costing(traversal(size), resultSize);
}
