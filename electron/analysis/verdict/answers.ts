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
import type { AnswerDraft as Answer } from "../facts/finding";
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

/** The answers to the verdict page's questions, in its order; a plug test answers two of them. */
export function answersOf(facts: Facts, saved: Saved): Answer[] {
  const first: Answer = {
    question: "saved-means-saved",
    word: savedWord(saved),
    severity: saved.severity,
    reason: saved.reason,
  };
  if (isPowerCutReport(facts.report)) {
    return [first, honesty(facts)];
  }
  if (isGone(facts.report)) {
    return [first, ...notSaidOfGone(facts.report)];
  }
  return [
    ...[
      first,
      safeSpeed(facts, saved),
      firstAnswer((home) => home.plainSpeed?.(facts)) ?? plainSpeed(facts),
      honesty(facts),
    ],
    ...conditionAnswer(facts.report),
  ];
}

function notSaidOfGone({ volume }: Facts["report"]): Answer[] {
  return (["safe-speed", "plain-speed", "honesty"] as const).map((question) => ({
    question,
    word: say("answer.not-known"),
    severity: "info",
    reason: say(isMemory(volume) ? "answer.removed-memory" : "answer.removed"),
  }));
}

const severityOfClass: Readonly<Record<SpeedClassId, Answer["severity"]>> = {
  "hard-disk": "caution",
  "slow-ssd": "info",
  "good-ssd": "good",
  server: "good",
};

function safeSpeed(facts: Facts, saved: Saved): Answer {
  const { safe, speed, evidence, suspicion, isVirtual } = facts;
  const question = "safe-speed";
  if (safe === null) {
    return {
      question,
      word: say("answer.not-known"),
      severity: "caution",
      reason: facts.saves.isPlanned
        ? say("answer.safe-speed.none")
        : say("answer.safe-speed.not-planned"),
    };
  }
  const { mode, iops: savesPerSecond } = safe;
  if (evidence === "flushes-missing") {
    return {
      question,
      word: say("answer.not-known"),
      severity: "bad",
      reason: facts.isPaced
        ? say("answer.safe-speed.unflushed-paced")
        : say("answer.safe-speed.unflushed", { savesPerSecond }),
    };
  }
  if (hasLostInCut(facts)) {
    return {
      question,
      word: say("answer.not-known"),
      severity: "bad",
      reason: facts.isPaced
        ? say("answer.safe-speed.lost-paced")
        : say("answer.safe-speed.lost", { savesPerSecond }),
    };
  }
  if (speed === null) {
    return {
      question,
      word: say("answer.safe-speed.time", { medianNs: medianNsOf(safe) }),
      severity: "info",
      reason: say("answer.safe-speed.paced", { mode }),
    };
  }
  if (suspicion !== null) {
    return {
      question,
      word: say("answer.safe-speed.rate", { savesPerSecond }),
      severity: "info",
      reason: say("answer.safe-speed.unexplained", { mode }),
    };
  }
  if (saved.state === "no") {
    return {
      question,
      word: say("answer.safe-speed.rate", { savesPerSecond }),
      severity: "info",
      reason: say("answer.safe-speed.unsafe", { mode }),
    };
  }
  if (safe.slowdown !== null) {
    const { fastPerSecond } = safe.slowdown;
    return {
      question,
      word: say("answer.safe-speed.rates", { fastPerSecond, slowPerSecond: savesPerSecond }),
      severity: "caution",
      reason:
        heatOfSaves(safe, safe.slowdown, facts.report).state === "at-limit"
          ? say("answer.safe-speed.throttled", { mode })
          : say("answer.safe-speed.slowed", { ...amountOf(safe.slowdown), mode }),
    };
  }
  const like = { like: likenessOf(speed), mode };
  const isInDoubt = isVirtual || areInDoubt(saved);
  return {
    question,
    word: say("answer.safe-speed.rate", { savesPerSecond }),
    severity: isInDoubt || isWhatDisksDo(facts) ? "info" : severityOfClass[speed.id],
    reason: [
      isVirtual
        ? say("answer.safe-speed.like-virtual", like)
        : isInDoubt
          ? say("answer.safe-speed.like-in-doubt", like)
          : say("answer.safe-speed.like", like),
      ...paragraph(firstAnswer((home) => home.besideSafeSpeed?.(facts))),
    ],
  };
}

function plainSpeed(facts: Facts): Answer {
  const { plain, isPaced, saves, report } = facts;
  const question = "plain-speed";
  if (plain === null || isPaced) {
    return {
      question,
      word: say("answer.not-known"),
      severity: "info",
      reason: say(isPaced ? "answer.plain-speed.paced" : "answer.plain-speed.none"),
    };
  }
  const { blockBytes } = saves;
  const pieces = { bytesPerSecond: plain.iops * blockBytes, blockBytes };
  return {
    question,
    word: say("answer.plain-speed.rate", { writesPerSecond: plain.iops }),
    severity: "info",
    reason: isMemory(report.volume)
      ? say("answer.plain-speed.pieces-in-memory", pieces)
      : say(
          isPlainInMemory(facts)
            ? "answer.plain-speed.pieces"
            : isPlainAlone(facts)
              ? "answer.plain-speed.pieces-alone"
              : "answer.plain-speed.pieces-that-may-wait",
          pieces,
        ),
  };
}

function honesty(facts: Facts): Answer {
  const { report, safe, evidence, suspicion, isVirtual, flushesPerSave } = facts;
  const question = "honesty";
  const suspicious = (severity: Answer["severity"], reason: Statement): Answer => ({
    question,
    word: say("answer.honesty.suspicious"),
    severity,
    reason,
  });
  const none = (severity: Answer["severity"], reason: Statement): Answer => ({
    question,
    word: say("answer.honesty.no-evidence-available"),
    severity,
    reason,
  });
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
    return {
      question,
      word: say("answer.not-known"),
      severity: "info",
      reason: say("answer.honesty.unexplained"),
    };
  }
  if (isMemory(report.volume)) {
    return none("info", say("answer.honesty.memory"));
  }
  if (isVirtual) {
    return none(
      "caution",
      say(isPassedOn(report) ? "answer.honesty.passed-on" : "answer.honesty.virtual"),
    );
  }
  if (safe === null) {
    return none("info", whyNoEvidence(facts));
  }
  switch (evidence) {
    case "flushes-seen": {
      const counted = { flushesPerSave: flushesPerSave ?? 0, mode: safe.mode };
      return othersLackFlushes(facts)
        ? {
            question,
            word: say("answer.honesty.in-part"),
            severity: "info",
            reason: say("answer.honesty.flushes-seen-in-part", counted),
          }
        : {
            question,
            word: say("answer.honesty.evidence-seen"),
            severity: "good",
            reason: say("answer.honesty.flushes-seen", counted),
          };
    }
    case "no-volatile-cache":
      return {
        question,
        word: say("answer.honesty.evidence-seen"),
        severity: "good",
        reason: say("answer.honesty.no-volatile-cache"),
      };
    case "cache-reported-off":
      return none("info", say("answer.honesty.cache-reported-off"));
    case "flushes-not-seen":
    case "cache-state-assumed":
      return none("caution", say("answer.honesty.flushes-not-seen"));
    case "flushes-passed-on":
      return none("info", say("answer.honesty.flushes-passed-on"));
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
