/** @typedef {"connecting" | "connected" | "slow" | "lost"} LinkState */

/** The computer sends a frame at least every second; a longer silence means a slow connection. */
const slowAfterMs = 2500;
const lostAfterMs = 6000;
/**
 * Milliseconds between attempts to reconnect. A dead connection can hang for minutes without an
 * error.
 */
const retryEveryMs = 3000;
const confirmTimeoutMs = 4000;
/**
 * Milliseconds between two claims: each opens a connection, and the computer accepts sixty a
 * second.
 */
const claimEveryMs = 40;
/** Pause after a failed claim: the computer may have refused it as one too many. */
const claimAgainAfterMs = 250;
/** Longest pause between claims: a page silent for six seconds no longer counts as connected. */
const presentEveryMs = 2000;
const watchEveryMs = 500;

/**
 * The connection to the computer: frames (the computer's state) arrive on an event stream, claims
 * (the numbers that the page has stored) go back one at a time. A silent connection is reopened
 * until the computer is back.
 */
class Link {
  /**
   * @param {string} base path of the page with its final slash
   * @param {(frame: PageFrame) => void} onFrame
   * @param {() => object} claim returns what is stored when the claim is sent
   */
  constructor(base, onFrame, claim) {
    this.base = base;
    this.onFrame = onFrame;
    this.claim = claim;
    this.page = randomName();
    /** @type {EventSource | null} */
    this.source = null;
    this.everHeard = false;
    this.lastHeardMs = Date.now();
    this.openedMs = 0;
    this.sending = false;
    this.lastSentMs = 0;
    /** No claim is sent before this time. */
    this.nextClaimMs = 0;
    this.waiting = false;
    this.wanted = false;
    this.open();
    setInterval(() => this.watch(), watchEveryMs);
  }

  open() {
    if (this.source !== null) {
      this.source.close();
    }
    this.openedMs = Date.now();
    const source = new EventSource(`${this.base}events?page=${this.page}`);
    this.source = source;
    source.onmessage = (event) => {
      this.everHeard = true;
      this.lastHeardMs = Date.now();
      this.onFrame(JSON.parse(event.data));
      if (this.wanted || Date.now() - this.lastSentMs > presentEveryMs) {
        this.send();
      }
    };
    // The browser's own retry gives up for good on some answers; the retry of this page does not.
    source.onerror = () => source.close();
  }

  /** Has a claim sent soon; called when the page stores numbers that the computer lacks. */
  confirm() {
    this.wanted = true;
  }

  /** @returns {LinkState} */
  state() {
    const silentMs = this.silentMs();
    if (silentMs > lostAfterMs) {
      return "lost";
    }
    if (!this.everHeard) {
      return "connecting";
    }
    // A late response means a slow connection, too.
    const unansweredMs = this.sending ? Date.now() - this.lastSentMs : 0;
    return Math.max(silentMs, unansweredMs) > slowAfterMs ? "slow" : "connected";
  }

  silentMs() {
    return Math.max(0, Date.now() - this.lastHeardMs);
  }

  watch() {
    const isDead = this.source === null || this.source.readyState === EventSource.CLOSED;
    const patienceMs = isDead ? 1000 : retryEveryMs;
    if ((isDead || this.silentMs() > slowAfterMs) && Date.now() - this.openedMs > patienceMs) {
      this.open();
    }
  }

  /** Sends a claim as soon as the pause between claims is over. */
  send() {
    if (this.sending || this.waiting) {
      return;
    }
    const restMs = this.nextClaimMs - Date.now();
    if (restMs > 0) {
      this.waiting = true;
      setTimeout(() => {
        this.waiting = false;
        this.sendNow();
      }, restMs);
    } else {
      this.sendNow();
    }
  }

  sendNow() {
    this.sending = true;
    this.wanted = false;
    this.lastSentMs = Date.now();
    this.nextClaimMs = this.lastSentMs + claimEveryMs;
    const request = new XMLHttpRequest();
    request.open("POST", `${this.base}held?page=${this.page}`);
    request.setRequestHeader("Content-Type", "application/json");
    request.timeout = confirmTimeoutMs;
    // The next frame shows whether the claim arrived, so the response only sets the next pause.
    request.onloadend = () => {
      this.sending = false;
      if (request.status !== 204) {
        this.nextClaimMs = Date.now() + claimAgainAfterMs;
      }
      if (this.wanted && this.state() !== "lost") {
        this.send();
      }
    };
    request.send(JSON.stringify(this.claim()));
  }
}

/** Distinguishes this page from others; it is no secret. */
function randomName() {
  let name = "";
  while (name.length < 8) {
    name += Math.floor(Math.random() * 36).toString(36);
  }
  return name;
}
