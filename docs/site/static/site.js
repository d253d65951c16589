// On a page far down in the navigation, show its place there. `scrollIntoView` would scroll the page as well.
const navigation = document.querySelector(".sidebar-scroll");
const current = document.querySelector(".sidebar-tree .current-page");
if (navigation && current) {
  const distance = current.getBoundingClientRect().top - navigation.getBoundingClientRect().top;
  navigation.scrollTo({ top: distance - navigation.clientHeight / 2, behavior: "instant" });
}

// Who has no mouse scrolls wide code and tables with the arrow keys.
for (const wide of document.querySelectorAll("pre, .table-wrapper")) {
  if (wide.scrollWidth > wide.clientWidth || wide.scrollHeight > wide.clientHeight) wide.tabIndex = 0;
}
document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
