import { isPowerCutReport } from "#contract/report";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/answers";
import {
  type Facts,
  hasLostInCut,
  isPlainAlone,
  isPlainInMemory,
  isWhatDisksDo,
  medianNsOf,
} from "../facts/facts";
import { type AnswerDraft as Answer, type Reply, reply } from "../facts/finding";
import { isPassedOn, isPulledOut } from "../facts/thing";
import { isMemory } from "../guarantee";
import { conditionAnswer } from "../health/answer";
import { heatOfSaves } from "../health/heat";
import { likenessOf, type SpeedClassId } from "../reference-drives";
import { paragraph, sayer } from "../say";
import { firstAnswer } from "../workloads";
import { holdsLess } from "./capacity";
import { isGone } from "./gone";
import { honestyAfterCuts } from "./power-cut";
import { areInDoubt, othersLackFlushes, type Saved, savedWord } from "./saved";
import { amountOf } from "./slowed";

const say = sayer<typeof statements>();

/** The answers to the verdict page's questions, in the page's order; a plug test answers two. */
export function answersOf(facts: Facts, saved: Saved): Answer[] {
  const { report } = facts;
  const first: Answer = {
    question: "saved-means-saved",
    ...reply(savedWord(saved), saved.severity, saved.reason),
  };
  if (isPowerCutReport(report)) {
    return [first, { question: "honesty", ...honesty(facts) }];
  }
  if (isGone(report)) {
    const gone = say(isMemory(report.volume) ? "answer.removed-memory" : "answer.removed");
    const notKnown = reply(say("answer.not-known"), "info", gone);
    const others = ["safe-speed", "plain-speed", "honesty"] as const;
    return [first, ...others.map((question) => ({ question, ...notKnown }))];
  }
  const plain = firstAnswer((home) => home.plainSpeed?.(facts)) ?? plainSpeed(facts);
  return [
    first,
    { question: "safe-speed", ...safeSpeed(facts, saved) },
    { ...plain, question: "plain-speed" },
    { question: "honesty", ...honesty(facts) },
    ...conditionAnswer(report),
  ];
}

const severityOfClass: Readonly<Record<SpeedClassId, Answer["severity"]>> = {
  "hard-disk": "caution",
  "slow-ssd": "info",
  "good-ssd": "good",
  server: "good",
};

function safeSpeed(facts: Facts, saved: Saved): Reply {
  const { safe, speed, evidence, suspicion, isVirtual, isPaced } = facts;
  const notKnown = say("answer.not-known");
  if (safe === null) {
    const why = facts.saves.isPlanned ? "none" : "not-planned";
    return reply(notKnown, "caution", say(`answer.safe-speed.${why}`));
  }
  const { mode, iops: savesPerSecond } = safe;
  if (evidence === "flushes-missing" || hasLostInCut(facts)) {
    const why = evidence === "flushes-missing" ? "unflushed" : "lost";
    const reason = isPaced
      ? say(`answer.safe-speed.${why}-paced`)
      : say(`answer.safe-speed.${why}`, { savesPerSecond });
    return reply(notKnown, "bad", reason);
  }
  if (speed === null) {
    const time = say("answer.safe-speed.time", { medianNs: medianNsOf(safe) });
    return reply(time, "info", say("answer.safe-speed.paced", { mode }));
  }
  const rate = say("answer.safe-speed.rate", { savesPerSecond });
  if (suspicion !== null) {
    return reply(rate, "info", say("answer.safe-speed.unexplained", { mode }));
  }
  if (saved.state === "no") {
    return reply(rate, "info", say("answer.safe-speed.unsafe", { mode }));
  }
  if (safe.slowdown !== null) {
    const { fastPerSecond } = safe.slowdown;
    const isHot = heatOfSaves(safe, safe.slowdown, facts.report).state === "at-limit";
    return reply(
      say("answer.safe-speed.rates", { fastPerSecond, slowPerSecond: savesPerSecond }),
      "caution",
      isHot
        ? say("answer.safe-speed.throttled", { mode })
        : say("answer.safe-speed.slowed", { ...amountOf(safe.slowdown), mode }),
    );
  }
  const isInDoubt = isVirtual || areInDoubt(saved);
  const severity = isInDoubt || isWhatDisksDo(facts) ? "info" : severityOfClass[speed.id];
  const beside = isVirtual ? "-virtual" : isInDoubt ? "-in-doubt" : "";
  return reply(rate, severity, [
    say(`answer.safe-speed.like${beside}`, { like: likenessOf(speed), mode }),
    ...paragraph(firstAnswer((home) => home.besideSafeSpeed?.(facts))),
  ]);
}

