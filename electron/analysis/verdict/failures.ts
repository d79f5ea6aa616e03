import { copyOnWriteName } from "#contract/copy-on-write";
import type { DriveError, DriveErrorCode } from "#contract/drive-error";
import type { Verification } from "#contract/report";
import type { Paragraph, Statement } from "#contract/statement";
import type { statements } from "#text/verdict/failures";
import { rescueFrom, runToEnd } from "../facts/advice";
import type { UnjudgedReport } from "../facts/facts";
import { failedCallOf } from "../facts/failed-call";
import { type FindingDraft, finder } from "../facts/finding";
import { remedyOf } from "../facts/remedy";
import { isMadeGroup, isPassedOn, wayBackOf } from "../facts/thing";
import { isMemory, isPlaceUnknown, isVirtualDrive } from "../guarantee";
import { readBackFrom } from "../read-back";
import { sayer } from "../say";
import { brokenModesIn, homeOf, lossesIn, workloadsWithFigures } from "../workloads";
import { holdsLess, rewrittenBytes } from "./capacity";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

type AnyError = NonNullable<UnjudgedReport["error"]>;

/** Findings on errors of the run and on whether the data came back as written. */
export function failureFindings(report: UnjudgedReport): FindingDraft[] {
  return [
    ...verificationFindings(report),
    ...(report.error ? errorFindings(report.error, report) : brokenModes(report)),
    ...failedTests(report),
    ...(wasStopped(report) ? [stopped(report)] : []),
  ];
}

/** Whether a mode failed without an error of the run that explains it. */
export function hasBrokenModes(report: UnjudgedReport): boolean {
  return report.error === null && brokenModes(report).length > 0;
}

/** The warning about a workload that failed while the run continued with all others. */
const failedWorkloadCode = "test-failed";
/** The warning about measurements left out because the computer slept or the program was halted. */
export const leftOutCode = "steps-left-out";

function failedTests(report: UnjudgedReport): FindingDraft[] {
  const failed = report.warnings
    .filter(({ code }) => code === failedWorkloadCode || code === leftOutCode)
    .map(inItsWords);
  if (failed.length === 0) {
    return [];
  }
  return [
    finding("test-failed", "info", {
      seen: [...new Map(failed.map((said) => [JSON.stringify(said), said])).values()].flat(),
      ...(hasLeftOut(report)
        ? {
            title: say("test-failed.title-left-out"),
            means: say("test-failed.means-left-out"),
            todo: say("test-failed.todo-awake"),
          }
        : { todo: say("test-failed.todo") }),
    }),
  ];
}

/** Whether a workload ended for lack of space while the others continued. */
function hasEndedTest({ warnings }: UnjudgedReport): boolean {
  return warnings.some(({ code }) => code === failedWorkloadCode);
}

/** Whether measurements were left out of an inspection that otherwise ran to its end. */
export function hasLeftOut({ warnings }: Pick<UnjudgedReport, "warnings">): boolean {
  return warnings.some(({ code }) => code === leftOutCode);
}

/**
 * Whether a workload ended for lack of space or left measurements out, and all others continued.
 */
export function hasFailedTest(report: UnjudgedReport): boolean {
  return hasEndedTest(report) || hasLeftOut(report);
}

/** Whether a person stopped the run: it is partial, and no error or failed test explains that. */
function wasStopped(report: UnjudgedReport): boolean {
  return report.partial && report.error === null && !hasFailedTest(report);
}

/** Whether any workload of the plan reads back its data; all others have nothing to compare. */
export function readsBack({ plan }: Pick<UnjudgedReport, "plan">): boolean {
  return plan.tests.some((id) => homeOf(id).readsBack === true);
}

