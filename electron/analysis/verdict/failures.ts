import type { DriveError, DriveErrorCode } from "../../contract/drive-error";
import type { Verification } from "../../contract/report";
import { formatBytes, formatCount } from "../format";
import { isMemory } from "../guarantee";
import { readBackFrom } from "../read-back";
import { hasLostRecords } from "../workloads/commits/results";
import { copyOnWriteReason, holdsLess } from "./capacity";
import type { UnjudgedReport } from "./facts";
import type { FindingDraft } from "./finding";
import { termOfArt } from "./words";

export const rescue =
  "Copy what matters to another drive now, and show this report to the shop or the maker.";

/** What went wrong during the run, and whether the data came back as written. */
export function failureFindings(report: UnjudgedReport): FindingDraft[] {
  return [
    ...verificationFindings(report),
    ...(report.error ? errorFindings(report.error, report) : brokenModes(report)),
    ...failedTests(report),
    ...(wasStopped(report) ? [stopped] : []),
  ];
}

/** Whether saving broke off without an error of the run that says why. */
export function hasBrokenModes(report: UnjudgedReport): boolean {
  return report.error === null && brokenModes(report).length > 0;
}

/** The run takes what one test could not do for a warning, and goes on with the others. */
const failedTestCode = "test-failed";

function failedTests({ warnings }: UnjudgedReport): FindingDraft[] {
  const messages = warnings
    .filter(({ code }) => code === failedTestCode)
    .map(({ message }) => asSentence(message));
  if (messages.length === 0) {
    return [];
  }
  return [
    {
      code: "test-failed",
      severity: "info",
      title: "Not every test could be carried out",
      seen: [...new Set(messages)].join(" "),
      means: "Its figures are missing here; those of the other tests are not affected.",
      todo: "Inspect the drive again once the cause is removed.",
    },
  ];
}

/** True where a test ended for want of room and the others went on. */
export function hasFailedTest({ warnings }: UnjudgedReport): boolean {
  return warnings.some(({ code }) => code === failedTestCode);
}

/** A run is partial for other reasons as well, which have findings of their own. */
function wasStopped(report: UnjudgedReport): boolean {
  return report.partial && report.error === null && !hasFailedTest(report);
}

/** These tests read back what they wrote; the others have nothing to compare. */
function readsBack({ plan }: UnjudgedReport): boolean {
  return plan.tests.includes("flush-modes") || plan.tests.includes("sync-interval");
}

function verificationFindings(report: UnjudgedReport): FindingDraft[] {
  const { verification, error, partial } = report;
  if (verification === null) {
    return error === null && !partial && readsBack(report) ? [notVerified] : [];
  }
  const { blocksChecked, mismatchCount, mismatches, aroundCache } = verification;
  const blocks = formatCount(blocksChecked);
  if (mismatchCount > 0) {
    return [
      {
        code: "data-differs",
        severity: "bad",
        title: "The drive gave back other data than was written",
        seen: `${formatCount(mismatchCount)} of ${blocks} blocks read back differ from what was written there${firstPlace(mismatches)}.`,
        means: "This drive, its cable or the computer's memory damages data without saying so.",
        todo: rescue,
      },
    ];
  }
  if (verification.unreadable.length > 0) {
    return [
      {
        ...notVerified,
        severity: "caution",
        title: "Not all data could be read back",
        seen: unreadableWords(verification),
        ...(error?.code === "drive-error"
          ? {
              means: "What stands in those places is not known; the drive could not read it.",
              todo: rescue,
            }
          : { means: "What stands in those places is not known." }),
      },
    ];
  }
  if (blocksChecked === 0) {
    return [notVerified];
  }
  if (!aroundCache && !isMemory(report.volume)) {
    return [
      {
        code: "data-verified-in-memory",
        severity: "info",
        title: "Only the copy in memory could be compared",
        seen: `${blocks} blocks were compared and none differs, but the system gave no way round its own cache.`,
        means: "The copy in the computer's memory is right; the one on the drive was not seen.",
        todo: null,
      },
    ];
  }
  if (error !== null || partial) {
    // It may have ended in the middle of reading back.
    const ending =
      error === null && hasFailedTest(report)
        ? "one test could not go on"
        : "then the inspection ended before its time";
    return [
      {
        ...notVerified,
        title: "Not all data is known to have been read back",
        seen: `${blocks} blocks were read back and none differs; ${ending}.`,
        means: "Whether the rest was kept unchanged is not known.",
      },
    ];
  }
  return [readBack(verification, report)];
}

