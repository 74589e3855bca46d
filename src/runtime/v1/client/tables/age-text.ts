/**
 * How long ago something was, as `kubectl get` shows it (apimachinery `util/duration/duration.go`,
 * HumanDuration).
 *
 * @param milliseconds since then; `<invalid>` for times to come, and for what is no number
 */
export function ageText(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  if (!(seconds >= -1)) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return pair(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return pair(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (hours < 192) return pair(days, "d", hours % 24, "h");
  const years = Math.trunc(days / 365);
  if (years < 2) return `${days}d`;
  return years < 8 ? pair(years, "y", days % 365, "d") : `${years}y`;
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}
