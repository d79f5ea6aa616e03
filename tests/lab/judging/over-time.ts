import type { FlushModeResult } from "#contract/mode-result";
import type { Report } from "#contract/report";
import { formatRate } from "#text/format";
import type { Truth } from "../fixture/simulated-drive";
import { type Check, check } from "./outcome";

/** Compares the times of stalls and slowdowns in the report with those that the drive noted. */

type Mode = FlushModeResult | undefined;

/** A span of wall-clock time, in milliseconds since 1970. */
interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/**
 * The worst window in wall-clock time. The report has the start of the window's round to 1 ms, so
 * the window is exact to 1 ms as well.
 */
function worstOf(mode: Mode): Stretch | null {
  const window = mode?.worstWindow;
  const round = mode?.rounds.find((each) => each.round === window?.round);
  if (!window || !round) {
    return null;
  }
  const fromMs = Date.parse(round.startedAt) + window.startNs / 1e6;
  return { fromMs, untilMs: fromMs + window.elapsedNs / 1e6 };
}

function stretchOf({ startedAtUs, elapsedNs }: Truth["longestFlushes"][number]): Stretch {
  const fromMs = startedAtUs / 1e3;
  return { fromMs, untilMs: fromMs + elapsedNs / 1e6 };
}

export function worstWindow(mode: Mode, truth: Truth | null, withinMs: number): Check {
  const said = worstOf(mode);
  // Difference to the most similar of the drive's longest flushes: the larger of the differences of
  // start and end, in milliseconds.
  const offMs = Math.min(
    ...(truth?.longestFlushes ?? [])
      .map(stretchOf)
      .map(({ fromMs, untilMs }) =>
        said === null
          ? Number.POSITIVE_INFINITY
          : Math.max(Math.abs(said.fromMs - fromMs), Math.abs(said.untilMs - untilMs)),
      ),
  );
  return check(
    `worst window within ${withinMs} ms of a long flush of the drive`,
    offMs <= withinMs,
    said === null ? "none" : `${offMs.toFixed(1)} ms off`,
  );
}

/** Half a second in nanoseconds, from which on the verdict calls a save long. */
const longNs = 500e6;

export function pausesTold(report: Report, mode: Mode, truth: Truth | null): Check {
  const rounds = (mode?.rounds ?? []).map(({ startedAt, elapsedNs }) => {
    const fromMs = Date.parse(startedAt);
    return { fromMs, untilMs: fromMs + elapsedNs / 1e6 };
  });
  const stalls = (truth?.longestFlushes ?? [])
    .filter(({ elapsedNs }) => elapsedNs >= longNs)
    .map(stretchOf)
    .filter(({ fromMs }) =>
      rounds.some((round) => fromMs >= round.fromMs && fromMs < round.untilMs),
    );
  const detail = report.verdict.findings.find(({ code }) => code === "long-pauses")?.detail ?? "";
  const words = stalls.length === 1 ? "once" : `${stalls.length}\u00a0times`;
  return check(
    `says ${words} in so many seconds`,
    stalls.length > 0 && detail.includes(`half a second or longer ${words} in `),
    detail,
  );
}

/** `within`: the allowed error as a share of the bytes written after the test file was made. */
export function slowdown(report: Report, mode: Mode, truth: Truth | null, within: number): Check {
  const said = mode?.slowdown ?? null;
  const trueBytes = (truth?.slowedAfterBlocks ?? 0) * 4096;
  const trueRate = 1e9 / (truth?.slowBlockNs ?? 0);
  const allowed = within * (trueBytes - report.plan.workloads["flush-modes"].fileBytes);
  const ok =
    said !== null &&
    said.fastUntilBytes - allowed <= trueBytes &&
    said.slowFromBytes + allowed >= trueBytes &&
    said.slowPerSecond <= trueRate &&
    said.slowPerSecond >= trueRate / 2;
  return check(
    `slow from byte ${trueBytes} on, within ${Math.round(allowed)}, at ${trueRate} a second or little less`,
    ok,
    said === null
      ? "no slowdown"
      : `byte ${said.fastUntilBytes} to ${said.slowFromBytes}, ${Math.round(said.slowPerSecond)} a second`,
  );
}

export function bothRates(report: Report, mode: Mode): Check {
  const { headline, answers, findings } = report.verdict;
  const speed = answers.find(({ question }) => question === "safe-speed")?.word ?? "";
  const finding = findings.find(({ code }) => code === "saves-slowed");
  const told = [headline, speed, finding?.detail ?? ""];
  const found = mode?.slowdown;
  const rates = found ? [found.fastPerSecond, found.slowPerSecond].map(formatRate) : [];
  const median = formatRate(mode?.iops ?? 0);
  const isMiddle = !rates.includes(median);
  const says = (text: string, rate: string) => text.split(/[^\d.\u202f]+/).includes(rate);
  const ok =
    rates.length === 2 &&
    told.every((text) => rates.every((rate) => says(text, rate))) &&
    !(isMiddle && told.some((text) => says(text, median)));
  return check(
    `tells ${rates.join(" and ")} a second${isMiddle ? ` and nowhere ${median}` : ""}`,
    ok,
    told.join(" | "),
  );
}
