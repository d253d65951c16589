/* Claims: the lists are there; what a page claims is read when someone opens the page, because there may be much of it. */

const MOST_ROWS = 300; // Thousands take the browser a second.
const SIGNS = { unknown: ["?", "unchecked"], holds: ["\u2713", "holds"], refuted: ["\u2717", "refuted"] };

// What it returns shows the lists, or the lines of a page; it is given what the report knows of addresses and sources.
function startClaims({ address, onHost, sourceFigure, hasFinding }) {
  const [LINE, COLUMN, END_LINE, END_COLUMN, CLASS, OUTCOME, WHY, EVIDENCE] = [0, 1, 2, 3, 4, 5, 6, 7];
  const element = document.getElementById("claim-data");
  if (!element) return async () => {};
  const lists = document.getElementById("claim-lists");
  const shownPage = document.getElementById("claim-page");
  const counts = JSON.parse(document.getElementById("claim-counts").textContent);
  const model = lists.querySelector("[data-page]");
  const body = model.parentElement;
  let texts = null;
  let shared = null;
  let current = null;

  async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  async function claimsOf(path) {
    texts ??= element.textContent.trim().split("\n");
    shared ??= await unpacked(texts[0]);
    const number = shared.pages.indexOf(path) + 1;
    return number ? unpacked(texts[number]) : [[], []];
  }

  function showLists(folder) {
    const inside = folder ? counts.filter(([path]) => isInFolder(path, folder)) : counts;
    body.replaceChildren(...inside.slice(0, MOST_ROWS).map(row));
    const rest = inside.length - MOST_ROWS;
    document.getElementById("claim-rest").hidden = rest <= 0;
    document.getElementById("claim-rest").textContent = `${counted(rest, "more page")} with fewer refuted claims ${rest === 1 ? "is" : "are"} not in this table.`;
    const heading = document.getElementById("claim-pages");
    heading.replaceChildren("Pages", ...(folder ? [" in ", ...shown(folder.replace(/\*$/, "") || "./"), " ", allPages("all pages")] : []));
  }

  function row([path, ...figures]) {
    const made = model.cloneNode(true);
    const [holds, refuted, unknown] = figures;
    const link = made.querySelector("a");
    link.href = address({ view: "claims", page: path });
    link.replaceChildren(...path.split("/").flatMap((part, depth) => (depth ? ["/", make("wbr", {}), ...shown(part)] : shown(part))));
    figures.forEach((figure, at) => (made.cells[at + 1].textContent = figure.toLocaleString("en-US")));
    const [green, red] = made.querySelectorAll("rect");
    const percent = (number) => `${(100 * number) / (holds + refuted + unknown)}%`;
    green.setAttribute("width", percent(holds));
    red.setAttribute("x", percent(holds));
    red.setAttribute("width", percent(refuted));
    return made;
  }

  const allPages = (text) => make("a", { href: "#claims", class: "manual" }, text);

  async function showPage(path, wanted) {
    const [runs, claims] = await claimsOf(path);
    if (current !== path) return; // Someone has gone to another page meanwhile.
    const lines = new Map(runs.flatMap(([first, ...several]) => several.map((text, at) => [first + at, text])));
    const byLine = new Map();
    for (const claim of claims) byLine.set(claim[LINE], [...(byLine.get(claim[LINE]) || []), claim]);
    let last = 0;
    const made = [...new Set([...lines.keys(), ...byLine.keys()])].sort((one, other) => one - other).flatMap((number) => {
      const gap = number - last - 1;
      last = number;
      const text = lines.get(number) ?? "";
      const here = byLine.get(number);
      return [
        ...(gap > 0 ? [make("div", { class: "gap" }, `${counted(gap, "line")} without claims`)] : []),
        here ? claimLine(path, number, text, here) : make("div", { class: "line", "data-line": number }, ...shown(text)),
      ];
    });
    const counts = shared.outcomes.map((_, rank) => claims.filter((claim) => claim[OUTCOME] === rank).length);
    const figures = ["holds", "refuted", "unknown"].map((name) => {
      const number = counts[shared.outcomes.indexOf(name)].toLocaleString("en-US");
      return make("span", { class: name }, sign(name), ` ${number} ${name === "holds" ? "hold" : SIGNS[name][1]}`);
    });
    shownPage.replaceChildren(
      make("h3", { tabindex: "-1" }, ...shown(path)),
      make("p", { class: "about" }, ...figures, ...onHost(path, 1, "on its host"), allPages("All pages")),
      make("p", { class: "quiet" }, "Open a marked line to see what its claims were compared with."),
      make("div", { class: "lines" }, ...made),
    );
    const target = wanted && shownPage.querySelector(`details[data-line="${wanted}"]`);
    if (!target) return;
    target.open = true;
    target.scrollIntoView({ block: "center" });
  }

  function sign(name) {
    const [character, word] = SIGNS[name];
    return make("span", { class: `sign ${name}`, role: "img", "aria-label": word }, character);
  }

  function claimLine(path, number, text, here) {
    const names = [...new Set(here.map((claim) => claim[OUTCOME]))].sort().reverse().map((rank) => shared.outcomes[rank]);
    const signs = make("span", { class: "signs" }, ...names.map(sign));
    const made = make("details", { class: `line ${names[0]}`, "data-line": number });
    made.append(make("summary", {}, signs, ...markedClaims(text, number, here)));
    made.addEventListener("toggle", () => {
      if (made.children.length === 1) made.append(make("ul", {}, ...here.map((claim) => entry(path, claim))));
    });
    return made;
  }

  // Claims can overlap: a part of the line shows the outcome of highest rank.
  function markedClaims(text, number, here) {
    const points = Array.from(text);
    const ranks = points.map(() => -1);
    for (const claim of here) {
      const end = claim[END_LINE] === number ? claim[END_COLUMN] - 1 : points.length;
      for (let at = claim[COLUMN] - 1; at < Math.min(end, points.length); at++) ranks[at] = Math.max(ranks[at], claim[OUTCOME]);
    }
    const made = [];
    for (let start = 0, end = 0; start < points.length; start = end) {
      while (end < points.length && ranks[end] === ranks[start]) end++;
      const part = shown(points.slice(start, end).join(""));
      made.push(...(ranks[start] < 0 ? part : [make("mark", { class: shared.outcomes[ranks[start]] }, ...part)]));
    }
    return made;
  }

  function entry(path, claim) {
    const name = shared.outcomes[claim[OUTCOME]];
    const why = shared.texts[claim[WHY]];
    const evidence = shared.places[claim[EVIDENCE]];
    const made = make("li", {}, sign(name), ` ${shared.classes[claim[CLASS]]} `, make("strong", {}, SIGNS[name][1]));
    if (why && name === "refuted") made.append(" by ", finding(path, claim[LINE], why));
    else if (why) made.append(": ", ...prose(why));
    if (evidence?.[4].length) made.append(sourceFigure([evidence]));
    else if (evidence) made.append(", compared with ", ...shown(evidence[0]), " ", ...onHost(evidence[0], 1, "on its host"));
    return made;
  }

  function finding(path, line, rule) {
    const href = address({ view: "findings", page: path, line: String(line) });
    return hasFinding(path, line) ? make("a", { href }, rule) : rule;
  }

  return async (state) => {
    lists.hidden = Boolean(state.page);
    shownPage.hidden = !state.page;
    current = state.page;
    if (state.page) await showPage(state.page, state.line);
    else showLists(state.folder);
  };
}
