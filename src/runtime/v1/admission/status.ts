import type { FieldError } from "../values/field-error.js";
import { distinctErrors, fieldErrorText } from "../values/field-error.js";
import { quote } from "../values/go/quote.js";
import type { Status } from "../values/kubernetes.js";
import { failureStatus, timedOut } from "./admission-status.js";

/**
 * What an object is called in the answer: the kind with its group, and the object's name, which may
 * be empty.
 */
export interface ObjectIdentity {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * The answer to an object with errors (apimachinery `api/errors.NewInvalid`): every error is a
 * cause; in the message errors of equal text stand once. Empty names and groups are left out of the
 * details. With so many errors that the message takes the server longer than it has for a request,
 * it answers 504.
 */
export function invalidStatus(
  { group, kind, name }: ObjectIdentity,
  errors: readonly FieldError[],
): Status {
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const distinct = distinctErrors(errors);
  if (distinct === undefined) return timedOut();
  const message = `${qualified} ${quote(name)} is invalid: ${listed(distinct.map(fieldErrorText))}`;
  return failureStatus(422, "Invalid", message, {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    kind,
    causes: [...errors],
  });
}

/** One text of several errors. */
export function aggregateText(errors: readonly FieldError[]): string {
  return aggregateTexts(errors.map(fieldErrorText));
}

/**
 * One text of several as Go's aggregates of errors print them: in brackets unless there is but one,
 * each once (apimachinery `util/errors`).
 */
export function aggregateTexts(texts: readonly string[]): string {
  return listed([...new Set(texts)]);
}

function listed(texts: readonly string[]): string {
  return texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
}
