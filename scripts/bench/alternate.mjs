// Every repetition measures every subject with every tool.
/** @typedef {import("./tool.mjs").Tool} Tool */
/** @typedef {import("./tool.mjs").Subject} Subject */
/** @typedef {import("./tool.mjs").Plan} Plan */
/** @typedef {import("./tool.mjs").Figures} Figures */

/**
 * A subject and the tools that measure it, our engine first.
 * @typedef {{ subject: Subject, tools: Tool[] }} Bout
 */

/**
 * Which tools are compared for each subject. One short unmeasured run of each tool comes first: it
 * shows at once that a tool cannot be used here, and keeps first-time work out of the first
 * repetition.
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
    // Without DriveProof's engine there is nothing to compare.
    if (usable.length > 0 && usable[0] === candidates[0]) bouts.push({ subject, tools: usable });
  }
  return bouts;
}

/**
 * Orders in which each tool has every position equally often, and is equally often right before and
 * after each other tool: what a tool leaves behind (freed blocks, a busy drive) affects all alike.
 * In a mere rotation each tool would always follow the same one. Williams, "Experimental designs
 * balanced for the estimation of residual effects of treatments", 1949.
 * @template T
 * @param {readonly T[]} items
 * @returns {T[][]} twice as many orders as items
 */
function balancedOrders(items) {
  const count = items.length;
  // 0, 1, last, 2, last but one, …: every distance between neighbours occurs once.
  const places = items.map((_, place) =>
    place % 2 === 1 ? (place + 1) / 2 : (count - place / 2) % count,
  );
  const orders = items.map((_, shift) =>
    places.map((place) => /** @type {T} */ (items[(place + shift) % count])),
  );
  // With an odd number of tools only the mirrored orders complete the balance; with an even number
  // they keep it.
  return [...orders, ...orders.map((order) => [...order].reverse())];
}

/**
 * One repetition: the subjects in their order, in each the tools in one of the balanced orders.
 * @param {readonly Bout[]} bouts
 * @param {number} repetition from 0
 * @returns {{ subject: Subject, tool: Tool }[]}
 */
export function turnsOf(bouts, repetition) {
  return bouts.flatMap(({ subject, tools }) => {
    const orders = balancedOrders(tools);
    const order = orders[repetition % orders.length] ?? [];
    return order.map((tool) => ({ subject, tool }));
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

/**
 * Milliseconds of a turn beside its rounds: making and filling the file, starting the tool and
 * reading back, on a drive of some hundred MB/s.
 */
const besideMs = 2_000;

/** Subjects whose rounds end when their time is over. @type {readonly Subject[]} */
const waitingSubjects = ["fdatasync", "fsync", "o_direct_dsync"];

/**
 * About how long the alternating run takes. A mode that reaches its byte limit ends earlier.
 * @param {readonly Bout[]} bouts
 * @param {Plan} plan
 * @param {number} repetitions
 */
export function expectedMs(bouts, plan, repetitions) {
  const waiting = (plan.rounds * (plan.roundNs + plan.warmupNs)) / 1e6;
  const perTurn = (/** @type {Subject} */ subject) =>
    besideMs + (waitingSubjects.includes(subject) ? waiting : 0);
  const turns = bouts.flatMap(({ subject, tools }) => tools.map(() => perTurn(subject)));
  return repetitions * turns.reduce((total, ms) => total + ms, 0);
}
