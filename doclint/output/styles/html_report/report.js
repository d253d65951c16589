const VIEWS = ["summary", "causes", "findings", "claims"];
const SELECTS = ["severity", "rule", "kind", "folder", "fix"];
const FILTERS = ["text", ...SELECTS, "cause", "page"];
const DEFAULT_SORT = "findings.descending";
const BATCH = 40;
const MOST_PRINTED = 15; // findings, so that a print has ten pages at most
const MOST_OF_SEVERAL = 3; // lines of each place
const MOST_FILES = 3; // files to name without lines
const root = document.documentElement;
root.classList.add("has-script");

// Some browsers refuse storage to files.
const stored = {
  get: () => { try { return localStorage.getItem("doclint-theme"); } catch { return null; } },
  set: (theme) => { try { localStorage.setItem("doclint-theme", theme); } catch { /* It lasts until the page closes. */ } },
};
const systemTheme = matchMedia("(prefers-color-scheme: dark)");
const theme = () => root.dataset.theme || (systemTheme.matches ? "dark" : "light");
if (["dark", "light"].includes(stored.get())) root.dataset.theme = stored.get();

addEventListener("DOMContentLoaded", () => {
  // The ids are for readers without this script; with it, the browser must not scroll to the sections.
  for (const section of document.querySelectorAll(".view")) section.removeAttribute("id");
  startTheme(document.getElementById("theme"));
  const element = document.getElementById("data");
  if (!element) return markView("summary");
  const data = JSON.parse(element.textContent);
  element.remove();
  startReport(data);
});

function startTheme(button) {
  const label = () => { button.textContent = theme() === "dark" ? "Light colors" : "Dark colors"; };
  button.addEventListener("click", () => {
    root.dataset.theme = theme() === "dark" ? "light" : "dark";
    stored.set(root.dataset.theme);
    label();
  });
  systemTheme.addEventListener("change", label);
  label();
}