function plainSpeed(facts: Facts): Reply {
  const { plain, isPaced, saves, report } = facts;
  if (plain === null || isPaced) {
    const why = say(isPaced ? "answer.plain-speed.paced" : "answer.plain-speed.none");
    return reply(say("answer.not-known"), "info", why);
  }
  const { blockBytes } = saves;
  const where = isMemory(report.volume)
    ? "-in-memory"
    : isPlainInMemory(facts)
      ? ""
      : isPlainAlone(facts)
        ? "-alone"
        : "-that-may-wait";
  return reply(
    say("answer.plain-speed.rate", { writesPerSecond: plain.iops }),
    "info",
    say(`answer.plain-speed.pieces${where}`, {
      bytesPerSecond: plain.iops * blockBytes,
      blockBytes,
    }),
  );
}

function honesty(facts: Facts): Reply {
  const { report, safe, evidence, suspicion, isVirtual, flushesPerSave } = facts;
  const suspicious = (severity: Reply["severity"], reason: Statement) =>
    reply(say("answer.honesty.suspicious"), severity, reason);
  const none = (severity: Reply["severity"], reason: Statement) =>
    reply(say("answer.honesty.no-evidence-available"), severity, reason);
  const seen = (reason: Statement) => reply(say("answer.honesty.evidence-seen"), "good", reason);
  const [loss] = facts.losses;
  if (loss !== undefined) {
    return suspicious("bad", loss.honesty);
  }
  if ((report.verification?.mismatchCount ?? 0) > 0 || report.error?.code === "wrong-data") {
    return suspicious("bad", say("answer.honesty.data-differs"));
  }
  if (holdsLess(report)) {
    return suspicious("bad", say("answer.honesty.holds-less"));
  }
  const afterCuts = honestyAfterCuts(facts);
  if (afterCuts !== null) {
    return afterCuts;
  }
  if (evidence === "flushes-missing") {
    return suspicious("bad", say("answer.honesty.flushes-missing"));
  }
  if (evidence === "flushes-too-few") {
    return suspicious("caution", say("answer.honesty.flushes-too-few"));
  }
  if (suspicion !== null) {
    return reply(say("answer.not-known"), "info", say("answer.honesty.unexplained"));
  }
  if (isMemory(report.volume)) {
    return none("info", say("answer.honesty.memory"));
  }
  if (isVirtual) {
    const why = isPassedOn(report) ? "passed-on" : "virtual";
    return none("caution", say(`answer.honesty.${why}`));
  }
  if (safe === null) {
    return none("info", whyNoEvidence(facts));
  }
  switch (evidence) {
    case "flushes-seen": {
      const counted = { flushesPerSave: flushesPerSave ?? 0, mode: safe.mode };
      const inPart = say("answer.honesty.flushes-seen-in-part", counted);
      return othersLackFlushes(facts)
        ? reply(say("answer.honesty.in-part"), "info", inPart)
        : seen(say("answer.honesty.flushes-seen", counted));
    }
    case "no-volatile-cache":
      return seen(say("answer.honesty.no-volatile-cache"));
    case "cache-reported-off":
    case "flushes-passed-on":
      return none("info", say(`answer.honesty.${evidence}`));
    case "flushes-not-seen":
    case "cache-state-assumed":
      return none("caution", say("answer.honesty.flushes-not-seen"));
    case "no-evidence":
    case null:
      return none("info", whyNoEvidence(facts));
  }
}

function whyNoEvidence({ report, saves }: Facts): Statement {
  if (isPowerCutReport(report)) {
    return say("answer.honesty.plug-test", { isPulled: isPulledOut(report) });
  }
  return saves.isPlanned ? say("answer.honesty.no-evidence") : say("answer.honesty.not-planned");
}
