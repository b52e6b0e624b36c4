/* Keeps a phone current: a stream says that the table has moved on, the phone fetches its own view. */
"use strict";
(() => {
  const body = document.body;
  const live = document.getElementById("live");
  const POLL = 4000;
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
  document.addEventListener("htmx:beforeRequest", (event) => isAnswer(event) && (live.dataset.query = ""));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isAnswer(event)) return;
    if (event.detail.xhr.status) history.replaceState(null, "", location.pathname);
    else live.dataset.query = location.search.slice(1);
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
  const show = (state) => {
    body.dataset.live = state;
    document.getElementById("connection").hidden = state !== "off";
  };
  const fetchView = () => htmx.trigger(live, "nudge");

  /* While there is no stream, or a fetch has failed, the phone asks now and then. */
  const poll = () => (timer ??= setInterval(() => document.hidden || fetchView(), POLL));
  const rest = () => {
    clearInterval(timer);
    timer = null;
  };
  const stop = () => {
    stream?.close();
    stream = null;
    rest();
  };
  const listen = () => {
    stop();
    stream = new EventSource(body.dataset.stream);
    stream.onopen = () => {
      show("on");
      rest();
    };
    stream.onmessage = (event) => {
      const version = Number(event.data);
      if (version === seen) return;
      seen = version;
      fetchView();
    };
    stream.onerror = () => {
      if (!timer) fetchView(); // it tells whether the server is there at all
      poll();
    };
  };

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) stop();
    else {
      listen();
      fetchView();
    }
  });
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
