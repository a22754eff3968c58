/** What is measured inside of a page. Read as text by `web.ts`, and run there. */
// biome-ignore lint/correctness/noUnusedVariables: what is run after it calls it
const probes = {
  async openMatrix(path) {
    const begun = performance.now();
    document.querySelector(`a[href^="${path}"]`).click();
    for (;;) {
      const cell = document.querySelector('a[data-cell="0:0"]');
      if (cell !== null) {
        cell.focus();
        cell.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      }
      await new Promise(requestAnimationFrame);
      if (document.activeElement?.getAttribute("data-cell") === "0:1") break;
      if (performance.now() - begun > 30_000) throw new Error("the matrix did not come");
    }
    return performance.now() - begun;
  },
  /** Frames while somebody drags the list through. */
  async scrollFrames() {
    const list = document.querySelector(".mxwrap");
    const gaps = [];
    let last = performance.now();
    for (let step = 0; step < 120; step += 1) {
      list.scrollBy(0, 600);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      gaps.push(now - last);
      last = now;
    }
    const sorted = gaps.toSorted((a, b) => a - b);
    const slow = gaps.filter((gap) => gap > 50).length;
    return { all: gaps.length, slow, median: sorted[sorted.length >> 1] };
  },
  async openTranscript() {
    const begun = performance.now();
    document.querySelector('a[data-cell="0:0"]').click();
    for (;;) {
      await new Promise(requestAnimationFrame);
      if (document.querySelector(".traj .st") !== null) break;
      if (performance.now() - begun > 30_000) throw new Error("the transcript did not come");
    }
    return performance.now() - begun;
  },
};
