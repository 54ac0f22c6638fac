// Escape hides what a sentence shows of its verdict, until the pointer or the focus moves on.
const quiet = document.documentElement.classList;
addEventListener("keydown", (event) => { if (event.key === "Escape") quiet.add("quiet"); });
for (const moved of ["focusin", "mouseover"]) addEventListener(moved, () => quiet.remove("quiet"));
