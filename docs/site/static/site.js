// On a page far down in the navigation, show its place there.
document.querySelector(".sidebar-tree .current-page")?.scrollIntoView({ block: "center", behavior: "instant" });
