import type { ProfileName } from "#contract/run-plan";
import { profileNames } from "../names";
import { sentences } from "../sentences";

/** Statements that only the printed first page contains. */

const thing =
  "{thing, select, drive {drive} stick {stick} card {card} external {drive} group {group of drives} memory {volume}}" as const;

const said = sentences({
  "paper.question.safe": "Is the data safe?",
  "paper.question.speed": "Speed",
  "paper.question.health": "Health and use",
  "paper.question.own-word": "The drive’s own report",
  "paper.question.own-words": "The drives’ own reports",
  "paper.not-judged": "Not judged",
  "paper.not-known": "Not known",

  "paper.caveat.lost":
    "{saves, plural, =1 {It had been reported as done: a sound drive and computer keep it.} other {They had been reported as done: a sound drive and computer keep them.}}",

  "paper.cuts.shown":
    "{shown, plural, =0 {The tester says that the power was cut.} other {{others, plural, =0 {The system shows the loss of power.} =1 {The system shows {shown, number}; the tester says the other.} other {The system shows {shown, number}; the tester says the others.}}}}",
  "paper.wrong.lost":
    "{failed, plural, =1 {One numbered test save} other {# numbered test saves}} {isGone, select, true {{failed, plural, =1 {was gone} other {were gone}}} other {{failed, plural, =1 {was gone or wrong} other {were gone or wrong}}}} after {cuts, plural, =1 {a power cut} other {# power cuts}}.",
  "paper.wrong.reported":
    "{failed, plural, =1 {It had been reported as done before; only what was not yet reported may be gone.} other {They had been reported as done before; only what was not yet reported may be gone.}}",
  "paper.wrong.standard":
    "{bus, select, nvme {In NVM Express a completed Flush} ata {In ATA a completed FLUSH CACHE} other {In SCSI a completed SYNCHRONIZE CACHE}} means that earlier writes are kept without power; with no volatile cache every completed write is.",
  "paper.wrong.on-purpose":
    "Cutting the power is what the test does; any sudden loss of power does the same.",

  "paper.next.examine": `Please examine this ${thing} and how it is connected, repair or replace what is at fault, and say in writing what the cause was. The owner copies the files first.`,
  "paper.next.size": `Please compare the size that this ${thing} was sold with and what was found here; replace it, or say in writing what else the cause is.`,
  "paper.next.own-report": `Please examine this ${thing} by its own report; replace it, or say in writing why it is in order.`,
  "paper.next.hang": `If it happens again, please find out whether this ${thing}, its connection or the computer lets saves wait so long, and say so in writing.`,
  "paper.next.used":
    "Please say in writing where it was used before, or replace it with one that is new.",
  "paper.next.set-up":
    "Switch safe saving on in this system, then inspect again. The setting is no fault of the drive itself.",
  "paper.next.no-drive":
    "Save to a drive, and inspect that one. What was tested here is the computer’s memory.",
  "paper.next.lost": `Please repeat the test with this ${thing}, newly formatted if that is easier, in another computer{thing, select, drive { if possible} other {}}: a loss there points to the ${thing}, one only here to the computer, and ten cuts without any do not confirm it. Repair or replace the one at fault, and say in writing what you found. The owner copies the files first. Drives do not count lost saves: “no fault” in their reports is no answer.`,
  "paper.next.machine":
    "Please find out whether the virtual machine, the computer it runs on or its drive is the cause, and say so in writing.",
  "paper.next.keeper":
    "Please find out whether what keeps the data, or the way to it, is the cause, and say so in writing.",
  "paper.next.memory":
    "Please test the computer’s memory, and a drive to which it moves data when it is full.",
  "paper.next.protected": `Please say in writing whether this ${thing}, or what it is connected to, keeps its memory without power; if not, repair or replace what confirms too early.`,
  "paper.next.saves": `Please examine the ${thing} and the system’s driver, repair or replace what is at fault, and say in writing what the cause was.`,

  "paper.repeat.files": "Copy the files to a separate drive first.",
  "paper.repeat.files-from-memory": "Copy the files to a drive first.",
  "paper.repeat.open": "Open {app} {version} and choose this drive.",
  "paper.repeat.open-folder": "Open {app} {version} and choose this folder.",
  "paper.repeat.command":
    "Inspect it with {app} {version} on the command line, with the profile “smoke”, the same tests and options.",
  "paper.repeat.inspect": "Choose “{profile}”, the same tests and options, and inspect it.",
  "paper.repeat.own-report": "Inspect it, and compare its own report with this page.",
  "paper.repeat.compare": "Compare this page.",
  "paper.repeat.again": "Compare this page; it may not come every time.",
  "paper.repeat.elsewhere":
    "Compare this page; it may not come every time. Repeat in another slot or computer if possible.",
  "paper.repeat.plug-test":
    "{thing, select, drive {Open {app} {version} and choose the plug test for this drive.} stick {Open {app} {version} and choose the unplug test for this stick.} card {Open {app} {version} and choose the unplug test for this card.} external {Open {app} {version} and choose the unplug test for this drive.} group {Open {app} {version} and choose the plug test for these drives.} memory {Open {app} {version} and choose the plug test for this volume.}}",
  "paper.repeat.cut":
    "{how, select, plug {Pull the computer’s plug when it says so.} button {Hold the power button when it says so, until the computer is off.} cable {Pull out the drive or its cable when it says so; first a power supply of its own.} other {Cut the power when it says so.}}",
  "paper.repeat.read":
    "{how, select, cable {Plug the drive in again, and read the result.} plug {Start the computer, and read the result.} button {Start the computer, and read the result.} other {When all is on again, read the result.}}",

  "paper.unknown.cause": "Whether the drive, its connection or the computer is the cause.",
  "paper.unknown.cause-unseen":
    "Whether what keeps the data, the way to it or this computer is the cause.",
  "paper.unknown.cause-group":
    "Whether one of the drives, and which, its connection or the computer is the cause.",
  "paper.unknown.drive-or-system": "Whether the drive or the system is the cause.",
  "paper.unknown.other-files": "Whether other files on it are damaged.",
  "paper.unknown.behind": "What lies behind it, and what that does with what is saved.",
  "paper.unknown.power-cut":
    "{isPulled, select, true {Whether saves survive being pulled out.} other {Whether saves survive a power cut.}}",
  "paper.unknown.how-often":
    "{cuts, plural, =1 {Whether saves survive every power cut: one cut is few.} other {Whether saves survive every power cut: # cuts are few.}}",
  "paper.unknown.how-often-lost":
    "How often it happens: here in {cuts, plural, =1 {one cut} other {{cutsWithLoss, number} of # that count}}; it may take several.",
  "paper.unknown.rest": "What the tests would have shown that were not carried out.",
  "paper.unknown.health": "What the drive says of its own health.",
  "paper.unknown.health-group": "What each of the drives says of its own health.",
  "paper.unknown.own-memory":
    "Whether the drive empties its own memory when asked: no program can see that.",
});

export const statements = {
  ...said,
  "paper.repeat.inspect": (p: { profile: ProfileName }) =>
    said["paper.repeat.inspect"]({ profile: profileNames[p.profile]() }),
};
