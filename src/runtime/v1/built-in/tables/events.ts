import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { CellsByKind } from "./cell.js";
import { numberIn, since, text, textIn, cellValue } from "./cell.js";

/** Events as the core group has them (`pkg/printers/internalversion/printers.go`, printEvent). */
export const eventCells: CellsByKind = {
  "/Event": {
    "Last Seen": lastSeen,
    Type: text("type"),
    Reason: text("reason"),
    Object: (event) => {
      const kind = textIn(event, "involvedObject.kind").toLowerCase();
      const name = textIn(event, "involvedObject.name");
      return name === "" ? kind : `${kind}/${name}`;
    },
    Subobject: text("involvedObject.fieldPath"),
    Source: (event) => {
      const component = textIn(event, "source.component", textIn(event, "reportingComponent"));
      const instance = textIn(event, "source.host", textIn(event, "reportingInstance"));
      return instance === "" ? component : `${component}, ${instance}`;
    },
    Message: (event) => textIn(event, "message").trim(),
    "First Seen": firstSeen,
    Count: (event) => {
      const { series } = event;
      // One without a count happened once.
      return isObject(series) ? numberIn(series, "count") : numberIn(event, "count") || 1;
    },
  },
};

function firstSeen(event: JsonObject, now: number): string {
  return since(textIn(event, "firstTimestamp", textIn(event, "eventTime")), now);
}

function lastSeen(event: JsonObject, now: number): string {
  const series = cellValue(event, "series");
  if (series !== null) return since(textIn(series, "lastObservedTime"), now);
  const last = textIn(event, "lastTimestamp");
  return last === "" ? firstSeen(event, now) : since(last, now);
}
