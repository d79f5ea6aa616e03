/** @typedef {{ tone: string, mark: string, headline: string, advice: string }} Status */

/** @param {string} id */
function part(id) {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no part ${id}`);
  }
  return found;
}

/**
 * Puts thin spaces between thousands, as everywhere in DriveProof.
 * @param {number} number
 */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** @param {number} atMs */
function clock(atMs) {
  return new Date(atMs).toTimeString().slice(0, 8);
}

/**
 * @param {Link} link
 * @param {PageFrame | null} frame the last one received
 * @param {HeldNumbers} held
 * @returns {Status}
 */
function statusOf(link, frame, held) {
  const state = link.state();
  if (frame !== null && frame.stage === "finished") {
    return { tone: "good", mark: "●", headline: words.done, advice: words.doneAdvice };
  }
  if (state === "lost") {
    return lostStatus(link, frame, held);
  }
  if (state === "connecting" || frame === null) {
    return { tone: "info", mark: "◌", headline: words.connecting, advice: words.leaveOpen };
  }
  if (state === "slow") {
    return { tone: "caution", mark: "◐", headline: words.slow, advice: words.slowAdvice };
  }
  return connectedStatus(frame, held);
}

/**
 * @param {Link} link
 * @param {PageFrame | null} frame
 * @param {HeldNumbers} held
 * @returns {Status}
 */
function lostStatus(link, frame, held) {
  // Shows the time of the last message and not how long ago it was, because a screen reader reads
  // out every change.
  const since = words.silentSince.replace("{time}", clock(link.lastHeardMs));
  const [headline, advice] =
    held.all.length === 0
      ? [words.noConnection, words.noConnectionAdvice]
      : [frame === null ? words.silent : since, words.silentAdvice];
  return { tone: "caution", mark: "○", headline, advice };
}

/**
 * @param {PageFrame} frame
 * @param {HeldNumbers} held
 * @returns {Status}
 */
function connectedStatus(frame, held) {
  switch (frame.stage) {
    case "cut":
      return { tone: "accent", mark: "●", headline: words.cut, advice: words.cutAdvice };
    case "writing":
      return { tone: "good", mark: "●", headline: words.connected, advice: words.writingAdvice };
    case "returned":
      return returnedStatus(frame, held);
    default:
      return { tone: "good", mark: "●", headline: words.connected, advice: words.waitingAdvice };
  }
}

/**
 * @param {PageFrame} frame
 * @param {HeldNumbers} held
 * @returns {Status}
 */
function returnedStatus(frame, held) {
  if (held.all.length === 0) {
    return { tone: "caution", mark: "●", headline: words.noNumbers, advice: words.noNumbersAdvice };
  }
  const missing = held.unknownTo(frame).length > 0;
  return {
    tone: missing ? "info" : "good",
    mark: "●",
    headline: missing ? words.handingOver : words.handedOver,
    advice: missing ? words.leaveOpen : words.goOn,
  };
}

/**
 * @param {HeldNumber} held
 * @param {string} name of the element
 */
function numberElement(held, name) {
  const element = document.createElement(name);
  for (const [className, text] of [
    ["label", held.label],
    ["number", grouped(held.number)],
    ["word", words.checkWord.replace("{word}", held.checkWord)],
  ]) {
    const line = document.createElement("p");
    line.className = /** @type {string} */ (className);
    line.textContent = /** @type {string} */ (text);
    element.appendChild(line);
  }
  return element;
}

/** @param {HeldNumbers} held */
function showNumbers(held) {
  const largest = held.of(held.current || "") || held.all[held.all.length - 1];
  part("numbers").hidden = largest === undefined;
  if (largest === undefined) {
    return;
  }
  fill("largest", [numberElement(largest, "div")]);
  fill(
    "others",
    held.all.filter((one) => one !== largest).map((one) => numberElement(one, "li")),
  );
}

/**
 * @param {string} id
 * @param {readonly HTMLElement[]} children
 */
function fill(id, children) {
  const parent = part(id);
  parent.textContent = "";
  for (const child of children) {
    parent.appendChild(child);
  }
}

/** @param {Status} status */
function showStatus(status) {
  const box = part("status");
  // Set only after a change, because a screen reader reads out every update.
  if (box.dataset.shown !== JSON.stringify(status)) {
    box.dataset.shown = JSON.stringify(status);
    box.className = `status tone-${status.tone}`;
    part("mark").textContent = status.mark;
    part("headline").textContent = status.headline;
    part("advice").textContent = status.advice;
  }
}

const showAfterMs = 100;

function startWitness() {
  const base = location.pathname.replace(/\/?$/, "/");
  const held = new HeldNumbers(() => localStorage, `driveproof ${base}`);
  /** @type {PageFrame | null} */
  let newest = null;
  const link = new Link(
    base,
    (frame) => {
      newest = frame;
      held.take(frame);
      if (held.unknownTo(frame).length > 0) {
        link.confirm();
      }
      showSoon();
    },
    () => held.claim(),
  );

  function show() {
    const state = link.state();
    showStatus(statusOf(link, newest, held));
    showNumbers(held);
    part("memory").hidden = held.stored;
    part("typing").hidden = newest !== null && newest.stage !== "returned" && state !== "lost";
    if (newest !== null) {
      part("subject").textContent = newest.subject;
    }
  }

  let isShowing = false;
  /** Redraws at most ten times a second, as fast as people can read; numbers are stored at once. */
  function showSoon() {
    if (!isShowing) {
      isShowing = true;
      setTimeout(() => {
        isShowing = false;
        show();
      }, showAfterMs);
    }
  }

  setInterval(show, watchEveryMs);
  // A phone that was asleep reconnects without waiting for the next check.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && link.state() !== "connected") {
      link.open();
    }
  });
  // While the computer is off, a reload may fail, so the browser first asks the user.
  addEventListener("beforeunload", (event) => {
    if (link.state() === "lost" && held.all.length > 0) {
      event.preventDefault();
      event.returnValue = "";
    }
  });
  show();
}

startWitness();
