import os from "node:os";
import { compare, summarize } from "./statistics.mjs";

/** @typedef {import("./statistics.mjs").Figures} Figures */

/**
 * Every tool's summary, and the first tool against each other one.
 * @param {string} title
 * @param {readonly { name: string, alike: boolean, repetitions: readonly Figures[] }[]} measured
 */
export function resultOf(title, measured) {
  const tools = measured.map(({ name, alike, repetitions }) => ({
    name,
    alike,
    summary: summarize(repetitions),
  }));
  const [ours] = tools;
  return {
    title,
    tools: tools.map((tool) => ({
      ...tool,
      against: !ours || tool === ours ? null : compare(ours.summary, tool.summary),
    })),
  };
}

export function machine() {
  return {
    system: `${os.type()} ${os.release()}`,
    cpuModel: os.cpus()[0]?.model ?? null,
    cpuCount: os.cpus().length,
    node: process.version,
    loadAverage: process.platform === "win32" ? null : Number(os.loadavg()[0]?.toFixed(2)),
  };
}
