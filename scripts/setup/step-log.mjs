/**
 * Time for people: "0.4 s", "12 s", "2 min 5 s".
 * @param {number} elapsedMs
 */
export function spokenTime(elapsedMs) {
  const seconds = elapsedMs / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * Prints set-up's progress, one line a step: "packages … done in 12 s". Always on standard error,
 * because standard output belongs to the command that set-up prepares.
 */
export class StepLog {
  #stream;
  #quiet;
  #stepStartMs = 0;
  #openLine = "";

  /** @param {{ quiet?: boolean, stream?: NodeJS.WriteStream }} options quiet: say only what is done, not what was done before */
  constructor({ quiet = false, stream = process.stderr } = {}) {
    this.#stream = stream;
    this.#quiet = quiet;
  }

  /**
   * @param {string} name
   * @param {string} state
   */
  upToDate(name, state) {
    if (!this.#quiet) this.#stream.write(`${name} … ${state}\n`);
  }

  /** @param {string} name */
  begin(name) {
    this.#stepStartMs = performance.now();
    this.#openLine = `${name} … `;
    this.#stream.write(this.#openLine);
  }

  /**
   * Progress of the open step. A terminal redraws its line; a log file gets the words appended.
   * @param {string} text
   */
  progress(text) {
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[K${this.#openLine}${text}`);
    else this.#stream.write(`${text}, `);
  }

  /** @param {string} [result] what came of it, if there is more to say than that it is done */
  done(result) {
    const time = `done in ${spokenTime(performance.now() - this.#stepStartMs)}`;
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[K${this.#openLine}`);
    this.#stream.write(result ? `${time}: ${result}\n` : `${time}\n`);
    this.#openLine = "";
  }

  /** Ends the open line, so that the failure's sentence starts a new one. */
  failed() {
    if (this.#openLine !== "") this.#stream.write("failed\n");
    this.#openLine = "";
  }

  /** @param {string} text */
  note(text) {
    this.#stream.write(`${text}\n`);
  }
}
