// Loaded before the engine host: with every number it says how long the writer's thread has run and
// how long it has waited for a processor, read at the moment the number is sent. Linux only;
// elsewhere it says nothing. https://docs.kernel.org/scheduler/sched-stats.html, "schedstat"
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

/** Of the thread that has run the longest since the first number was sent. */
function writerTimes() {
  const now = threads();
  if (ranBefore.size === 0) {
    for (const { id, ran } of now) {
      ranBefore.set(id, ran);
    }
  }
  const ranSince = ({ id, ran }) => ran - (ranBefore.get(id) ?? 0);
  const { ran, waited } = now.sort((a, b) => ranSince(b) - ranSince(a))[0];
  return { atNs: Number(process.hrtime.bigint()), ranNs: ran, waitedNs: waited };
}

process.send = (message, ...rest) => {
  if (process.platform === "linux" && message.type === "power-cut-acknowledged") {
    message.writer = writerTimes();
  }
  return send(message, ...rest);
};
