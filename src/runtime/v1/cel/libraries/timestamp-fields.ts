import type { Timestamp } from "../values/times.js";

/** `getFullYear()`, in UTC. */
export function fullYear(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCFullYear();
}

/** `getMonth()`: 0 is January. */
export function month(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCMonth();
}

/** `getDate()`: the day of the month, from 1. */
export function dayOfMonthFromOne(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCDate();
}

/** `getDayOfMonth()`: the day of the month, from 0. */
export function dayOfMonth(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCDate() - 1;
}

/** `getDayOfWeek()`: 0 is Sunday. */
export function dayOfWeek(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCDay();
}

/** `getDayOfYear()`, from 0. */
export function dayOfYear(timestamp: Timestamp): number {
  const date = dateOf(timestamp);
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((date.getTime() - start.getTime()) / 86_400_000);
}

/** `getHours()`. */
export function hours(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCHours();
}

/** `getMinutes()`. */
export function minutes(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCMinutes();
}

/** `getSeconds()`. */
export function seconds(timestamp: Timestamp): number {
  return dateOf(timestamp).getUTCSeconds();
}

/** `getMilliseconds()`: those within the second. */
export function milliseconds(timestamp: Timestamp): number {
  return Math.trunc(timestamp.nanoseconds / 1_000_000);
}

function dateOf(timestamp: Timestamp): Date {
  return new Date(timestamp.seconds * 1000);
}
