/* Keeps a phone current: a stream says that the table has moved on, the phone fetches its own view. */
"use strict";
(() => {
  const body = document.body;
  const live = document.getElementById("live");
  const POLL = 4000; // milliseconds between two fetches without a stream
  const AGAIN = [2000, 30000]; // milliseconds until a stream that was refused is tried again: at first, at most
  const TICK = 2000; // milliseconds between two looks at the clock
  const SLEPT = 8000; // milliseconds without a look: this phone slept, and its stream may be dead without knowing
  const SILENT = 40000; // milliseconds without a word: the server says something every 15 seconds
  const LONG = 10000; // milliseconds after which it is no hiccup any more
  const CALM = 4000; // milliseconds that a good word stays
  const title = document.title;

  document.addEventListener("htmx:configRequest", (event) => {
    const prints = [...document.querySelectorAll("[data-print]")].map((one) => `${one.id}:${one.dataset.print}`);
    event.detail.parameters.have = prints.join(" ");
    event.detail.parameters.page = body.dataset.page || "";
    /* How this page looks at the table (who is looking, for whom it enters) lasts until it has answered. */
    const query = live?.dataset.query;
    if (event.detail.elt === live && query) event.detail.path += `?${query}`;
  });
  /* It ends as the answer is sent: the news of it may come before what it is answered with. */
  const isAnswer = (event) => live && event.detail.requestConfig.verb === "post";
  let answering = 0;
  let missed = false; // news that came meanwhile: most often of this very answer, whose reply shows it already
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!isAnswer(event)) return;
    answering += 1;
    live.dataset.query = "";
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isAnswer(event)) return;
    answering -= 1;
    const { status, responseText } = event.detail.xhr;
    if (status && status < 500) history.replaceState(null, "", location.pathname);
    else {
      /* What was entered stays on the page with its key: sent again, it counts once. */
      live.dataset.query = location.search.slice(1);
      if (!responseText.includes('id="notice"')) tell(live.dataset.unsent);
    }
    if (missed) fetchView();
  });

  const tell = (text) => {
    const place = document.getElementById("notice");
    if (!place) return;
    const said = document.createElement("p");
    said.className = "notice";
    said.textContent = text;
    place.replaceChildren(said);
  };
  /* A sentence that comes as the page changes into another one is said there. */
  document.addEventListener("said", (event) => sessionStorage.setItem("said", event.detail.value));
  const carried = sessionStorage.getItem("said");
  if (carried && document.getElementById("notice")) {
    sessionStorage.removeItem("said");
    tell(carried);
  }

  /* A name that is half typed survives, with the cursor in it, when the list around it is shown anew. */
  const typed = new Map();
  document.addEventListener("htmx:beforeSwap", () => {
    typed.clear();
    document.querySelectorAll("[data-typed]").forEach((input) => {
      const range = input === document.activeElement && [input.selectionStart, input.selectionEnd];
      typed.set(input.name, [input, input.value, range]);
    });
  });
  document.addEventListener("htmx:oobAfterSwap", () => {
    document.querySelectorAll("[data-typed]").forEach((input) => {
      const [before, value, range] = typed.get(input.name) ?? [input];
      if (before === input) return;
      typed.delete(input.name);
      input.value = value;
      if (range) {
        input.focus({ preventScroll: true });
        input.setSelectionRange(...range);
      }
    });
  });

  /* A page that is asked something marks its title, and says so once by touch and, if wanted, by sound. */
  let wasYours = false;
  const mark = () => {
    const yours = Boolean(document.querySelector("[data-yours]"));
    document.title = yours ? `● ${title}` : title;
    if (yours && !wasYours && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate?.(40);
      if (localStorage.getItem("sound") === "on") beep();
    }
    wasYours = yours;
  };
  const beep = () => {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
    tone.frequency.value = 660;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.25);
  };

  document.querySelectorAll("time").forEach((one) => {
    one.textContent = new Date(one.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  });

  const sound = document.querySelector("[data-sound]");
  if (sound) {
    sound.hidden = false;
    const box = sound.querySelector("input");
    box.checked = localStorage.getItem("sound") === "on";
    box.addEventListener("change", () => localStorage.setItem("sound", box.checked ? "on" : "off"));
  }

  if (!live) return;

  let seen = Number(body.dataset.version);
  let stream = null;
  let timer = null;
  const line = document.getElementById("connection");
  const say = (what) => {
    line.hidden = !what;
    line.querySelectorAll("[data-when]").forEach((one) => (one.hidden = one.dataset.when !== what));
  };
  let late = null; // until the line says more, or nothing again
  const show = (state) => {
    const was = body.dataset.live;
    if (state === was) return;
    body.dataset.live = state;
    clearTimeout(late);
    if (state === "off") {
      say("off");
      late = setTimeout(() => say("long"), LONG);
    } else if (was === "off") {
      say("back");
      late = setTimeout(() => say(""), CALM);
    }
  };
  const fetchView = () => {
    missed = answering > 0;
    if (!missed) htmx.trigger(live, "nudge");
  };

  /* While there is no stream, or a fetch has failed, the phone asks now and then. */
  const poll = () => (timer ??= setInterval(() => document.hidden || fetchView(), POLL));
  const rest = () => {
    clearInterval(timer);
    timer = null;
  };
  let pause = AGAIN[0];
  let again = null;
  let heard = Date.now();
  const stop = () => {
    clearTimeout(again);
    stream?.close();
    stream = null;
    rest();
  };
  const listen = () => {
    stop();
    heard = Date.now();
    stream = new EventSource(body.dataset.stream);
    stream.onopen = () => {
      pause = AGAIN[0];
      heard = Date.now();
      show("on");
      rest();
    };
    stream.onmessage = (event) => {
      heard = Date.now();
      const version = Number(event.data);
      if (version === seen) return;
      seen = version;
      fetchView();
    };
    stream.onerror = () => {
      if (!timer) fetchView(); // it tells whether the server is there at all
      poll();
      /* What was refused the browser does not try again by itself. */
      if (stream?.readyState !== EventSource.CLOSED) return;
      clearTimeout(again);
      again = setTimeout(() => document.hidden || listen(), pause);
      pause = Math.min(2 * pause, AGAIN[1]);
    };
  };

  const wake = () => {
    listen();
    fetchView();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : wake()));
  window.addEventListener("online", wake);
  window.addEventListener("offline", fetchView);
  let ticked = Date.now();
  setInterval(() => {
    const now = Date.now();
    const slept = now - ticked > SLEPT;
    ticked = now;
    const isDead = stream?.readyState === EventSource.OPEN && now - heard > SILENT;
    if (!document.hidden && (slept || isDead)) wake();
  }, TICK);
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  document.addEventListener("htmx:afterRequest", (event) => {
    const { status } = event.detail.xhr;
    show(status ? "on" : "off");
    if (!status || status >= 500) poll();
    else if (stream?.readyState === EventSource.OPEN) rest();
  });
  document.addEventListener("htmx:afterSettle", mark);
  document.addEventListener("htmx:oobAfterSwap", mark);

  let lock = null;
  const stayAwake = async () => {
    if (!("wakeLock" in navigator) || document.hidden || lock) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // low battery: the screen may sleep, the game goes on
    }
  };
  document.addEventListener("click", stayAwake, { once: true });
  document.addEventListener("visibilitychange", stayAwake);

  mark();
  listen();
})();
