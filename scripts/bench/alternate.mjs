// The alternating run: every repetition measures every subject with every tool.
/** @typedef {import("./tool.mjs").Tool} Tool */
/** @typedef {import("./tool.mjs").Subject} Subject */
/** @typedef {import("./tool.mjs").Plan} Plan */
/** @typedef {import("./tool.mjs").Figures} Figures */

/** Ours comes first among its tools. @typedef {{ subject: Subject, tools: Tool[] }} Bout */

/**
 * Who is compared in what. One short unmeasured run of each tool comes first: it shows at once that
 * a tool cannot be used here, and spares the first repetition what happens only once.
 * @param {readonly Tool[]} tools ours first
 * @param {Plan} plan
 * @param {readonly Subject[]} subjects
 * @param {(text: string) => void} leftOut told who is not compared, and why
 * @returns {Promise<Bout[]>}
 */
export async function tryOut(tools, plan, subjects, leftOut) {
  const short = { ...plan, profile: "smoke", rounds: 1 };
  const present = tools.filter(({ missing }) => missing === null);
  for (const { name, missing } of tools) {
    if (missing !== null) leftOut(`${name}: ${missing}`);
  }
  const bouts = [];
  for (const subject of subjects) {
    const candidates = present.filter((tool) => tool.subjects.includes(subject));
    const usable = [];
    for (const tool of candidates) {
      try {
        await tool.measure(subject, short);
        usable.push(tool);
      } catch (error) {
        leftOut(`${tool.name} in ${subject}: ${/** @type {Error} */ (error).message}`);
      }
    }
    // Without ours there is nothing to compare.
    if (usable.length > 0 && usable[0] === candidates[0]) bouts.push({ subject, tools: usable });
  }
  return bouts;
}

/**
 * The order within one repetition: subjects as they come, in each of them the tools rotated, so that
 * none always has the place after another.
 * @param {readonly Bout[]} bouts
 * @param {number} repetition from 0
 * @returns {{ subject: Subject, tool: Tool }[]}
 */
export function turnsOf(bouts, repetition) {
  return bouts.flatMap(({ subject, tools }) => {
    const first = repetition % Math.max(1, tools.length);
    return [...tools.slice(first), ...tools.slice(0, first)].map((tool) => ({ subject, tool }));
  });
}

/**
 * @param {readonly Bout[]} bouts
 * @param {Plan} plan
 * @param {number} repetitions
 * @param {(done: number) => void} progress
 * @returns {Promise<Map<Subject, Map<Tool, Figures[]>>>}
 */
export async function alternate(bouts, plan, repetitions, progress) {
  const measured = new Map(
    bouts.map(({ subject, tools }) => [
      subject,
      new Map(tools.map((tool) => [tool, /** @type {Figures[]} */ ([])])),
    ]),
  );
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    for (const { subject, tool } of turnsOf(bouts, repetition)) {
      const figures = await tool.measure(subject, plan);
      measured.get(subject)?.get(tool)?.push(figures);
    }
    progress(repetition + 1);
  }
  return measured;
}

/** Making and filling the file, starting, reading back: on a drive of some hundred MB/s. */
const besideMs = 2_000;

/**
 * About how long the alternating run takes. A mode that reaches its byte limit first is quicker.
 * @param {readonly Bout[]} bouts
 * @param {Plan} plan
 * @param {number} repetitions
 */
export function expectedMs(bouts, plan, repetitions) {
  const waiting = (plan.rounds * (plan.roundNs + plan.warmupNs)) / 1e6;
  const perTurn = (/** @type {Subject} */ subject) =>
    besideMs + (subject === "fsync" || subject === "fdatasync" ? waiting : 0);
  const turns = bouts.flatMap(({ subject, tools }) => tools.map(() => perTurn(subject)));
  return repetitions * turns.reduce((total, ms) => total + ms, 0);
}