function markView(view) {
  for (const section of document.querySelectorAll(".view")) section.hidden = section.dataset.view !== view;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash.slice(1).split("?")[0] === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/* Addresses: a view, and the filters in it. */

function parsed(hash) {
  const [view, query] = hash.slice(1).split(/\?(.*)/s);
  if (view && !VIEWS.includes(view)) return null;
  const state = { view: view || "summary", sort: DEFAULT_SORT };
  const keys = [...FILTERS, "sort", "line"];
  for (const [key, value] of new URLSearchParams(query || "")) if (value && keys.includes(key)) state[key] = value;
  return state;
}

function address(state) {
  const query = new URLSearchParams();
  for (const key of FILTERS) if (state[key]) query.set(key, state[key]);
  if (state.sort !== DEFAULT_SORT) query.set("sort", state.sort);
  if (state.line) query.set("line", state.line);
  const text = query.toString().replaceAll("%2F", "/");
  return `#${state.view}${text && "?"}${text}`;
}

function startReport(data) {
  unseen = new RegExp(data.unseen, "gu");
  const rows = [];
  const pageOf = [];
  data.pages.forEach(([, , several], page) => {
    for (const row of several) {
      rows.push(row);
      pageOf.push(page);
    }
  });
  const [LINE, COLUMN, END_LINE, END_COLUMN, SEVERITY, CAUSE, MESSAGE, MORE] = [0, 1, 2, 3, 4, 5, 6, 7];
  const [ID, RULE, KIND, REMEDY] = [0, 1, 2, 3];
  const form = document.getElementById("filters");
  const selects = SELECTS.filter((key) => form.elements[key]);
  const list = document.getElementById("list");
  const more = document.getElementById("more");
  const table = document.getElementById("cause-table");
  const name = document.title;
  let state = null;
  let matching = [];
  let onPage = new Map();
  let rendered = 0;

  /* Filters */

  const lower = {};
  function lowered(key, texts) {
    lower[key] ??= texts().map((text) => text.toLowerCase());
    return lower[key];
  }

  function filtered() {
    const causes = data.causes.map(
      (cause) =>
        (!state.rule || cause[RULE] === state.rule) &&
        (!state.kind || (cause[KIND] || "none") === state.kind) &&
        (!state.cause || cause[ID] === state.cause),
    );
    const pages = data.pages.map(
      ([path]) => (!state.page || path === state.page) && (!state.folder || isInFolder(path, state.folder)),
    );
    const severity = state.severity ? data.severities.indexOf(state.severity) : null;
    const words = (state.text || "").toLowerCase().split(/\s+/).filter(Boolean).map((word) => ({
      page: lowered("pages", () => data.pages.map(([path]) => path)).map((text) => text.includes(word)),
      cause: lowered("causes", () => data.causes.map((cause) => cause[ID])).map((text) => text.includes(word)),
      message: lowered("messages", () => data.messages).map((text) => text.includes(word)),
    }));
    const found = [];
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      const page = pageOf[index];
      if (!pages[page] || !causes[row[CAUSE]] || (severity !== null && row[SEVERITY] !== severity)) continue;
      if (state.fix && (!row[MORE]?.fix || (row[MORE].fix[0] ? "safe" : "guess") !== state.fix)) continue;
      if (words.every((has) => has.page[page] || has.cause[row[CAUSE]] || has.message[row[MESSAGE]])) found.push(index);
    }
    return found;
  }

  const isFiltered = () => FILTERS.some((key) => state[key]);

  function showForm() {
    form.hidden = !data.total || ["summary", "claims"].includes(state.view);
    const input = form.elements.text;
    if (document.activeElement !== input) input.value = state.text || "";
    for (const key of selects) {
      const select = form.elements[key];
      const value = state[key] || "";
      if (![...select.options].some((option) => option.value === value)) {
        select.append(make("option", { value }, ...shown(value)));
      }
      select.value = value;
    }
    const chips = FILTERS.filter((key) => key !== "text" && !selects.includes(key) && state[key]).map((key) => {
      const chip = make("button", { type: "button" }, `${key}: `, ...shown(state[key]), " \u00d7");
      chip.setAttribute("aria-label", `Remove the filter for the ${key} ${state[key]}`);
      chip.addEventListener("click", () => navigate({ [key]: "", line: "" }));
      return chip;
    });
    if (isFiltered()) {
      const clear = make("button", { type: "button" }, "Clear all filters");
      clear.addEventListener("click", () => navigate(Object.fromEntries([...FILTERS, "line"].map((key) => [key, ""]))));
      chips.push(clear);
    }
    form.querySelector(".chips").replaceChildren(...chips);
    const all = isFiltered() ? `${matching.length.toLocaleString("en-US")} of ${counted(data.total, "finding")}` : counted(data.total, "finding");
    document.getElementById("count").textContent = `${all} on ${counted(onPage.size, "page")}`;
  }

  /* The table of causes: the rows are there, and the script hides and sorts them. */

  const groups = table
    ? [...table.tBodies].map((body) => ({
        body,
        head: body.rows[0],
        rows: [...body.rows].slice(1).map((row) => ({ row, cause: Number(row.dataset.cause) })),
      }))
    : [];
  const groupOf = new Map(groups.flatMap((group, number) => group.rows.map(({ cause }) => [cause, number])));

  function tally(numberOf) {
    const counts = new Map();
    for (const index of matching) {
      const key = numberOf(rows[index][CAUSE]);
      let count = counts.get(key);
      if (!count) counts.set(key, (count = { findings: 0, pages: 0, last: -1 }));
      count.findings++;
      if (count.last !== pageOf[index]) count.pages++;
      count.last = pageOf[index];
    }
    return counts;
  }

  function fill(row, count) {
    const total = isFiltered() ? matching.length : data.total;
    for (const cell of row.querySelectorAll("[data-of]")) {
      const key = cell.dataset.of;
      if (key === "share") {
        const percent = total ? `${((100 * count.findings) / total).toFixed(1)}%` : "0%";
        cell.querySelector("span").textContent = percent;
        cell.querySelector("rect").setAttribute("width", percent);
      } else {
        cell.textContent = count[key].toLocaleString("en-US");
      }
    }
    row.hidden = !count.findings;
  }

  function whole(row) {
    const value = (key) => Number(row.querySelector(`[data-of="${key}"]`).dataset.value);
    return { findings: value("findings"), pages: value("pages") };
  }

  function showCauses() {
    const nothing = { findings: 0, pages: 0 };
    const ofCause = tally((cause) => cause);
    const ofGroup = tally((cause) => groupOf.get(cause));
    groups.forEach((group, number) => {
      for (const each of group.rows) {
        each.count = isFiltered() ? ofCause.get(each.cause) || nothing : whole(each.row);
        fill(each.row, each.count);
        const link = each.row.querySelector(".cause");
        link.href = address({ ...state, view: "findings", cause: data.causes[each.cause][ID], line: "", sort: DEFAULT_SORT });
      }
      group.count = isFiltered() ? ofGroup.get(number) || nothing : whole(group.head);
      fill(group.head, group.count);
    });
    sortCauses();
  }

  function sortCauses() {
    const [key, direction] = state.sort.split(".");
    const sign = direction === "ascending" ? 1 : -1;
    // The key can be anything that a link to the report says.
    const value = new Map([
      ["findings", (each) => each.count.findings],
      ["share", (each) => each.count.findings],
      ["pages", (each) => each.count.pages],
      ["severity", (each) => data.severities.indexOf(each.row.dataset.severity)],
      ["rule", (each) => each.row.dataset.rule],
    ]).get(key);
    if (!value) return;
    const compare = (one, other) => {
      const [a, b] = [value(one), value(other)];
      return sign * (a < b ? -1 : a > b ? 1 : 0);
    };
    for (const group of groups) {
      group.rows.sort(compare);
      group.body.append(...group.rows.map(({ row }) => row));
    }
    const lead = (group) => (["severity", "rule"].includes(key) ? group.rows.find(({ row }) => !row.hidden) || group.rows[0] : group);
    table.append(...groups.toSorted((one, other) => compare(lead(one), lead(other))).map(({ body }) => body));
    for (const button of table.querySelectorAll("[data-sort]")) {
      const heading = button.closest("th");
      if (button.dataset.sort === key) heading.setAttribute("aria-sort", direction);
      else heading.removeAttribute("aria-sort");
    }
  }

  /* The list of findings: as many as were asked for. */

  function showList(most) {
    list.replaceChildren();
    rendered = 0;
    extend(most);
  }

  function extend(most) {
    const end = Math.min(matching.length, rendered + most);
    let section = list.lastElementChild;
    for (; rendered < end; rendered++) {
      const index = matching[rendered];
      if (!section || Number(section.dataset.page) !== pageOf[index]) {
        section = pageSection(pageOf[index]);
        list.append(section);
      }
      section.append(article(index));
    }
    more.hidden = rendered >= matching.length;
    more.textContent = `Show more (${(matching.length - rendered).toLocaleString("en-US")} not shown yet)`;
    if (!matching.length) list.replaceChildren(make("p", { class: "nothing" }, "No finding matches these filters."));
  }

  function pageSection(page) {
    const path = data.pages[page][0];
    const parts = path.split("/");
    const links = parts.map((part, depth) => {
      const isPage = depth === parts.length - 1;
      const filter = isPage ? { page: path } : { folder: `${parts.slice(0, depth + 1).join("/")}/`, page: "" };
      return make("a", { href: address({ ...state, view: "findings", line: "", ...filter }) }, ...shown(isPage ? part : `${part}/`), ...(isPage ? [] : [make("wbr", {})]));
    });
    const count = make("span", { class: "quiet" }, ` ${counted(onPage.get(page), "finding")}`);
    return make("section", { class: "page-of-findings", "data-page": page }, make("h3", {}, ...links, count));
  }

  function article(index) {
    const row = rows[index];
    const page = pageOf[index];
    const extra = row[MORE] || {};
    const cause = data.causes[row[CAUSE]];
    const made = make("article", { "data-finding": index });
    made.append(
      make("h4", { tabindex: "-1" }, ...prose(data.messages[row[MESSAGE]])),
      make("div", { class: "about" }, ...about(row, page, cause, extra)),
    );
    const figures = [pageFigure(row, page, extra), ...byPath(related(extra).filter(hasLines)).map(sourceFigure)];
    if (extra.fix) figures.push(fixFigure(page, extra.fix));
    made.append(make("div", { class: "excerpts" }, ...figures.filter(Boolean)));
    if (cause[REMEDY]) made.append(make("p", { class: "remedy-text" }, make("span", { class: "quiet" }, "What to change: "), ...prose(cause[REMEDY])));
    return made;
  }

  function about(row, page, cause, extra) {
    const severity = data.severities[row[SEVERITY]];
    const link = (filter, text) => make("a", { href: address({ view: "findings", sort: DEFAULT_SORT, ...filter }) }, ...shown(text));
    const rule = make("span", {}, link({ rule: cause[RULE] }, cause[RULE]));
    const manual = data.rules[cause[RULE]];
    if (manual) {
      rule.append(make("a", { class: "manual", href: manual, rel: "noreferrer noopener", "aria-label": `Manual of ${cause[RULE]}` }, "manual"));
    }
    return [
      make("span", { class: `severity ${severity}` }, severity),
      link({ page: data.pages[page][0], line: String(row[LINE]) }, `line ${row[LINE]}, column ${row[COLUMN]}`),
      ...onHost(data.pages[page][0], row[LINE], `on ${data.host[0]}`),
      rule,
      make("span", {}, "cause ", link({ cause: cause[ID] }, cause[ID])),
      ...(extra.section ? [make("span", {}, "section ", ...shown(extra.section))] : []),
      ...comparedFiles(related(extra).filter((place) => !hasLines(place)).map(([path]) => path)),
      ...(extra.since ? [make("span", {}, ...shown(extra.since))] : []),
      ...(extra.quoted ? [make("span", {}, "in the quoted page ", ...shown(extra.quoted))] : []),
    ];
  }

  const unhosted = new Set(data.unhosted);
  function onHost(path, line, text) {
    if (!data.host.length || unhosted.has(path)) return [];
    const [, before, after] = data.host;
    const href = before + path.split("/").map(encodeURIComponent).join("/") + after + line;
    return [make("a", { class: "host", href, rel: "noreferrer noopener", "aria-label": `${path}, line ${line}, on ${data.host[0]}` }, text)];
  }

  function comparedFiles(paths) {
    if (!paths.length) return [];
    const rest = paths.length - MOST_FILES;
    const names = paths.slice(0, MOST_FILES).join(", ");
    return [make("span", {}, "compared with ", ...shown(rest > 0 ? `${names} and ${counted(rest, "more file")}` : names))];
  }

  /* Excerpts. Columns count code points, and strings of JavaScript units of UTF-16. */

  const linesOfPage = new Map();
  function pageLines(page) {
    if (!linesOfPage.has(page)) {
      const lines = new Map();
      for (const [first, ...texts] of data.pages[page][1]) texts.forEach((text, at) => lines.set(first + at, text));
      linesOfPage.set(page, lines);
    }
    return linesOfPage.get(page);
  }

  function codeLine(number, kind, ...children) {
    return make("span", { "data-line": number, ...(kind && { class: kind }) }, ...children);
  }

  function figure(caption, lines, links = []) {
    return make("figure", {}, make("figcaption", {}, ...shown(caption), " ", ...links), ...(lines.length ? [make("pre", {}, ...lines)] : []));
  }

  function marked(text, start, end) {
    const points = Array.from(text);
    const part = (from, to) => shown(points.slice(from, to).join(""));
    return [...part(0, start), make("mark", {}, ...part(start, end)), ...part(end)];
  }

  function pageFigure(row, page, extra) {
    const lines = pageLines(page);
    if (!lines.has(row[LINE])) return null;
    const last = Math.min(row[END_LINE], row[LINE] + 9);
    const made = [];
    for (let number = row[LINE] - 2; number <= last + 2; number++) {
      if (!lines.has(number)) continue;
      const [cut, text] = (number === row[LINE] && extra.window) || [0, lines.get(number)];
      const start = number === row[LINE] ? row[COLUMN] - 1 - cut : 0;
      const end = number === row[END_LINE] ? row[END_COLUMN] - 1 - cut : Infinity;
      const isInside = number >= row[LINE] && number <= row[END_LINE] && (number === row[LINE] || end > 0);
      made.push(codeLine(number, "", ...(cut ? ["…"] : []), ...(isInside ? marked(text, start, end) : shown(text)), ...(cut ? ["…"] : [])));
    }
    return figure("This page", made);
  }

  const related = (extra) => (extra.related || []).map((number) => data.related[number]);
  const hasLines = ([, , , , lines]) => lines.length > 0;

  function byPath(places) {
    const found = new Map();
    for (const place of places) found.set(place[0], [...(found.get(place[0]) || []), place]);
    return [...found.values()];
  }

  // One place has room for the lines around it; of several, only the lines themselves are shown.
  function sourceFigure(places) {
    const isAlone = places.length === 1;
    const most = isAlone ? Infinity : MOST_OF_SEVERAL;
    const made = [...places].sort((one, other) => one[1] - other[1]).flatMap(([, start, end, first, lines]) => {
      const numbered = lines.map((text, at) => [first + at, text]);
      const own = numbered.filter(([number]) => number >= start && number <= end).slice(0, most);
      const rest = end - start + 1 - own.length;
      return [
        ...(isAlone ? numbered : own).map(([number, text]) => {
          const isMarked = isAlone && start === end && number === start;
          return codeLine(number, "", ...(isMarked ? marked(text, text.search(/\S|$/), Infinity) : shown(text)));
        }),
        ...(rest > 0 ? [codeLine("", "quiet", counted(rest, "more line"))] : []),
      ];
    });
    const [[path, start, end]] = places;
    const where = start === end ? `line ${start}` : `lines ${start} to ${end}`;
    return figure(`Compared with ${path}, ${isAlone ? where : `${places.length} places`}`, made, onHost(path, start, `on ${data.host[0]}`));
  }

  // What a fix changes is often only what is at the end of a line.
  function withBlanks(text) {
    const end = text.trimEnd().length;
    const blanks = end < text.length ? [make("span", { class: "blank" }, "\u00b7".repeat(text.length - end))] : [];
    return [...shown(text.slice(0, end)), ...blanks];
  }

  function fixFigure(page, [isSafe, hunks]) {
    const caption = isSafe ? "Safe fix" : "Fix that needs a look: a guess or a deletion";
    const lines = pageLines(page);
    const made = hunks.flatMap(([first, last, text]) => {
      const before = [];
      for (let number = first; number <= last; number++) before.push([number, lines.get(number) ?? ""]);
      const after = text.split(/\r\n?|\n/);
      while (before.length && after.length && before[0][1] === after[0]) { before.shift(); after.shift(); }
      while (before.length && after.length && before.at(-1)[1] === after.at(-1)) { before.pop(); after.pop(); }
      return [
        ...before.map(([number, line]) => codeLine(number, "removed", make("del", {}, ...withBlanks(line)))),
        ...after.map((line) => codeLine("", "added", make("ins", {}, ...withBlanks(line)))),
      ];
    });
    return figure(made.length ? caption : `${caption} (not shown)`, made);
  }

  const showClaims = startClaims({
    address: (filters) => address({ sort: DEFAULT_SORT, ...filters }),
    onHost,
    sourceFigure,
    hasFinding: (path, line) => data.pages.some(([each, , several]) => each === path && several.some((row) => row[LINE] === line)),
  });

  /* Views */

  async function render(most = BATCH) {
    matching = filtered();
    onPage = new Map();
    for (const index of matching) onPage.set(pageOf[index], (onPage.get(pageOf[index]) || 0) + 1);
    for (const link of document.querySelectorAll("nav a")) {
      const view = link.hash.slice(1).split("?")[0];
      // From a page with its claims, the link leads back to the lists.
      link.href = address({ ...state, view, line: "", ...(view === state.view && view === "claims" && { page: "", folder: "" }) });
    }
    markView(state.view);
    showForm();
    showCauses();
    showList(most);
    document.title = `${state.view[0].toUpperCase()}${state.view.slice(1)} - ${name}`;
    if (state.view === "findings" && state.line) showLine(Number(state.line));
    if (state.view === "claims") await showClaims(state);
  }

  function showLine(line) {
    const at = matching.findIndex((index) => rows[index][LINE] === line);
    if (at < 0) return;
    if (at >= rendered) extend(at - rendered + BATCH);
    const target = list.querySelector(`[data-finding="${matching[at]}"]`);
    target.classList.add("target");
    target.scrollIntoView();
    target.querySelector("h4").focus({ preventScroll: true });
  }

  // The browser only estimates how high the findings are that it has not drawn, so that one of them marks the place.
  function keepPlace() {
    const topmost = Array.from(list.querySelectorAll("article")).find((each) => each.getBoundingClientRect().bottom > 0);
    const anchor = topmost && { finding: topmost.dataset.finding, top: topmost.getBoundingClientRect().top };
    history.replaceState({ y: scrollY, rendered, anchor: state.view === "findings" && scrollY ? anchor : null }, "");
  }

  function returnTo({ y, anchor }) {
    scrollTo(0, y);
    const topmost = anchor && list.querySelector(`[data-finding="${anchor.finding}"]`);
    const align = () => scrollBy(0, topmost.getBoundingClientRect().top - anchor.top);
    if (!topmost) return;
    align();
    requestAnimationFrame(() => requestAnimationFrame(align)); // The findings around it are drawn only now.
  }

  function navigate(changes, { isNew = true } = {}) {
    const next = { ...state, ...changes };
    if (isNew) {
      keepPlace();
      history.pushState(null, "", address(next));
    } else {
      history.replaceState(history.state, "", address(next));
    }
    state = next;
    render();
  }

  async function arrive(place) {
    const next = parsed(location.hash);
    if (!next) return;
    const isClaims = next.view === "claims";
    const isOtherView = state !== null && (state.view !== next.view || (isClaims && state.page !== next.page));
    state = next;
    await render(Math.max(place?.rendered || 0, BATCH));
    if (place) returnTo(place);
    else if (!state.line) scrollTo(0, 0);
    if (!place && !state.line && isOtherView) {
      const heading = isClaims && state.page ? "#claim-page h3" : `#${state.view}-title`;
      document.querySelector(heading).focus({ preventScroll: true });
    }
  }

  function showLimits() {
    const notes = [];
    if (data.total > rows.length) {
      notes.push(
        `This file has ${counted(rows.length, "finding")} of ${data.total.toLocaleString("en-US")}, of each cause the first ones. ` +
          "Figures without a filter count all.",
      );
    }
    if (data.without_lines) notes.push(`To keep this file small, ${counted(data.without_lines, "finding")} have no lines.`);
    const element = document.getElementById("limits");
    element.textContent = notes.join(" ");
    element.hidden = !notes.length;
  }

  history.scrollRestoration = "manual";
  addEventListener("popstate", (event) => arrive(event.state));
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href^="#"]') && !event.ctrlKey && !event.metaKey) keepPlace();
  });
  let waiting = 0;
  form.elements.text.addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => navigate({ text: event.target.value.trim(), line: "" }, { isNew: false }), 100);
  });
  form.addEventListener("change", (event) => {
    if (selects.includes(event.target.name)) navigate({ [event.target.name]: event.target.value, line: "" });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  table.tHead.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sort]");
    if (!button) return;
    const { sort, first } = button.dataset;
    const other = first === "ascending" ? "descending" : "ascending";
    navigate({ sort: `${sort}.${state.sort === `${sort}.${first}` ? other : first}` });
  });
  more.addEventListener("click", () => {
    const at = rendered;
    extend(BATCH);
    list.querySelector(`[data-finding="${matching[at]}"] h4`).focus({ preventScroll: true });
  });
  new IntersectionObserver(
    (entries) => { if (entries.some((entry) => entry.isIntersecting) && !more.hidden) extend(BATCH); },
    { rootMargin: "1200px" },
  ).observe(more);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) return;
    event.preventDefault();
    if (form.hidden) navigate({ view: "findings" });
    form.elements.text.focus();
  });
  // The first finding of each change, then the second ones, as long as there is room.
  function firstOfEachChange(most) {
    const seen = new Map();
    const ranked = matching.map((index) => {
      const group = groupOf.get(rows[index][CAUSE]);
      const rank = seen.get(group) || 0;
      seen.set(group, rank + 1);
      return { rank, group, index };
    });
    ranked.sort((one, other) => one.rank - other.rank || one.group - other.group);
    return ranked.slice(0, most).map(({ index }) => index).sort((one, other) => one - other);
  }

  let before = [];
  addEventListener("beforeprint", () => {
    before = [matching, rendered];
    matching = firstOfEachChange(MOST_PRINTED);
    const rest = before[0].length - matching.length;
    document.getElementById("unprinted").textContent = rest
      ? `A print has the first findings of each change; the file has ${counted(rest, "more finding")}.`
      : "";
    showList(MOST_PRINTED);
  });
  addEventListener("afterprint", () => {
    [matching] = before;
    showList(before[1]);
  });
  showLimits();
  arrive(history.state);
  if (!state) {
    state = parsed("");
    render();
  }
}
