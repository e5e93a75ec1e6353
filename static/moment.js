// The moment a result comes: the totals in the strip count to what they are now, and what was won moves once.
// Without this file the new totals stand there at once. A sound is played where somebody asked for it.
(() => {
  "use strict";
  const LASTS = 900; // ms
  const NOTES = [392, 523.25, 659.25]; // a rising chord, in hertz
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const table = () => location.pathname.match(/\/t\/[^/]+/)?.[0];
  const figures = () => [...document.querySelectorAll("#strip [data-total]")];
  const total = (one) => Number(one.dataset.total);
  let at = ""; // the table whose totals are known
  let known = [];

  const written = (points) => {
    const language = document.documentElement.lang;
    return new Intl.NumberFormat(language).format(Math.round(points)).replace("-", "−");
  };
  const count = (one, from) => {
    const to = total(one);
    const text = one.textContent;
    let start = 0;
    const step = (now) => {
      if (!one.isConnected || total(one) !== to) return; // another total stands there since
      start ||= now;
      const part = Math.min(1, (now - start) / LASTS);
      one.textContent = part < 1 ? written(from + (to - from) * (1 - (1 - part) ** 3)) : text;
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };

  // ---- the sound ----

  const isWanted = () => {
    try { return localStorage.getItem("sound") === "on"; } catch { return false; }
  };
  const play = () => {
    if (!isWanted() || !navigator.userActivation?.hasBeenActive) return;
    const audio = new AudioContext();
    NOTES.forEach((pitch, n) => {
      const begins = audio.currentTime + n * 0.16;
      const tone = new OscillatorNode(audio, { frequency: pitch, type: "triangle" });
      const volume = new GainNode(audio, { gain: 0.12 });
      volume.gain.setValueAtTime(0.12, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.9);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 0.9);
    });
    setTimeout(() => audio.close(), 2000);
  };
  const showSound = () => {
    for (const button of document.querySelectorAll("[data-sound]")) {
      button.hidden = !window.AudioContext;
      button.textContent = isWanted() ? button.dataset.on : button.dataset.off;
    }
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-sound]")) return;
    try { localStorage.setItem("sound", isWanted() ? "off" : "on"); } catch { /* it stays off */ }
    showSound();
    play();
  });

  // ---- what has come ----

  const look = () => {
    showSound();
    const now = figures();
    if (!now.length) return;
    const before = at === table() ? known : [];
    at = table();
    known = now.map(total);
    if (before.length !== now.length) return;
    const changed = now.filter((one, n) => total(one) !== before[n]);
    if (!changed.length) return;
    const slab = document.querySelector(".slab-game, .slab-over");
    if (slab) play();
    if (still.matches) return;
    slab?.classList.add("moves");
    now.forEach((one, n) => { if (changed.includes(one)) count(one, before[n]); });
  };
  document.addEventListener("htmx:after:swap", look);
  look();
})();
