import type { ConditionSign, Health } from "#contract/health";
import type { Report } from "#contract/report";
import type { Statement } from "#contract/statement";
import { believed } from "#contract/temperature";
import type { Mark } from "#contract/verdict";
import { isVirtualDrive } from "../../guarantee";
import { conditionOf, countOf, isCounted } from "../../health/condition";
import { fitOf, stateOn } from "../../health/findings";
import { beside, type Line, say } from "./parts";

/** Lines on health, use and heat, each as reported by the drive and only if known. */
export function wellLines(mark: Mark, report: Report): Line[] {
  return [faults(report), use(mark, report), heat(report)]
    .filter((line) => line !== null)
    .map((line) => ({ ...line, sign: beside(mark, line.sign) }));
}

function faults(report: Report): Line | null {
  const { health } = report;
  if (health === null) {
    return null;
  }
  const { signs } = conditionOf(health);
  const state = stateOn(health, report);
  const [gravest] = signs;
  // After losses in power cuts the line says that the health report leaves them out: no NVMe or ATA
  // log counts lost saves.
  const isLossHidden = (report.powerCut?.cutsWithLoss ?? 0) > 0;
  const byItself = say(isLossHidden ? "glance.well.uncounted" : "glance.well.by-itself");
  const value = gravest === undefined ? byItself : signOf(gravest, health);
  switch (state) {
    case "well":
      return { sign: "fine", title: say("glance.well.no-fault"), value };
    case "care":
      return { sign: "care", title: say("glance.well.care"), value };
    case "failing":
      return { sign: "bad", title: say("glance.well.failing"), value };
    case "noted":
      return { sign: "dot", title: say("glance.well.noted"), value };
    case "not-known":
      return null;
  }
}

function signOf(sign: ConditionSign, health: Health): Statement {
  return isCounted(sign)
    ? say(`glance.well.sign-${sign}`, { count: countOf(sign, health) })
    : say(`glance.well.sign-${sign}`);
}

/** From this many power-on hours on, the line shows days. */
const hoursInDays = 48;

function use(mark: Mark, report: Report): Line | null {
  const { health, host, volume } = report;
  if (isVirtualDrive(volume, host)) {
    // A virtual drive reports hours as well, but they say nothing about a real one.
    return null;
  }
  const hours = health?.powerOnHours ?? null;
  const worn = health?.percentageUsed ?? null;
  const tenths = health?.emmc?.lifeTenths ?? null;
  if (tenths !== null) {
    const title = say("glance.well.worn-between", { tenths });
    return { sign: "dot", title, value: say("glance.well.by-itself") };
  }
  if (hours === null && worn === null) {
    return null;
  }
  // No praise beside a fault or a doubt.
  const isAgainst = mark === "bad" || mark === "care";
  const isNew = !isAgainst && health !== null && fitOf(health, report).newness === "new";
  const on =
    hours === null
      ? say("glance.well.by-itself")
      : hours < hoursInDays
        ? say("glance.well.on-hours", { hours, isNew })
        : say("glance.well.on-days", { days: hours / 24, isNew });
  return worn === null
    ? { sign: "dot", title: on, value: say("glance.well.by-itself") }
    : {
        sign: "dot",
        title: say("glance.well.worn", {
          percent: worn,
          isLast: health?.wearAttribute?.isLast ?? false,
        }),
        value: on,
      };
}

function heat(report: Report): Line | null {
  const { health, verdict, host, volume } = report;
  const { temperatures, temperatureLimitCelsius: limit } = believed(report);
  const measured = (temperatures ?? []).map(({ celsius }) => celsius);
  if (measured.length === 0) {
    return null;
  }
  const peak = Math.max(...measured);
  const first = measured[0] ?? peak;
  const warns = health?.criticalWarnings?.includes("temperature") ?? null;
  const slowed = verdict.findings.some(({ code }) => code === "throttled");
  const title = say("glance.well.heat", { celsius: first, peak });
  if (slowed || warns === true) {
    return {
      sign: "care",
      title,
      value: say(slowed ? "glance.well.heat-slowed" : "glance.well.heat-warned"),
    };
  }
  if (isVirtualDrive(volume, host)) {
    return null;
  }
  if (limit === null) {
    return { sign: "dot", title, value: say("glance.well.heat-no-limit") };
  }
  return peak >= limit
    ? { sign: "dot", title, value: say("glance.well.heat-at-limit", { limit }) }
    : { sign: "fine", title, value: say("glance.well.heat-below", { limit }) };
}
