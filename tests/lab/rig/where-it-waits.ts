import { readdirSync, readFileSync } from "node:fs";

/**
 * What each thread of a program, and of those it started, waits for in the kernel: in one line, for the
 * message of a test that waited in vain. Needs root, which the laboratory has.
 */
export function whereItWaits(pid: number): string {
  const family = [pid, ...descendantsOf(pid)];
  return family
    .map((one) => {
      const type =
        /--type=\S+|--utility-sub-type=\S+/.exec(text(`/proc/${one}/cmdline`))?.[0] ?? "";
      const threads = names(`/proc/${one}/task`).map((thread) =>
        waitOf(`/proc/${one}/task/${thread}`),
      );
      const counts = new Map<string, number>();
      for (const wait of threads) counts.set(wait, (counts.get(wait) ?? 0) + 1);
      const shown = [...counts].map(([wait, count]) => `${count}× ${wait}`);
      return `${one} ${type}: ${shown.join(", ")}`;
    })
    .join("; ");
}

function waitOf(task: string): string {
  const [, state = "?"] = /\) (\S)/.exec(text(`${task}/stat`)) ?? [];
  const frames = text(`${task}/stack`)
    .split("\n")
    .map((line) => /\] (\w+)/.exec(line)?.[1] ?? "")
    .filter((name) => name !== "");
  return [text(`${task}/comm`).trim(), state, ...frames.slice(0, state === "D" ? 8 : 2)].join(" ");
}

function descendantsOf(pid: number): number[] {
  const children = names("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => /\) \S (\d+)/.exec(text(`/proc/${name}/stat`))?.[1] === String(pid))
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Empty where the process has ended meanwhile. */
function text(file: string): string {
  try {
    return readFileSync(file, "latin1").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
