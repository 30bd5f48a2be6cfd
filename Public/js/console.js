// Everything here is an addition: each page and action works without it.
"use strict";

document.documentElement.dataset.scripted = "";

// Where the viewer's clock stands, so that the next page is written in their zone.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && !document.cookie.split("; ").includes(`zone=${encodeURIComponent(zone)}`)) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
}

// "/" goes to the find box unless someone is typing; Escape closes an open menu.
document.addEventListener("keydown", (event) => {
  const menu = document.querySelector(".menu[open]");
  if (event.key === "Escape" && menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
    return;
  }
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
  const find = document.getElementById("find");
  if (!find) return;
  event.preventDefault();
  find.select();
  find.focus();
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const menu = document.querySelector(".menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;

  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value).then(() => { button.textContent = button.dataset.copied; });
});

// A problem is what its reader needs first.
document.getElementById("errors")?.focus();
document.querySelector(".nav__link[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
