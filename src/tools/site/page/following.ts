import { askedField, onAsked } from "./asked-field.js";
import type { CodeColumn } from "./code-column.js";
import { keepInView } from "./code-column.js";
import { all, around, part } from "./elements.js";

/** Lets the code, the contents and the bar follow the field in view. */
export function installFollowing(column: CodeColumn | undefined): void {
  const contents = new Contents();
  let shown: Element | undefined;
  const show = (next: HTMLElement): void => {
    if (next === shown) return;
    shown?.classList.remove("here");
    next.classList.add("here");
    shown = next;
    const fields = fieldsAround(next);
    contents.mark(next, fields);
    const [field] = fields;
    if (field === undefined) return;
    const paths = fields.map(({ dataset }) => dataset["path"] ?? "");
    column?.follow(Number(field.dataset["node"]), paths);
  };
  const follow = (): void => {
    const next = askedField() ?? inView();
    if (next !== undefined) show(next);
  };
  document.addEventListener("scroll", atMostOften(follow), { passive: true });
  onAsked(follow);
  follow();
}

/** Who scrolls fast reads nothing, and wants to see the page move. In milliseconds. */
const pause = 100;

function atMostOften(action: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      requestAnimationFrame(() => {
        isWaiting = false;
        action();
      });
    }, pause);
  };
}

/** A field and those around it, from the inside. */
function fieldsAround(element: HTMLElement): readonly HTMLElement[] {
  const fields: HTMLElement[] = [];
  let field = element.closest<HTMLElement>(".field");
  while (field !== null) {
    fields.push(field);
    field = field.parentElement?.closest<HTMLElement>(".field") ?? null;
  }
  return fields;
}

/** The innermost field, or part without fields, at the line where one reads. */
function inView(): HTMLElement | undefined {
  const tree = part("tree", HTMLDivElement);
  const first = tree?.querySelector<HTMLElement>(".field") ?? part("group-0", HTMLHeadingElement);
  const body = tree?.parentElement ?? first?.closest<HTMLElement>("main");
  if (first === undefined || body === null || body === undefined) return undefined;
  const line = readingLine();
  if (first.getBoundingClientRect().top > line) return first;
  const { left, width } = body.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, line);
  return at?.closest<HTMLElement>(".field, .body > .part, .group") ?? undefined;
}

/** In CSS pixels from the top; further down near the end of the page, so that all is reached. */
function readingLine(): number {
  const root = document.documentElement;
  const least = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 48;
  const left = (root.scrollHeight - innerHeight - scrollY) / innerHeight;
  return Math.min(innerHeight - 1, least + Math.max(0, 1 - left) * (innerHeight - least));
}

/** The contents of the page, and the bar that stands for them on narrow screens. */
class Contents {
  readonly #box = part("contents", HTMLElement);
  readonly #where = part("where", HTMLElement);
  readonly #links: ReadonlyMap<string, HTMLAnchorElement>;

  constructor() {
    const links = this.#box === undefined ? [] : all<HTMLAnchorElement>("a", this.#box);
    this.#links = new Map(links.map((link) => [link.hash.slice(1), link]));
    this.#box?.addEventListener("click", (event) => {
      if (around(event, "a") !== undefined && this.#box?.matches(":popover-open") === true) {
        this.#box.hidePopover();
      }
    });
  }

  mark(element: HTMLElement, fields: readonly HTMLElement[]): void {
    const heading = element.matches(".field") ? null : element.querySelector("h2");
    const ids = heading === null ? fields.map(({ id }) => id) : [heading.id];
    const path = fields[0]?.dataset["path"];
    if (this.#where !== undefined) this.#where.textContent = path ?? heading?.textContent ?? "";
    this.#box?.querySelector("a.here")?.classList.remove("here");
    const link = ids.map((id) => this.#links.get(encodeId(id))).find((one) => one !== undefined);
    link?.classList.add("here");
    if (link === undefined || this.#box === undefined) return;
    if (getComputedStyle(this.#box).position === "sticky") keepInView(this.#box, link);
  }
}

/** An id as browsers give it in addresses. */
function encodeId(id: string): string {
  const link = document.createElement("a");
  link.href = `#${id}`;
  return link.hash.slice(1);
}
