import { isPlugReport } from "../../contract/report";
import { formatBlockBytes, formatBytesPerSecond, formatRate, unitSpace } from "../format";
import { isMemory } from "../guarantee";
import type { SpeedClassId } from "../reference-drives";
import { sweepSpeed } from "../workloads/buffer-sweep/throughput";
import { hasLostRecords } from "../workloads/commits/results";
import { spacedWords } from "../workloads/flush-modes/spaced-saves";
import { holdsLess } from "./capacity";
import type { Facts } from "./facts";
import type { AnswerDraft as Answer } from "./finding";
import { isGone } from "./gone";
import { hasLostInCut, honestyAfterCuts } from "./power-cut";
import { type Saved, savedWord } from "./saved";
import { amountOf } from "./slowed";
import { termOfArt, typicalTime } from "./words";

/** The four questions of the verdict page, in their order there; a plug test answers two of them. */
export function answersOf(facts: Facts, saved: Saved): Answer[] {
  const first: Answer = {
    question: "saved-means-saved",
    word: savedWord(saved),
    severity: saved.severity,
    reason: saved.reason,
  };
  if (isPlugReport(facts.report)) {
    return [first, honesty(facts)];
  }
  if (isGone(facts.report)) {
    return [first, ...(["safe-speed", "plain-speed", "honesty"] as const).map(notSaidOfGone)];
  }
  return [first, safeSpeed(facts, saved), sweepSpeed(facts) ?? plainSpeed(facts), honesty(facts)];
}

function notSaidOfGone(question: Answer["question"]): Answer {
  return {
    question,
    word: "Not known",
    severity: "info",
    reason:
      "The drive was removed during the inspection; what was measured until then is not judged.",
  };
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
      word: "Not known",
      severity: "caution",
      reason: "No way of saving that promises to survive a power cut was measured here.",
    };
  }
  const rate = `${formatRate(safe.iops)}${unitSpace}saves a second`;
  const confirmed = facts.isPaced ? "Saves" : rate;
  if (evidence === "flushes-missing") {
    return {
      question,
      word: "Not known",
      severity: "bad",
      reason: `${confirmed} were confirmed, but without a flush to the drive they do not count as safe.`,
    };
  }
  if (hasLostInCut(facts)) {
    return {
      question,
      word: "Not known",
      severity: "bad",
      reason: `${confirmed} were confirmed, but in a power cut such saves were lost.`,
    };
  }
  if (speed === null) {
    return {
      question,
      word: `${typicalTime(safe)} a save`,
      severity: "info",
      reason: `The typical time at the pace that was asked for (${termOfArt[safe.mode]}); how many saves a second are possible was not measured.`,
    };
  }
  if (suspicion !== null) {
    return {
      question,
      word: rate,
      severity: "info",
      reason: `As confirmed (${termOfArt[safe.mode]}); a drive that is protected against power loss can be that fast, and whether this one is protected is not known.`,
    };
  }
  if (safe.slowdown !== null) {
    return {
      question,
      word: `${formatRate(safe.slowdown.fastPerSecond)}, then ${rate}`,
      severity: "caution",
      reason: `Once ${amountOf(safe.slowdown)} had been written saves became slow and stayed so (${termOfArt[safe.mode]}).`,
    };
  }
  const { id, words } = speed;
  const isInDoubt = isVirtual || saved.state === "not-known";
  const caveat = isVirtual
    ? "as far as the hosting computer keeps its promise"
    : "if they are safe";
  return {
    question,
    word: rate,
    severity: isInDoubt ? "info" : severityOfClass[id],
    reason: [
      `That is ${words} (${termOfArt[safe.mode]})${isInDoubt ? `, ${caveat}` : ""}.`,
      spacedWords(facts),
    ]
      .filter((part) => part !== null)
      .join(" "),
  };
}

function plainSpeed({ plain, isPaced, report }: Facts): Answer {
  const question = "plain-speed";
  if (plain === null || isPaced) {
    return {
      question,
      word: "Not known",
      severity: "info",
      reason: isPaced
        ? "Writes were begun at the pace that was asked for; how many are possible was not measured."
        : "Writing without saving was not measured.",
    };
  }
  const { blockBytes } = report.plan.workloads["flush-modes"];
  const throughput = formatBytesPerSecond(plain.iops * blockBytes);
  const meaning = isMemory(report.volume)
    ? "that is the speed of the computer's memory, which is all there is here"
    : "that is the speed of the computer's memory, not of the drive: the system stores such writes later";
  return {
    question,
    word: `${formatRate(plain.iops)}${unitSpace}writes a second`,
    severity: "info",
    reason: `${throughput} in pieces of ${formatBlockBytes(blockBytes)}; ${meaning}.`,
  };
}

function honesty(facts: Facts): Answer {
  const { report, safe, evidence, suspicion, isVirtual, flushesPerSave } = facts;
  const question = "honesty";
  const suspicious = (severity: Answer["severity"], reason: string): Answer => ({
    question,
    word: "Suspicious",
    severity,
    reason,
  });
  const none = (severity: Answer["severity"], reason: string): Answer => ({
    question,
    word: "No evidence available",
    severity,
    reason,
  });
  if (hasLostRecords(report)) {
    return suspicious("bad", "Records that were confirmed were not all there when counted again.");
  }
  if ((report.verification?.mismatchCount ?? 0) > 0 || report.error?.code === "wrong-data") {
    return suspicious("bad", "The drive confirmed data that it then gave back changed.");
  }
  if (holdsLess(report)) {
    return suspicious(
      "bad",
      "A file that lay complete on it could not be rewritten for want of room.",
    );
  }
  const afterCuts = honestyAfterCuts(facts);
  if (afterCuts !== null) {
    return afterCuts;
  }
  if (evidence === "flushes-missing") {
    return suspicious("bad", "Saves are confirmed, but no flush reaches the drive.");
  }
  if (evidence === "flushes-too-few") {
    return suspicious("caution", "Fewer flush commands reached the drive than saves were made.");
  }
  if (suspicion !== null) {
    return {
      question,
      word: "Not known",
      severity: "info",
      reason:
        "The speed of its saves is unexplained: either the drive is protected against power loss, or it confirms saves that it has not stored yet.",
    };
  }
  if (isMemory(report.volume)) {
    return none("info", "There is no drive behind this volume.");
  }
  if (isVirtual) {
    return none("caution", "What happens behind the virtual drive cannot be seen from here.");
  }
  switch (evidence) {
    case "flushes-seen":
      return {
        question,
        word: "Evidence seen",
        severity: "good",
        reason: `The system counted ${(flushesPerSave ?? 0).toFixed(1)} flush commands to the drive for each save${safe === null ? "" : ` (${termOfArt[safe.mode]})`}.`,
      };
    case "no-volatile-cache":
      return {
        question,
        word: "Evidence seen",
        severity: "good",
        reason:
          "The drive says that it has no volatile cache; that is its word, not a measurement.",
      };
    case "cache-reported-off":
      return none("info", "The drive reports that its cache is off; nothing more can be seen.");
    case "flushes-not-seen":
    case "cache-state-assumed":
      return none("caution", "No flush was seen, and whether the drive has a cache is not known.");
    case "flushes-passed-on":
      return none(
        "info",
        "Each save was passed on as far as the system can follow, and no further.",
      );
    case "no-evidence":
    case null:
      if (isPlugReport(report)) {
        return none("info", "The plug test proves nothing for the drive or against it.");
      }
      return none(
        "info",
        report.plan.tests.includes("flush-modes")
          ? "The system does not show what reached the drive."
          : "Saves were not part of this inspection.",
      );
  }
}
