/* Slots that fill by tapping: dice by their faces, cards by their kinds. The form works without it too, as plain fields. */
"use strict";
(() => {
  document.documentElement.classList.add("js");

  let readings = null;
  const learn = async () => {
    const address = document.body.dataset.readings;
    if (readings || !address) return;
    readings = {};
    const answer = await fetch(address);
    if (answer.ok) readings = await answer.json();
    document.querySelectorAll("form[data-picker]").forEach((form) => form.picker?.draw());
  };

  class Row {
    constructor(element, picker) {
      this.element = element;
      this.picker = picker;
      this.input = element.querySelector("label.plain input");
      this.size = Number(element.dataset.size);
      this.slots = element.querySelector("[data-slots]");
      this.names = (this.slots.dataset.names || "").split(" · ");
      const separated = "words" in element.dataset || /[ ,]/.test(this.input.value.trim());
      this.values = separated ? this.input.value.split(/[ ,]+/).filter(Boolean) : [...this.input.value];
      element.addEventListener("click", () => picker.activate(this));
    }
    get isFull() { return this.values.filter(Boolean).length === this.size; }
    get isEmpty() { return !this.values.some(Boolean); }
    put(value) {
      if (this.isFull) this.values = []; // a tap on a full row is the first of a new throw
      const gap = Array.from({ length: this.size }, (_, at) => this.values[at]).findIndex((one) => !one);
      if (gap >= 0) this.values[gap] = value;
    }
    draw(active) {
      this.element.classList.toggle("active", active);
      this.input.value = this.values.filter(Boolean).join(" ");
      this.slots.replaceChildren(...Array.from({ length: this.size }, (_, at) => this.slot(at)));
      this.read();
    }
    slot(at) {
      const value = this.values[at];
      const button = document.createElement(value ? "button" : "span");
      button.className = value ? "slot" : "slot empty";
      if (value) {
        button.type = "button";
        const key = this.picker.form.querySelector(`[data-key="${value}"]`);
        button.append(key.firstElementChild.cloneNode(true));
        button.setAttribute("aria-label", `${key.getAttribute("aria-label") || key.firstElementChild.textContent} ×`);
        button.addEventListener("click", (event) => {
          event.stopPropagation();
          this.values[at] = "";
          this.picker.activate(this);
        });
      } else {
        button.textContent = this.names[at] || "";
      }
      return button;
    }
    read() {
      const place = this.element.querySelector("[data-reading]");
      if (!place) return;
      const known = this.isFull && readings?.[[...this.values].sort().join("")];
      const table = this.element.dataset.table;
      place.textContent = known ? known[table === "C" ? 2 : 0] : "";
      place.classList.toggle("yes", Boolean(known && table && known[1].includes(table)));
    }
  }

  class Picker {
    constructor(form) {
      this.form = form;
      form.picker = this;
      this.rows = [...form.querySelectorAll("[data-row]")].map((row) => new Row(row, this));
      this.send = form.querySelector("[data-send]");
      this.active = this.rows.find((row) => !row.isFull) || this.rows[0];
      form.querySelector("[data-keys]").addEventListener("click", (event) => this.tap(event.target.closest("button")));
      this.draw();
    }
    tap(key) {
      if (!key) return;
      if (key.dataset.fill) this.active.values = key.dataset.fill.split(" ");
      else this.active.put(key.dataset.key);
      const next = this.active.isFull && this.rows.find((row) => !row.isFull);
      if (next) this.active = next;
      this.draw();
      if ("auto" in this.form.dataset && this.rows.every((row) => row.isFull)) this.form.requestSubmit();
    }
    activate(row) {
      this.active = row;
      this.draw();
    }
    draw() {
      this.rows.forEach((row) => row.draw(row === this.active && this.rows.length > 1));
      this.form.querySelectorAll(".grid52 [data-key]").forEach((key) => {
        key.shut ??= key.disabled;
        key.disabled = key.shut || this.rows.some((row) => row.values.includes(key.dataset.key));
      });
      this.form.querySelectorAll("[data-left]").forEach((key) => {
        const used = this.rows.flatMap((row) => row.values).filter((value) => value === key.dataset.key).length;
        key.disabled = used >= Number(key.dataset.left);
      });
      if (this.send) this.send.disabled = !this.rows.some((row) => row.isFull) || this.rows.some((row) => !row.isFull && !row.isEmpty);
      this.active.element.scrollIntoView({ block: "nearest" });
    }
  }

  /* Half an entry survives: what was tapped for an offer comes back if the same offer is still open. */
  const kept = new Map();
  const keep = () => {
    kept.clear();
    document.querySelectorAll("[data-picker] [data-row]").forEach((row) => {
      kept.set(row.dataset.offer, row.querySelector("label.plain input").value);
    });
    document.querySelectorAll("[data-picks] [data-offer]").forEach((row) => {
      const chosen = row.querySelector("input:checked");
      if (chosen) kept.set(row.dataset.offer, chosen.value);
    });
    document.querySelectorAll("[data-amount] input[data-offer]").forEach((input) => {
      kept.set(input.dataset.offer, [input.value, input.closest("details").open]);
    });
    document.querySelectorAll(".potrow").forEach((row) => {
      kept.set(row.dataset.offer, [...row.querySelectorAll("input:checked")].map((box) => `${box.name}=${box.value}`));
    });
    document.querySelectorAll("[data-keep]:checked").forEach((box) => kept.set(box.dataset.keep, true));
    if (document.querySelector(".others[open]")) kept.set("others", true);
  };
  const restore = (root) => {
    root.querySelectorAll("[data-picker] [data-row]").forEach((row) => {
      if (kept.has(row.dataset.offer) && !row.closest("form").picker) row.querySelector("label.plain input").value = kept.get(row.dataset.offer);
    });
    root.querySelectorAll("[data-picks] [data-offer]").forEach((row) => {
      const value = kept.get(row.dataset.offer);
      const box = value && row.querySelector(`input[value="${CSS.escape(value)}"]`);
      if (box) box.checked = true;
    });
    root.querySelectorAll("[data-amount] input[data-offer]").forEach((input) => {
      if (kept.has(input.dataset.offer)) [input.value, input.closest("details").open] = kept.get(input.dataset.offer);
    });
    root.querySelectorAll(".potrow").forEach((row) => {
      const chosen = kept.get(row.dataset.offer);
      if (chosen) row.querySelectorAll("input").forEach((box) => (box.checked = chosen.includes(`${box.name}=${box.value}`)));
    });
    root.querySelectorAll("[data-keep]").forEach((box) => kept.has(box.dataset.keep) && (box.checked = true));
    root.querySelectorAll(".others").forEach((list) => kept.has("others") && (list.open = true));
  };

  const picks = (form) => {
    if (form.watched) return;
    form.watched = true;
    const send = form.querySelector("[data-send]");
    const look = () => (send.disabled = !form.querySelector("input[type=radio]:checked"));
    form.addEventListener("change", look);
    look();
  };

  const amount = (form) => {
    if (form.watched) return;
    form.watched = true;
    const input = form.querySelector("input[data-offer]");
    const send = form.querySelector("[data-says]");
    const say = () => {
      const total = Number(input.value);
      send.textContent = send.dataset.says.replace("…", total ? total.toLocaleString(document.documentElement.lang) : "…");
    };
    input.addEventListener("input", say);
    say();
    form.addEventListener("click", (event) => {
      const { set, step } = event.target.closest("button")?.dataset ?? {};
      if (set) input.value = set;
      if (step) input.value = Math.max(0, (Number(input.value) || 0) + Number(step));
      say();
    });
  };

  const names = (list) => {
    const rows = [...list.querySelectorAll("li")];
    const move = (from, to) => {
      const [a, b] = [rows[from], rows[to]].map((row) => [...row.querySelectorAll("input")]);
      a.forEach((input, at) => ([input.value, b[at].value] = [b[at].value, input.value]));
    };
    rows.forEach((row, at) => {
      const [up, clear] = [row.querySelector("[data-up]"), row.querySelector("[data-clear]")];
      up.hidden = at === 0;
      clear.hidden = false;
      up.addEventListener("click", () => move(at, at - 1));
      clear.addEventListener("click", () => {
        row.querySelectorAll("input").forEach((input) => (input.value = ""));
        for (let next = at; next + 1 < rows.length; next += 1) move(next, next + 1);
      });
      row.querySelector("input").addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        rows[at + 1]?.querySelector("input").focus();
      });
    });
  };

  // Who comes often, one tap each: into the next free row. (Without scripts a ticked name is sent as it is.)
  const chips = (box) => {
    const rows = [...box.form.querySelectorAll("[data-names] input[name='name']")];
    const row = (text) => rows.find((input) => input.value.trim() === text);
    box.removeAttribute("name");
    box.addEventListener("change", () => {
      const place = row(box.checked ? "" : box.value);
      if (place) place.value = box.checked ? box.value : "";
    });
    const look = () => setTimeout(() => (box.checked = Boolean(row(box.value))));
    ["input", "click"].forEach((kind) => box.form.addEventListener(kind, look));
    look();
  };

  const start = (root) => {
    restore(root);
    root.querySelectorAll("form[data-picker]").forEach((form) => form.picker || new Picker(form));
    root.querySelectorAll("form[data-picks]").forEach(picks);
    root.querySelectorAll("form[data-amount]").forEach(amount);
    root.querySelectorAll("[data-names]").forEach((list) => list.tagName === "OL" && names(list));
    root.querySelectorAll("[data-chips] input").forEach(chips);
    if (root.querySelector("[data-reading]")) learn();
  };

  document.addEventListener("htmx:beforeSwap", keep);
  document.addEventListener("htmx:oobAfterSwap", () => start(document));
  document.addEventListener("htmx:afterSettle", () => start(document));
  start(document);
})();