function verificationFindings(report: UnjudgedReport): FindingDraft[] {
  const { verification, error, partial } = report;
  if (verification === null) {
    return error === null && !partial && readsBack(report) ? [notVerified] : [];
  }
  const { blocksChecked, mismatchCount, mismatches, aroundCache } = verification;
  if (mismatchCount > 0) {
    return [
      finding("data-differs", "bad", {
        seen: say("data-differs.seen", {
          mismatches: mismatchCount,
          blocks: blocksChecked,
          atByte: mismatches[0]?.offset ?? null,
          found: mismatches[0]?.found ?? null,
          expected: mismatches[0]?.expected ?? null,
        }),
        means: say(`data-differs.means${placeOfFault(report)}`),
        todo: rescueFrom(report),
      }),
    ];
  }
  const count = verification.unreadable.length;
  if (count > 0) {
    return [
      {
        ...notVerified,
        severity: "caution",
        title: say("not-verified.title-unreadable"),
        seen: [
          say("not-verified.seen-unreadable", {
            count,
            atBytes: verification.unreadable.slice(0, 3),
          }),
          ...(blocksChecked === 0
            ? []
            : [say("not-verified.seen-readable", { blocks: blocksChecked })]),
        ],
        ...(error?.code === "drive-error" && !isMemory(report.volume)
          ? { means: say("not-verified.means-drive-error", { count }), todo: rescueFrom(report) }
          : { means: say("not-verified.means-unreadable", { count }) }),
      },
    ];
  }
  if (blocksChecked === 0) {
    return [notVerified];
  }
  if (!aroundCache && !isMemory(report.volume)) {
    return [
      finding("data-verified-in-memory", "info", {
        seen: say("data-verified-in-memory.seen", { blocks: blocksChecked }),
      }),
    ];
  }
  // If the run only left measurements out, it still compared all that it wrote.
  if (error !== null || (partial && !hasLeftOut(report))) {
    // A run that ended early may have compared only a part of the data, so "verified" would claim
    // too much.
    const isWorkloadFailed = error === null && hasEndedTest(report);
    return [
      {
        ...notVerified,
        title: say("not-verified.title-partly"),
        seen: say(isWorkloadFailed ? "not-verified.seen-test-failed" : "not-verified.seen-partly", {
          blocks: blocksChecked,
        }),
        means: say("not-verified.means-partly"),
      },
    ];
  }
  const found = readBack(verification, report);
  // If a workload lost data, the usual title "What was read back is unchanged" would be untrue.
  return [
    lossesIn(report).length > 0 ? { ...found, title: say("data-verified.title-file") } : found,
  ];
}

/**
 * What may have damaged the data, if not a drive alone. macOS's driver for exFAT damages data on
 * sound drives: https://github.com/bitcoin/bitcoin/pull/31453,
 * https://github.com/AltraMayor/f3/issues/252.
 */
function placeOfFault({ volume, host }: UnjudgedReport) {
  if (isMemory(volume)) {
    return "-memory";
  }
  if (volume.drive.kind === "network") {
    return "-network";
  }
  if (isPassedOn({ volume, host })) {
    return "-passed-on";
  }
  if (isVirtualDrive(volume, host) || isPlaceUnknown(volume)) {
    return "-behind";
  }
  if (isMadeGroup({ volume, host })) {
    return "-group";
  }
  return host.os === "macos" && volume.fileSystem === "exfat" ? "-exfat" : "";
}

function readBack(verification: Verification, report: UnjudgedReport): FindingDraft {
  const blocks = verification.blocksChecked;
  const inMemory = isMemory(report.volume);
  const isElsewhere =
    report.volume.drive.kind === "network" || isPlaceUnknown(report.volume) || isPassedOn(report);
  const behind = isVirtualDrive(report.volume, report.host) ? "-virtual" : "";
  // A RAM disk also counts reads, which come from no drive; reads of a drive behind a network or a
  // virtual machine are not counted on this computer.
  switch (inMemory || isElsewhere ? "not-known" : readBackFrom(verification)) {
    case "drive":
      return finding("data-verified", "good", {
        seen: say(`data-verified.seen${behind}`, { blocks }),
        means: say(`data-verified.means${behind}`),
      });
    case "elsewhere":
      return finding("data-verified-partly", "info", {
        seen: say("data-verified-partly.seen", {
          blocks,
          bytesRead: verification.bytesRead ?? 0,
          bytesFromDrive: verification.deviceReadBytes ?? 0,
        }),
        todo: say("data-verified-partly.todo"),
      });
    case "not-known":
      return finding("data-verified-uncounted", "info", {
        seen: [
          say("data-verified-uncounted.seen", { blocks }),
          say(`data-verified-uncounted.seen-${inMemory ? "memory" : report.host.os}`),
        ],
        means: inMemory
          ? say("data-verified-uncounted.means-memory")
          : say("data-verified-uncounted.means"),
      });
  }
}

const notVerified: FindingDraft = finding("not-verified", "info", {
  todo: runToEnd,
});

function stopped(report: UnjudgedReport): FindingDraft {
  return finding("inspection-stopped", "info", {
    means: workloadsWithFigures(report).length === 0 ? [] : say("inspection-stopped.means"),
    todo: runToEnd,
  });
}