function readBack(verification: Verification, report: UnjudgedReport): FindingDraft {
  const blocks = formatCount(verification.blocksChecked);
  // A device in memory counts its reads as well, and there is no drive in them.
  switch (isMemory(report.volume) ? "not-known" : readBackFrom(verification)) {
    case "drive":
      return {
        code: "data-verified",
        severity: "good",
        title: "Everything written was read back unchanged",
        seen: `${blocks} blocks were read back from the drive and compared; none differs.`,
        means: "The drive kept what was written during this inspection, with its power on.",
        todo: null,
      };
    case "elsewhere": {
      const delivered = formatBytes(verification.deviceReadBytes ?? 0);
      const all = formatBytes(verification.bytesRead ?? 0);
      return {
        code: "data-verified-partly",
        severity: "info",
        title: "Everything came back unchanged, but not all of it from the drive",
        seen: `${blocks} blocks were read back through what stands behind this volume and compared; none differs. Of ${all} at most ${delivered} were read from the drive below.`,
        means:
          "The rest came from a memory on the way, such as that of the system or the program that provides this volume. Whether the drive keeps it unchanged was not seen.",
        todo: "To have the drive itself checked, choose a folder that lies directly on it.",
      };
    }
    case "not-known":
      return {
        code: "data-verified-uncounted",
        severity: "info",
        title: "Everything written came back unchanged",
        seen: `${blocks} blocks were read back through what stands behind this volume and compared; none differs. ${whyUncounted(report)}`,
        means: isMemory(report.volume)
          ? "The memory kept what was written during this inspection."
          : "Whether they came from the drive or from a memory on the way is not known.",
        todo: null,
      };
  }
}

function whyUncounted({ volume, host }: UnjudgedReport): string {
  if (isMemory(volume)) {
    return "There is no drive behind it to read them from.";
  }
  switch (host.os) {
    case "linux":
      return "The system has no count of what was read from the drive itself.";
    case "macos":
      return "macOS does not show programs what was read from the drive itself.";
    case "windows":
      return "Windows does not show programs what was read from the drive itself.";
  }
}

function firstPlace([first]: Verification["mismatches"]): string {
  return first === undefined
    ? ""
    : `; the first at byte ${formatCount(first.offset)} of the test file (found: ${first.found}; expected: ${first.expected})`;
}

function unreadableWords({ blocksChecked, unreadable }: Verification): string {
  const places = unreadable.slice(0, 3).map((offset) => formatCount(offset));
  const more = unreadable.length > places.length ? " and elsewhere" : "";
  const blocks =
    unreadable.length === 1
      ? `One block could not be read back: the one at byte ${places.join()} of the test file.`
      : `${formatCount(unreadable.length)} blocks could not be read back: those at bytes ${places.join(", ")}${more} of the test file.`;
  return `${blocks} ${formatCount(blocksChecked)} others were read and none differs.`;
}

const notVerified: FindingDraft = {
  code: "not-verified",
  severity: "info",
  title: "The data was not read back",
  seen: "The inspection ended without comparing what is stored with what was written.",
  means: "Whether the data was kept unchanged is not known.",
  todo: "Inspect the drive again and let it run to the end.",
};

const stopped: FindingDraft = {
  code: "inspection-stopped",
  severity: "info",
  title: "The inspection was stopped early",
  seen: "Not everything planned was measured.",
  means: "The figures shown are real, but rest on less time and fewer rounds.",
  todo: "Inspect the drive again and let it run to the end.",
};

