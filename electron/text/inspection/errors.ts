import type { WorkloadId } from "#contract/workloads/index";
import { messages } from "../messages";
import { sentences } from "../sentences";
import { asSentence } from "../verdict/words";
import { homeOf } from "../workloads";

/** Messages for failed system calls; each names the call. */
const ofCalls = messages({
  "error.volume-gone":
    "The volume was removed or unmounted during the test; nothing is said about it ({call}).",
  "error.no-space":
    "There is too little free space for the test file, or the volume takes no more files. Make room and start over ({call}).",
  "error.volume-full":
    "The system reported during the test that no room is left. Free some space and start over ({call}).",
  "error.quota-reached":
    "The system allows this account no more space here, or no file of this size; that is no sign of a fault ({call}).",
  "error.system-limit":
    "The computer ran short of something the test needs, such as open files, processes or memory; that is no sign of a fault ({call}).",
  "error.access-blocked":
    "Another program, or a rule of the system, kept DriveProof from its own files; that is no sign of a fault ({call}).",
  "error.reserved":
    "The system says that another computer has reserved this drive for itself; that is no sign of a fault ({call}).",
  "error.unclear":
    "The system reported an error that does not say where it comes from; whether it is a fault is not known ({call}).",
  "error.damaged-file-system":
    "The file system on this volume is damaged; whether the drive is to blame is not known ({call}). Copy what matters to another place and have the volume checked.",
  "error.read-only": "This place can only be read, not written ({call}).",
  "error.became-read-only":
    "The volume became read-only during the test. Systems do that after an error, or because someone asked for it; which of the two is not known ({call}).",
  "error.no-permission":
    "You may not write in this folder. Choose another folder on this drive ({call}).",
  "error.no-reading":
    "You may not see what is in this folder, as the test must. Choose another folder on this drive ({call}).",
  "error.controlled-folder":
    "Windows keeps DriveProof from writing in this folder, as Controlled folder access does. In Windows Security, choose Virus & threat protection → Manage ransomware protection → Allow an app through Controlled folder access, and allow DriveProof there; or choose another folder on this drive ({call}).",
  "error.privacy":
    "macOS does not let DriveProof write in this folder. Open System Settings, choose Privacy & Security → Files and Folders, allow DriveProof or the program it was started from to use this place, then try again ({call}).",
  "error.path-missing": "This folder no longer exists ({call}).",
  "error.file-removed":
    "The folder, or a file of the test in it, was removed during the test; that is no sign of a fault ({call}).",
  "error.not-a-directory": "This is not a folder ({call}).",
  "error.not-testable":
    "Something else already has the name of the test file. Nothing was changed ({call}).",
  "error.wrong-data":
    "What was read back is not what was written ({call}). Store nothing here until the cause is found.",
  "error.internal":
    "This part of the inspection could not go on; that is no sign of a fault ({call}).",
  "error.drive-error":
    "The system reported a failure here ({call}). Copy what is here to another place first.",
});

const folderCovered = sentences({
  "error.folder-covered":
    "Another volume took the place of the chosen folder before the test began, so nothing was tested. Start over.",
});

const calls = messages({
  call: "{syscall}: {error}, {words}",
  callAtByte: "{syscall} at byte {atByte}: {error}, {words}",
});

/** A failed system call, with the system's name and text for its error. */
interface FailedCall {
  readonly syscall: string;
  readonly error: string;
  readonly words: string;
  readonly atByte: number | null;
}

function wordsOf({ atByte, ...call }: FailedCall): string {
  return atByte === null ? calls.call(call) : calls.callAtByte({ ...call, atByte: `${atByte}` });
}

const withCalls = Object.fromEntries(
  Object.entries(ofCalls).map(([code, say]) => [
    code,
    (p: FailedCall) => say({ call: wordsOf(p) }),
  ]),
) as Record<keyof typeof ofCalls, (p: FailedCall) => string>;

