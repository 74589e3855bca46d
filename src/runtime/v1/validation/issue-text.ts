import type { FieldError } from "../values/field-error.js";
import { uncheckedRulesDetail } from "./check-rules.js";

/*
 * Errors of the server in words for people: beside the field that they are about, so that neither
 * its path nor its value has to be repeated.
 */

/** A fault, and the field that it is about; `""` is the object as a whole. */
export interface IssueText {
  readonly field: string;
  readonly message: string;
}

/**
 * An error in plain words. Errors of junctors, which have their path in their text, are placed at
 * that.
 */
export function issueText({ field, message }: FieldError): IssueText {
  const place = field === "<nil>" ? "" : field;
  const detail = message.replace(invalidValue, "");
  const ofJunctor = place === "" ? junctorDetail.exec(detail) : null;
  if (ofJunctor !== null) {
    const [, path = "", fault = ""] = ofJunctor;
    return { field: path.replace(/\\(["\\])/g, "$1"), message: fault };
  }
  return { field: place, message: worded(withoutPath(detail, place)) };
}

/**
 * Tells whether an error is no fault of its own, but stands for rules that were not run because of
 * others.
 */
export function isUncheckedRules({ field, message }: FieldError): boolean {
  return field === "<nil>" && message.endsWith(uncheckedRulesDetail);
}

/**
 * The text before the detail of an error: the value, as far as its text has an end that can be
 * told.
 */
const invalidValue = /^Invalid value: (?:"(?:[^"\\]|\\.)*"|<nil>|[\w.+-]+): /s;

const junctorDetail = /^"((?:[^"\\]|\\.)*)" (must (?:not )?validate .*)$/s;

function withoutPath(detail: string, field: string): string {
  const beginnings = [field, `.${field}`].map((path) => `${path} in body `);
  const beginning = beginnings.find((text) => detail.startsWith(text)) ?? "";
  return detail.slice(beginning.length);
}

function worded(detail: string): string {
  if (detail === uncheckedRulesDetail) {
    return "some rules were not checked because of the other faults; correct those first";
  }
  return detail
    .replace(/^(must be of type .+?): (?=".*"$)/s, "$1, not ")
    .replace(/^(\w+ value): <nil>/, "$1: null");
}
