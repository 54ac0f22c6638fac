// Opens a page in Chromium as its readers do, with pointer, keyboard and phone, and prints what it saw as JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const { chromium: program, packages, file, into } = JSON.parse(process.argv[2]);
const require = createRequire(join(packages, "node_modules", "x.js"));
const { chromium } = require("playwright-core");
const rules = require.resolve("axe-core/axe.min.js");
const address = pathToFileURL(file).href;
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const WAYS = {
  "desktop, light": { viewport: DESKTOP, colorScheme: "light" },
  "desktop, dark": { viewport: DESKTOP, colorScheme: "dark" },
  "phone, light": { viewport: PHONE, colorScheme: "light", isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
};

const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const seen = { rules: {}, asked: [], troubles: [], widths: {} };

async function opened(way) {
  const context = await browser.newContext(way);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("request", (request) => seen.asked.push(request.url()));
  page.on("pageerror", (error) => seen.troubles.push(String(error)));
  page.on("dialog", (dialog) => { seen.troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("console", (line) => { if (line.type() === "error") seen.troubles.push(line.text()); });
  await page.goto(address);
  return page;
}

const shown = (tip) => getComputedStyle(tip).display !== "none" && tip.getBoundingClientRect().height > 0;

// What breaks the rules of accessibility: with everything unfolded, and with a verdict on show.
for (const [name, way] of Object.entries(WAYS)) {
  const page = await opened({ ...way, bypassCSP: true });
  seen.widths[name] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  await page.screenshot({ path: join(into, `${name.replace(", ", "-")}.png`) });
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
  await page.addScriptTag({ path: rules });
  const sign = page.locator("a.sign").first();
  if (await sign.count()) await sign.focus();
  await page.screenshot({ path: join(into, `${name.replace(", ", "-")}-verdict.png`) });
  await page.screenshot({ path: join(into, `${name.replace(", ", "-")}-whole.png`), fullPage: true });
  const { violations, passes } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations", "passes"] }));
  seen.rules[name] = {
    passed: passes.length,
    broken: violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map((node) => node.html.slice(0, 200)) })),
  };
  await page.context().close();
}

// The keyboard: Tab to the first sign, its verdict is there; Escape hides it; Enter leads to the passages and back.
const page = await opened({ viewport: DESKTOP });
const signs = await page.locator("a.sign").count();
seen.signs = signs;
if (signs) {
  const tip = page.locator("a.sign + .tip").first();
  const visible = () => tip.evaluate(shown);
  const keys = { before: await visible() };
  for (let pressed = 0; pressed < 400; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.classList.contains("sign"))) break;
  }
  keys.focused = await visible();
  keys.told = await tip.innerText();
  keys.described = await page.evaluate(() => document.getElementById(document.activeElement.getAttribute("aria-describedby"))?.textContent ?? "");
  await page.keyboard.press("Escape");
  keys.escaped = await visible();
  await page.keyboard.press("Enter");
  keys.entry = await page.evaluate(() => document.querySelector(":target")?.innerText ?? "");
  keys.hash = await page.evaluate(() => location.hash);
  await page.evaluate(() => document.querySelector(":target a[href^='#sentence']").click());
  keys.back = await page.evaluate(() => document.querySelector(":target")?.className ?? "");
  seen.keys = keys;

  // The pointer, without any script.
  const still = await opened({ viewport: DESKTOP, javaScriptEnabled: false });
  const [x, y] = await still.locator(".claim").first().evaluate((claim) => {
    claim.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = claim.getClientRects()[0];
    return [left + width / 2, top + height / 2];
  });
  await still.mouse.move(x, y);
  seen.hovered = await still.locator("a.sign + .tip").first().isVisible();
}

// Footnotes: each call leads to its footnote, and each footnote back to every call.
seen.links = await page.evaluate(() => {
  const inner = [...document.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href").slice(1));
  return { inside: inner.length, broken: inner.filter((id) => !document.getElementById(id)) };
});
seen.twice = await page.evaluate(() => {
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return ids.filter((id, place) => ids.indexOf(id) !== place);
});
seen.outside = await page.evaluate(() => [...document.querySelectorAll("a[href]")].map((link) => link.protocol));

await browser.close();
process.stdout.write(JSON.stringify(seen));
