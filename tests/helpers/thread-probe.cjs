// Loaded before the engine host: with every number it says how long the writer's thread has waited
// for a processor, read at the moment the number is sent. Linux only; elsewhere it says nothing.
// https://docs.kernel.org/scheduler/sched-stats.html, "/proc/<pid>/schedstat"
const fs = require("node:fs");

const folder = "/proc/self/task";
const send = process.send.bind(process);
const ranBefore = new Map();

function threads() {
  return fs.readdirSync(folder).map((id) => {
    const [ran, waited] = fs.readFileSync(`${folder}/${id}/schedstat`, "utf8").split(" ");
    return { id, ran: Number(ran), waited: Number(waited) };
  });
}

/** The thread that has run the longest since the first number was sent. */
function writerWaitedNs() {
  const now = threads();
  if (ranBefore.size === 0) {
    for (const { id, ran } of now) {
      ranBefore.set(id, ran);
    }
  }
  const ranSince = ({ id, ran }) => ran - (ranBefore.get(id) ?? 0);
  return now.sort((a, b) => ranSince(b) - ranSince(a))[0].waited;
}

process.send = (message, ...rest) => {
  if (process.platform === "linux" && message.type === "power-cut-acknowledged") {
    message.waitedNs = writerWaitedNs();
  }
  return send(message, ...rest);
};
