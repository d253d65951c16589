/* Elements: texts become text nodes, never markup. */

let unseen = /$^/u;

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function shown(text) {
  const nodes = [];
  let done = 0;
  for (const match of text.matchAll(unseen)) {
    const code = match[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
    nodes.push(text.slice(done, match.index), make("span", { class: "unseen" }, `U+${code}`));
    done = match.index + match[0].length;
  }
  return [...nodes, text.slice(done)];
}

function prose(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return shown(text);
  return parts.flatMap((part, number) => (number % 2 ? [make("code", {}, ...shown(part))] : shown(part)));
}

function counted(number, noun) {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

function isInFolder(path, folder) {
  if (!folder.endsWith("*")) return path.startsWith(folder);
  const inside = folder.slice(0, -1);
  return path.startsWith(inside) && !path.slice(inside.length).includes("/");
}
