"""What a page has to look like, whatever it shows: nothing too wide, too small, out of reach or hard to read."""

from axe_playwright_python.sync_playwright import Axe

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

MEASURE = """() => {
    const wrong = [];
    const name = (e) => {
        const classes = (e.getAttribute("class") || "").trim();
        const path = `${e.parentElement?.getAttribute("class") || e.parentElement?.tagName} > ${e.tagName}.${classes}`;
        return `${path} "${e.textContent.trim().slice(0, 30)}"`;
    };
    const shown = (e) => {
        const box = e.getBoundingClientRect();
        const isThere = e.checkVisibility({visibilityProperty: true}) && !e.closest(".js .plain");
        return isThere && box.width > 1 && box.height > 1;
    };
    const scrolls = (e) => {
        const box = e.closest(".numbers, .topbar b, .who, legend");
        return box && getComputedStyle(box).overflowX !== "visible";
    };

    for (const e of [document.documentElement, ...document.querySelectorAll("main, #offers, .topbar, .panel, .rows")])
        if (e.scrollWidth > e.clientWidth + 1) wrong.push(`too wide by ${e.scrollWidth - e.clientWidth}: ${name(e)}`);
    for (const e of document.querySelectorAll("body *")) {
        const box = e.getBoundingClientRect();
        if (!shown(e) || e.children.length || e.closest("svg") || scrolls(e)) continue;
        if (box.right > innerWidth + 1 || box.left < -1) wrong.push(`out of the page: ${name(e)}`);
    }

    for (const e of document.querySelectorAll("button, a.button, a.icon, summary, select, input, label:has(> input)")) {
        if (!shown(e) || e.matches("[type=hidden]")) continue;
        if (e.matches("[type=radio], [type=checkbox]") && e.closest("label")) continue;
        if (e.matches("label") && !e.querySelector("[type=radio], [type=checkbox]")) continue;
        const {height, width} = e.getBoundingClientRect();
        // A slot of the compact form for several is no more than a way to mend: its row is what is tapped.
        // Fifty-two cards are more than a small phone has room for, and all of them are to be seen at once.
        const isSmall = e.matches(".row + .row .slot, .row:has(+ .row) .slot");
        const isCard = e.matches(".grid52 .key, [data-words] .slot");
        const least = e.matches(".button.main") ? 56 : isSmall ? 40 : isCard ? 44 : 48;
        if (height < least - 0.5 || width < 40) wrong.push(`${Math.round(width)} x ${Math.round(height)}: ${name(e)}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !shown(e) || e.closest("svg, noscript, script")) continue;
        const size = parseFloat(getComputedStyle(e).fontSize);
        const isLabel = e.closest("small, .state");
        const least = e.closest("button, a.button, input, select, summary") && !isLabel ? 16 : 14;
        if (size < least) wrong.push(`text of ${size}px: ${name(e)}`);
    }
    for (const e of document.querySelectorAll("input:not([type=hidden]), select"))
        if (shown(e) && parseFloat(getComputedStyle(e).fontSize) < 16) wrong.push(`field of small text: ${name(e)}`);

    if (document.body.matches(".play")) {
        const area = document.querySelector("footer.tap");
        const first = area && [...area.querySelectorAll(".button.main, [data-send], .choices button")].find(shown);
        if (first) {
            const box = first.getBoundingClientRect();
            if (box.bottom > innerHeight + 1 || box.top < 0) wrong.push(`out of reach: ${name(first)}`);
        }
        const main = document.querySelector("main");
        if (main && main.clientHeight < 60) wrong.push(`only ${main.clientHeight}px are left for what is happening`);
    }
    return [...new Set(wrong)];
}"""


class Looks:
    """Everything that is wrong with what was looked at."""

    def __init__(self) -> None:
        self.axe = Axe().axe_script
        self.wrong: list[str] = []

    def at(self, window, phase: str) -> None:
        """Look at a page as it stands, dark and light."""
        window.shoot(phase)
        page = window.page
        self.wrong += [f"{phase}: {what}" for what in page.evaluate(MEASURE)]
        self._ask_axe(page, f"{phase}, dark", {"type": "tag", "values": TAGS})
        page.emulate_media(color_scheme="light")
        self._ask_axe(page, f"{phase}, light", {"type": "rule", "values": ["color-contrast"]})
        window.shoot(phase, "390-light", {"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark")

    def _ask_axe(self, page, where: str, rules: dict) -> None:
        if not page.evaluate("'axe' in window"):
            page.evaluate(self.axe)
        options = {"resultTypes": ["violations"], "runOnly": rules}
        for rule in page.evaluate("(options) => axe.run(document, options)", options)["violations"]:
            if rule["impact"] in ("serious", "critical"):
                for node in rule["nodes"][:3]:
                    why = " ".join(node["failureSummary"].split())
                    self.wrong.append(f"{where}: {rule['id']} ({rule['impact']}): {node['target']} {why[:200]}")
