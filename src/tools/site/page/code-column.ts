import { html } from "../../docs/html/html.js";
import type { FieldTable } from "../../docs/model/page.js";
import type { CodeLine } from "./code-lines.js";
import { isWithin } from "./code-lines.js";
import { all, around, fill, part } from "./elements.js";
import { typeLines } from "./types-lines.js";
import { yamlLines } from "./yaml-lines.js";

/** More lines are not marked: the first of them says enough. */
const mostMarked = 60;

/** The column of code: its tabs, and what it shows of the field in view. */
export class CodeColumn {
  readonly #table: FieldTable;
  readonly #tabs = all<HTMLElement>(".code [role=tab]");
  /** The lines of the panels that were shown, and their texts. */
  readonly #lines = new Map<HTMLElement, readonly CodeLine[]>();
  readonly #texts = new Map<HTMLElement, string>();
  #chosen: HTMLElement | undefined;
  #paths: readonly string[] = [];

  constructor(table: FieldTable) {
    this.#table = table;
    const list = this.#tabs[0]?.parentElement;
    const isFirst = (tab: HTMLElement): boolean => panelOf(tab)?.matches(".later") === false;
    const first = this.#tabs.find(isFirst) ?? this.#tabs[0];
    if (first === undefined) return;
    list?.addEventListener("click", (event) => {
      const tab = around(event, "[role=tab]");
      if (tab !== undefined) this.#choose(tab);
    });
    list?.addEventListener("keydown", (event) => {
      this.#onKey(event);
    });
    this.#choose(first);
  }

  /** The text of the panel that is shown, and its element. */
  shown(): { readonly element: HTMLElement; readonly text: string } | undefined {
    const source = this.#source();
    if (source === undefined) return undefined;
    return { element: source, text: this.#texts.get(source) ?? source.textContent };
  }

  /**
   * Shows what is about a field: its lines, its schema, and how kubectl explains it.
   *
   * @param paths that of the field, and of those around it, from the inside
   */
  follow(node: number, paths: readonly string[]): void {
    this.#paths = paths;
    const [path = ""] = paths;
    const { type = "", source } = this.#table.nodes[node] ?? {};
    const schema = part("panel-schema", HTMLDivElement)?.querySelector<HTMLElement>("pre");
    if (schema) {
      this.#setText(schema, `# ${path}\n${source ?? `type: ${type}\n`}`);
      this.#lines.delete(schema);
    }
    const explain = part("explain", HTMLElement);
    const names = path.replace(/\[\*\]|\.\*/g, "");
    if (explain !== undefined) {
      explain.textContent = `${explain.dataset["name"] ?? ""}.${names}`;
    }
    this.#show();
  }

  /** Tabs as the ARIA Authoring Practices describe them. */
  #choose(chosen: HTMLElement): void {
    this.#chosen = chosen;
    for (const tab of this.#tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = panelOf(tab);
      if (panel === null) continue;
      panel.hidden = !isChosen;
      panel.classList.remove("later");
    }
    this.#leadToEditor(chosen.id);
    this.#show();
  }

  /** The editor opens with the example that is shown. */
  #leadToEditor(tab: string): void {
    const link = part("edit", HTMLAnchorElement);
    const size = /^section:tab-(minimal|full)$/.exec(tab)?.[1];
    if (link === undefined) return;
    const [plain = ""] = link.href.split("&example=");
    link.href = size === undefined ? plain : `${plain}&example=${size}`;
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const now = this.#tabs.findIndex((tab) => tab === document.activeElement);
    const next = this.#tabs[(now + step + this.#tabs.length) % this.#tabs.length];
    if (next === undefined) return;
    this.#choose(next);
    next.focus();
  }

  #source(): HTMLElement | undefined {
    const panel = this.#chosen === undefined ? null : panelOf(this.#chosen);
    return panel?.querySelector<HTMLElement>("pre") ?? undefined;
  }

  /** Colours the panel that is shown, and marks the lines of the field. */
  #show(): void {
    const source = this.#source();
    if (source === undefined) return;
    const lines = this.#lines.get(source) ?? this.#makeLines(source);
    for (const line of all(".on", source)) line.classList.remove("on");
    const marked = this.#marked(lines);
    for (const index of marked) source.children[index]?.classList.add("on");
    const first = source.children[marked[0] ?? -1];
    if (first !== undefined) keepInView(source, first);
  }

  #marked(lines: readonly CodeLine[]): readonly number[] {
    for (const path of this.#paths) {
      const found = lines.flatMap((line, index) => (isWithin(line.path, path) ? [index] : []));
      if (found.length > 0) return found.length > mostMarked ? found.slice(0, 1) : found;
    }
    return [];
  }

  #makeLines(source: HTMLElement): readonly CodeLine[] {
    const text = this.#texts.get(source) ?? source.textContent;
    this.#texts.set(source, text);
    const read = this.#chosen?.id === "section:tab-types" ? typeLines : yamlLines;
    const isSchema = this.#chosen?.id === "section:tab-schema";
    const lines = read(text, isSchema ? { nodes: [] } : this.#table);
    this.#lines.set(source, lines);
    const tokens = (line: CodeLine) =>
      line.tokens.map(([kind, one]) =>
        kind === "" ? one : html`<span class="code-${kind}">${one}</span>`,
      );
    fill(source, html`${lines.map((line) => html`<i>${tokens(line)}</i>`)}`);
    return lines;
  }

  #setText(source: HTMLElement, text: string): void {
    this.#texts.set(source, text);
    source.textContent = text;
  }
}

function panelOf(tab: HTMLElement): HTMLElement | null {
  return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}

/** Scrolls a box of its own, so that a line of it can be seen; the page stays. */
export function keepInView(box: HTMLElement, line: Element): void {
  const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
  const { scrollTop, clientHeight } = box;
  const isSeen = top > scrollTop + clientHeight * 0.1 && top < scrollTop + clientHeight * 0.65;
  if (!isSeen) box.scrollTo({ top: top - clientHeight * 0.3 });
}
