import { judgeKinds } from "./kinds";

judgeKinds([
  { name: "honest", flaws: [], losesUpToMs: 0 },
  { name: "no cache", flaws: ["no-cache"], losesUpToMs: 0 },
]);
