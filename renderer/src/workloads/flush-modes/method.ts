import type { Report } from "#contract/report";
import { formatDuration, formatRate, formatBlockBytes as size } from "#text/format";
import { flushMethod } from "#text/workloads/flush-modes";
import type { MethodSentences } from "../home";

export function methodSentences(report: Report): MethodSentences {
  const { plan, verification, appendModes, spacedSaves, plainWrites, host } = report;
  const { append, spaced, paceOperationsPerSecond: pace, ...flush } = plan.workloads["flush-modes"];
  const [asFilled, refilled] = plainWrites?.states ?? [];
  return [
    flushMethod.rounds({
      block: size(flush.blockBytes),
      file: size(flush.fileBytes),
      round: formatDuration(flush.roundNs),
      rounds: flush.rounds,
      limit: size(flush.maxRoundBytes),
      warmup: formatDuration(flush.warmupNs),
    }),
    pace !== null
      ? flushMethod.paced({ rate: formatRate(pace) })
      : host.os === "linux"
        ? flushMethod.batchesByCounter()
        : flushMethod.batches(),
    asFilled === undefined
      ? null
      : host.os === "linux"
        ? flushMethod.plainState({
            round: formatDuration(asFilled.roundNs),
            block: size(asFilled.pieceBytes),
          })
        : flushMethod.plainRound({ round: formatDuration(asFilled.roundNs) }),
    plainWrites === null || refilled === undefined
      ? null
      : flushMethod.refilled({
          rounds: plainWrites.refilledRounds.length,
          piece: size(refilled.pieceBytes),
          round: formatDuration(refilled.roundNs),
        }),
    flushMethod.figures(),
    appendModes === null || append === null
      ? null
      : flushMethod.appends({
          rounds: append.rounds,
          round: formatDuration(append.roundNs),
          limit: size(append.maxRoundBytes),
        }),
    spacedSaves === null || spaced === null
      ? null
      : flushMethod.spaced({
          rest: formatDuration(spacedSaves.idleNs),
          systemCall: spacedSaves.systemCall,
          round: formatDuration(spaced.roundNs),
          rounds: spacedSaves.rounds.length,
        }),
    verification === null ? null : flushMethod.readBack(),
  ];
}