function errorFindings(error: AnyError, report: UnjudgedReport): FindingDraft[] {
  const kept = workloadsWithFigures(report).length === 0 ? [] : [say("error.kept")];
  switch (error.code) {
    case "wrong-data":
      // No second finding: wrong blocks of the test file and lost records already have one.
      return (report.verification?.mismatchCount ?? 0) > 0 || lossesIn(report).length > 0
        ? []
        : [
            finding("data-differs", "bad", {
              seen: inItsWords(error),
              means: say(`data-differs.means${placeOfFault(report)}`),
              todo: rescueFrom(report),
            }),
          ];
    case "drive-error":
      return [
        finding("drive-error", "bad", {
          title: say("drive-error.title", { during: failedCallOf({ error }) }),
          seen: withDetails(error),
          means: [
            say(
              failedCallOf({ error }) === "read"
                ? "drive-error.means-reading"
                : "drive-error.means",
            ),
            ...kept,
          ],
          todo: rescueFrom(report),
        }),
      ];
    case "volume-gone":
      return [
        finding("volume-gone", "caution", {
          title: say(isMemory(report.volume) ? "volume-gone.title-memory" : "volume-gone.title"),
          seen: withDetails(error),
          means: kept,
          // The files of a RAM disk that is gone are lost; another finding advises where to save
          // instead.
          todo: isMemory(report.volume) ? null : say(`volume-gone.todo-${wayBackOf(report)}`),
        }),
      ];
    case "volume-full":
      return holdsLess(report)
        ? [lessThanItSays(error, report)]
        : [
            finding("volume-full", "caution", {
              seen: withDetails(error),
              means: [whyFull(report), ...kept],
              todo: say("inspection-broke-off.todo-room"),
            }),
          ];
    case "usage":
    case "path-missing":
    case "not-a-directory":
    case "no-permission":
    case "read-only":
    case "no-space":
    case "space-unknown":
    case "network-mount":
    case "not-testable":
    case "already-running":
    case "engine-died":
    case "engine-missing":
    case "output-unusable":
    case "print-failed":
    case "internal":
    case "quota-reached":
    case "system-limit":
    case "access-blocked":
    case "unclear":
      return [
        finding("inspection-broke-off", "caution", {
          seen: inItsWords(error),
          means:
            saidInMessage.has(error.code) || isMemory(report.volume)
              ? kept
              : [say("inspection-broke-off.means"), ...kept],
          todo: say(`inspection-broke-off.todo-${remedyOf(report)}`),
        }),
      ];
  }
}

function whyFull({ volume }: UnjudgedReport): Statement {
  if (isMemory(volume)) {
    return say("volume-full.means-memory");
  }
  const fileSystem = copyOnWriteName(volume);
  return fileSystem === null
    ? say("volume-full.means")
    : say("volume-full.means-copy-on-write", { fileSystem });
}

/** Errors whose message says what they mean for the drive, or that the meaning is not known. */
const saidInMessage: ReadonlySet<DriveErrorCode> = new Set([
  ...(["read-only", "path-missing", "quota-reached", "system-limit"] as const),
  ...(["access-blocked", "unclear"] as const),
]);

function lessThanItSays(error: AnyError, report: UnjudgedReport): FindingDraft {
  return finding("holds-less", "bad", {
    seen: say("holds-less.seen", {
      fileBytes: rewrittenBytes(report),
      ...placeOf(error),
    }),
    todo: rescueFrom(report),
  });
}

function placeOf({ syscall, osCode, offset }: AnyError) {
  return { syscall, osCode, atByte: offset };
}

/** The error's message, with its system call unless the message names it. */
function withDetails(error: AnyError): Paragraph {
  const { statements } = error;
  if (!("message" in error) || statements?.some(({ params }) => "syscall" in params)) {
    return inItsWords(error);
  }
  return [say("error.said-with-details", { message: error.message, ...placeOf(error) })];
}

/** The sentences of an error or a warning. */
export function inItsWords(
  said: Pick<DriveError, "message" | "statements"> | { readonly statements: Paragraph },
): Paragraph {
  return "message" in said
    ? (said.statements ?? [say("error.said", { message: said.message })])
    : said.statements;
}

function brokenModes(report: UnjudgedReport): FindingDraft[] {
  if (hasEndedTest(report)) {
    // Lack of space ended the workload: no fault of the drive, and another finding reports it.
    return [];
  }
  const broken = brokenModesIn(report);
  if (broken.length === 0) {
    return [];
  }
  return [
    finding("mode-failed", "bad", {
      seen: broken.map(({ mode, reason }) => say("mode-failed.seen", { mode, reason })),
      todo: rescueFrom(report),
    }),
  ];
}
