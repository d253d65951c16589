// On a page far down in the navigation, show its place there. `scrollIntoView` would scroll the page as well.
const navigation = document.querySelector(".sidebar-scroll");
const current = document.querySelector(".sidebar-tree .current-page");
if (navigation && current) {
  const distance = current.getBoundingClientRect().top - navigation.getBoundingClientRect().top;
  navigation.scrollTo({ top: distance - navigation.clientHeight / 2, behavior: "instant" });
}