const said = sentences({
  "error.drive-error-recorded":
    "The drive or its connection failed, as the file system has recorded (the first call of the test that failed after it: {syscall}, error {osCode}). Copy what is on it to another drive first.",
  "error.itself": "DriveProof itself failed: {reason}",
  "error.unknown-request": "The engine host received a message it does not know.",
  "error.senseless-message": "The engine sent a message that makes no sense.",
  "error.addon-missing":
    'The native engine was not found for {system}. Build it with "npm run setup". Tried {paths}.',

  "error.space-uncountable":
    "The system names more free space here than can be counted, so it cannot be filled and compared; that is no sign of a fault.",
  "error.nothing-to-fill":
    "There is too little free space to fill: a reserve for other programs stays free. Free some space and start over.",
  "error.data-differs":
    "Other data came back than was written: at byte {atByte}, {found} instead of {expected}. Store nothing here until the cause is found.",
  "error.records-lost":
    "Another number of records came back from {database} ({variant}) than it had confirmed: of {records, plural, =1 {one record} other {# records}}, {found, plural, =0 {none was} =1 {one was} other {# were}} found when it was opened again.",
  "error.document-differs":
    "The document that was saved last is not what came back, or its temporary file is still there. Store nothing here until the cause is found.",

  "error.host-silent":
    "The part of DriveProof that does the measuring could not be started (it did not answer).",
  "error.host-not-started":
    "The part of DriveProof that does the measuring could not be started ({error}).",
  "error.host-short-of-resources":
    "The part of DriveProof that does the measuring could not be started ({error}): the computer allows this account no more processes or open files, or has no memory left; that is no sign of a fault.",
  "error.host-page-unreachable":
    "The system ended the part of DriveProof that does the measuring, because a page of a file could not be reached: either the drive failed a read or space ran out; which of the two is not known.",
  "error.host-ended":
    "The part of DriveProof that does the measuring ended unexpectedly (exit code {exitCode}).",
  "error.host-killed":
    "{isKnown, select, true {The part of DriveProof that does the measuring ended unexpectedly (it was killed by {signal}).} other {The part of DriveProof that does the measuring ended unexpectedly (it was killed).}}",
});

const absence = messages({
  removed: "The volume was removed or unmounted during the test; nothing is said about it.",
  moved:
    "The folder was removed, moved or covered by another during the test; that is no sign of a fault.",
});

interface During {
  /** The running workload; `null` between two workloads. */
  readonly during: WorkloadId | null;
}

interface Reason {
  /** Message of the thrown error. */
  readonly reason: string;
}

const absenceDuring = ({ during }: During) => (during === null ? absence : homeOf(during).absence);

export const statements = {
  ...folderCovered,
  ...withCalls,
  ...said,
  "error.drive-error-recorded": (p: { syscall: string; osCode: number }) =>
    said["error.drive-error-recorded"]({ ...p, osCode: `${p.osCode}` }),
  "error.itself": (p: Reason) => said["error.itself"]({ reason: asSentence(p.reason) }),
  "error.addon-unusable": (p: Reason) => asSentence(p.reason),
  "error.addon-missing": ({ system, paths }: { system: string; paths: readonly string[] }) =>
    said["error.addon-missing"]({ system, paths: paths.join(", ") }),
  "error.data-differs": (p: { atByte: number; found: string; expected: string }) =>
    said["error.data-differs"]({ ...p, atByte: `${p.atByte}` }),
  "error.host-ended": (p: { exitCode: number }) =>
    said["error.host-ended"]({ exitCode: `${p.exitCode}` }),
  "error.host-killed": ({ signal }: { signal: string | null }) =>
    said["error.host-killed"]({ isKnown: signal !== null, signal: signal ?? "" }),
  "error.drive-removed": (p: During) => absenceDuring(p).removed(),
  "error.folder-covered": () => folderCovered["error.folder-covered"](),
  "error.folder-moved": (p: During) => absenceDuring(p).moved(),
};
