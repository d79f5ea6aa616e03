import { sayer } from "#analysis/say";
import type { HostFacts, ReportWarning } from "#contract/report";
import type { Statement } from "#contract/statement";
import { warningInWords } from "#text/in-words";
import type { statements } from "#text/inspection/warnings";
import { type HostAccess, nodeHostAccess } from "./host-facts";

/** Processor time in milliseconds since boot, summed over all processors. */
interface CpuTime {
  readonly busyMs: number;
  readonly totalMs: number;
}

const sampleMs = 500;
const busyShare = 0.5;
const say = sayer<typeof statements>();

/**
 * Share of all processors (0 to 1) that other processes use, over half a second; `null` if it
 * cannot be read. Call this only while this program measures nothing.
 */
export async function sampleOthersLoad(
  host: HostAccess = nodeHostAccess(),
): Promise<number | null> {
  try {
    const before = await cpuTime(host);
    const ownBeforeMs = host.ownCpuMs();
    await host.wait(sampleMs);
    const after = await cpuTime(host);
    const othersMs = after.busyMs - before.busyMs - (host.ownCpuMs() - ownBeforeMs);
    const totalMs = after.totalMs - before.totalMs;
    return totalMs > 0 ? Math.min(1, Math.max(0, othersMs / totalMs)) : null;
  } catch {
    return null;
  }
}

/**
 * /proc/stat counts in hundredths of a second:
 * https://man7.org/linux/man-pages/man5/proc_stat.5.html
 */
const tickMs = 10;

async function cpuTime(host: HostAccess): Promise<CpuTime> {
  if (host.platform === "linux") {
    const line = /^cpu\s+(.+)$/m.exec(await host.readFile("/proc/stat"))?.[1] ?? "";
    // The fields after the eighth are guest time, which user time already includes.
    const ticks = line.split(/\s+/).slice(0, 8).map(Number);
    const total = ticks.reduce((sum, value) => sum + value, 0);
    const [, , , idle = 0, ioWait = 0] = ticks;
    return { busyMs: (total - idle - ioWait) * tickMs, totalMs: total * tickMs };
  }
  const times = host.cpus().map((cpu) => cpu.times);
  const total = times.flatMap((cpu) => Object.values(cpu)).reduce((sum, value) => sum + value, 0);
  const idle = times.reduce((sum, cpu) => sum + (cpu.idle ?? 0), 0);
  return { busyMs: total - idle, totalMs: total };
}

const answerLimitMs = 5000;

/**
 * Whether Rosetta translates this program, for plain Node, which has no API for it; `null` if not
 * known.
 * https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-environment
 */
export async function isTranslated(host: HostAccess = nodeHostAccess()): Promise<boolean | null> {
  if (host.platform !== "darwin" || host.arch !== "x64") {
    return null;
  }
  const args = ["-n", "sysctl.proc_translated"];
  return (await host.run("/usr/sbin/sysctl", args, { timeoutMs: answerLimitMs })).trim() === "1";
}

/** Warnings about the computer's state that affect the figures, just before an inspection. */
export async function environmentWarnings(
  facts: HostFacts,
  sampleLoad: () => Promise<number | null> = () => sampleOthersLoad(),
  translated: () => Promise<boolean | null> = () => isTranslated(),
): Promise<ReportWarning[]> {
  const warnings: Statement[] = [];
  // Intel Macs lack the sysctl queried for this, and are never translated: an error also means "not
  // translated".
  if ((await translated().catch(() => null)) === true) {
    warnings.push(say("translated"));
  }
  if (facts.powerSource === "battery") {
    warnings.push(say("on-battery"));
  }
  const load = await sampleLoad();
  if (load !== null && load > busyShare) {
    warnings.push(say("busy-machine", { share: load }));
  }
  return warnings.map((said) => warningInWords(said.code, [said]));
}