function errorFindings(error: DriveError, report: UnjudgedReport): FindingDraft[] {
  const seen = asSentence(error.message);
  const kept = "What was measured before is kept in this report.";
  switch (error.code) {
    case "wrong-data":
      // The comparison has its own finding, with the number of blocks, and so have lost records.
      return (report.verification?.mismatchCount ?? 0) > 0 || hasLostRecords(report)
        ? []
        : [
            {
              code: "data-differs",
              severity: "bad",
              title: "The drive gave back other data than was written",
              seen,
              means:
                "This drive, its cable or the computer's memory damages data without saying so.",
              todo: rescue,
            },
          ];
    case "drive-error":
      return [
        {
          code: "drive-error",
          severity: "bad",
          title: "The drive returned an error",
          seen: withCall(error),
          means: `Data written around that moment may not be stored. ${kept}`,
          todo: rescue,
        },
      ];
    case "volume-gone":
      return [
        {
          code: "volume-gone",
          severity: "caution",
          title: "The drive was removed during the inspection",
          seen: withCall(error),
          means: kept,
          todo: "Inspect the drive again and leave it connected. If nobody removed it, plug it in directly, without a hub.",
        },
      ];
    case "volume-full":
      return holdsLess(report)
        ? [lessThanItSays(error, report)]
        : [
            {
              code: "volume-full",
              severity: "caution",
              title: "The volume ran full",
              seen: withCall(error),
              means: `${whyFull(report)} ${kept}`,
              todo: "Free some space and inspect the drive again.",
            },
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
        {
          code: "inspection-broke-off",
          severity: "caution",
          title: "The inspection could not go on",
          seen,
          means: saidInMessage.has(error.code)
            ? kept
            : `This says nothing about the drive. ${kept}`,
          todo: "Inspect the drive again.",
        },
      ];
  }
}

function whyFull({ volume }: UnjudgedReport): string {
  return (
    copyOnWriteReason(volume) ??
    "Something else wrote to the volume, a limit for your account was reached, or the drive holds less than it says."
  );
}

/** Errors whose own sentence tells what they say of the drive, or that this is not known. */
const saidInMessage: ReadonlySet<DriveErrorCode> = new Set([
  ...(["read-only", "path-missing", "quota-reached", "system-limit"] as const),
  ...(["access-blocked", "unclear"] as const),
]);

function lessThanItSays(error: DriveError, { plan }: UnjudgedReport): FindingDraft {
  return {
    code: "holds-less",
    severity: "bad",
    title: "The drive holds less than it says",
    seen: `A test file of ${formatBytes(plan.workloads["flush-modes"].fileBytes)} lay complete on the volume; writing to it again, in the same place, found no room${inBrackets(error)}.`,
    means:
      "On this file system that takes no new room, so that it is not the volume that ran full: the drive, or the pool or image it is made of, does not have the room it promised. Files that are there may be lost when they are changed.",
    todo: rescue,
  };
}

/** The system call and number, for the person's engineer friend and for the shop; each once. */
function withCall(error: DriveError): string {
  const { message, syscall } = error;
  const isNamed = syscall !== null && message.includes(syscall);
  return asSentence(isNamed ? message : `${message.replace(/\.$/, "")}${inBrackets(error)}`);
}

function inBrackets({ syscall, osCode, offset }: DriveError): string {
  const details = [
    syscall,
    osCode === null ? null : `error ${osCode}`,
    offset === null ? null : `at byte ${formatCount(offset)} of the test file`,
  ].filter((part) => part !== null);
  return details.length > 0 ? ` (${details.join(", ")})` : "";
}

/** Messages of the system often come without a full stop. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function brokenModes(report: UnjudgedReport): FindingDraft[] {
  if (hasFailedTest(report)) {
    // Only want of room ends a test alone: that finding has the reason, and none speaks of the drive.
    return [];
  }
  const { flushModes, appendModes, chunked } = report;
  const broken = [...flushModes, ...(appendModes ?? []), ...(chunked?.modes ?? [])].filter(
    ({ status }) => status === "failed",
  );
  if (broken.length === 0) {
    return [];
  }
  const list = broken.map(({ mode, reason }) =>
    asSentence(`${termOfArt[mode]}: ${reason ?? "no reason given"}`),
  );
  return [
    {
      code: "mode-failed",
      severity: "bad",
      title: "Saving broke off with an error",
      seen: list.join(" "),
      means: "Data written around that moment may not be stored.",
      todo: rescue,
    },
  ];
}
