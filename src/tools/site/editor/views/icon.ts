/** Drawings on a square of 16, in lines; the style sheet says how wide they are. */
const drawings = {
  refused: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M5.8 5.8l4.4 4.4m0-4.4-4.4 4.4",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3m0 2v.1",
  accepted: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M5.3 8.2l1.9 1.9 3.6-4",
  unknown: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M5.5 8h5",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  link: "M6.5 9.5l3-3M7 4.5l1.3-1.3a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.3 1.3a3 3 0 0 1-4.3-4.3l1.3-1.3",
  down: "M4.5 6.5l3.5 3.5 3.5-3.5",
} as const;

export type IconName = keyof typeof drawings;

/** A small drawing; it says nothing to screen readers, so a text must stand beside it. */
export function icon(name: IconName): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", drawings[name]);
  svg.append(path);
  return svg;
}
