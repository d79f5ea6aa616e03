import { judgeKinds } from "./kinds";

judgeKinds([
  { name: "ignores flushes", flaws: ["ignore-flushes"], losesUpToMs: Infinity },
  // Every second flush also stores the data of the ignored flush before it, so a cut loses at most
  // the last two operations of about a millisecond each.
  { name: "every other flush", flaws: ["honour-every 2"], losesUpToMs: 3 },
]);
