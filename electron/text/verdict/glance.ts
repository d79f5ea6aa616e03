import type { FlushModeId } from "#contract/flush-mode";
import { formatBytesPerSecond, formatCount, formatDuration } from "../format";
import { sentences } from "../sentences";
import { units } from "../units";
import { listWithCommas } from "../words";
import { optionOf } from "./words";

/**
 * Texts of the verdict's summary, short enough to be read at once: an answer or a row has at most
 * seven words, and a reason at most thirteen. The word of the overall judgement and the sentence
 * beside it have at most fifteen words together.
 */

const thing =
  "{thing, select, drive {drive} stick {stick} card {card} external {drive} group {group of drives} memory {volume}}" as const;
/**
 * Where to copy files: "another drive"; "a drive" if the volume is memory and no drive; and for a
 * group "a separate drive", because another drive may belong to the group.
 */
const away =
  "{thing, select, memory {a drive} drive {another drive} stick {another drive} card {another drive} external {another drive} group {a separate drive}}" as const;
const system = "{os, select, linux {Linux} macos {macOS} windows {Windows}}" as const;
const tested =
  "{thing, select, drive {The plug test} stick {The unplug test} card {The unplug test} external {The unplug test} group {The plug test} memory {The plug test}}" as const;

const said = sentences({
  "glance.word.good": "Good.",
  "glance.word.fine": "Good.",
  "glance.word.few": "Nothing lost so far.",
  "glance.word.no-loss": "No loss.",
  "glance.word.open": "Not judged.",
  "glance.word.early": "Stopped early.",
  "glance.word.not-complete": "Not complete.",
  "glance.word.care": "Doubtful.",
  "glance.word.fault": "Fault found.",
  "glance.word.unsafe": "Not safe.",

  "glance.power-cut-lost":
    "{failed, plural, =1 {One test save was} other {# test saves were}} {isGone, select, true {gone} other {gone or wrong}} after {cuts, plural, =1 {a power cut} other {# power cuts}}.",
  "glance.capacity-false": `This ${thing} is smaller than it says.`,
  "glance.capacity-false-or-damaged": `This ${thing} is smaller than it says, or badly damaged.`,
  "glance.capacity-limit": `As it is connected now, this ${thing} keeps no more than about {limitBytes, number, bytes}.`,
  "glance.capacity-damaged": "Some of what was written came back wrong.",
  "glance.capacity-old-files": `Files that were on this ${thing} before have changed.`,
  "glance.data-differs": "What was read back is not what was written.",
  "glance.commits-lost": "Saved records did not come back as they were.",
  "glance.drive-error": `{during, select, read {Reading} save {Saving} other {Something}} failed here: copy your files to ${away} now.`,
  "glance.mode-failed": `Saving failed here: copy your files to ${away} now.`,
  "glance.holds-less": "There is less room here than is shown.",
  "glance.health-failing": `This ${thing} reports that it is failing: copy your files now.`,
  "glance.health-failing-gone": `This ${thing} reported that it is failing, then vanished.`,
  "glance.memory-file-system": "What is saved here lies in memory and is gone after a restart.",
  "glance.syncs-dropped": "This computer is set up to ignore requests to save here.",
  "glance.turned-off": "One setting in Windows makes saving unsafe.",
  "glance.barriers-off": "This computer is set up not to wait for the drive.",
  "glance.flushes-missing": "Saves may stay in a memory that forgets without power.",
  "glance.other-saves-unflushed": "Not every way of saving reaches the drive here.",
  "glance.other-fault": "Something went wrong here: see below what was found.",

  "glance.health-care": `This ${thing} itself reports something to watch.`,
  "glance.changed-without-cut":
    "{saves, plural, =1 {A test save is} other {Test saves are}} {isGone, select, true {missing} other {missing or wrong}}, and no power cut explains it.",
  "glance.flushes-too-few": "Fewer saves were seen on their way than were confirmed.",
  "glance.some-saves-unflushed": "Not every way of saving was passed on to the drive.",
  "glance.outpaced": `This ${thing} may say “saved” before it really is.`,
  "glance.faster-than-disk-turns":
    "{place, select, group {These disks confirm saves faster than they can turn.} other {This disk confirms saves faster than it can turn.}}",
  "glance.hang": `A test save to this ${thing} took {isKnown, select, true {{ns, number, duration}} other {very long}}{isSingle, select, true {; most under a second} other {}}.`,
  "glance.sold-as-new": `Sold as new, this ${thing} looks used.`,

  "glance.volume-gone-plug-in": `The ${thing} vanished: plug it in again.`,
  "glance.volume-gone-put-in": `The ${thing} vanished: put it in again.`,
  "glance.volume-gone-restart": `The ${thing} vanished: switch the computer off and on again.`,
  "glance.volume-gone-connect": `The ${thing} vanished: connect to it again.`,
  "glance.volume-gone-reopen": `The ${thing} vanished: open it again.`,
  "glance.volume-full": "There was not enough room for all tests.",
  "glance.stopped": "The inspection was stopped before its end.",
  "glance.test-failed": "Not every test could be carried out.",
  "glance.broke-off": "The inspection could not go on.",

  "glance.cut-not-proven":
    "{thing, select, drive {This plug test could not prove anything.} stick {This unplug test could not prove anything.} card {This unplug test could not prove anything.} external {This unplug test could not prove anything.} group {This plug test could not prove anything.} memory {This plug test could not prove anything.}}",
  "glance.cut-unreached":
    "{cuts, plural, =1 {This power cut} other {These power cuts}} did not reach the main way of saving.",
  "glance.virtual-machine": "This is a virtual computer, such as a remote desktop.",
  "glance.inner-computer":
    "{outer, select, mac {This is a virtual computer inside a Mac.} other {This computer runs inside another one.}}",
  "glance.virtual-machine-between": `A virtual machine stands between this program and this ${thing}.`,
  "glance.virtual-drive": "Software provides this drive; what lies behind it cannot be seen.",
  "glance.network": "This drive belongs to another computer.",
  "glance.place-unknown": "Where this folder keeps its data cannot be seen.",
  "glance.not-planned": "This inspection did not test the ways of saving.",
  "glance.not-planned-whole": "All its free space is there; the ways of saving were not tested.",
  "glance.full-flush-refused": "Here no program can make sure that a save lasts.",
  "glance.ordinary-refused": "The ordinary way of saving is refused here.",
  "glance.ordinary-untried": "The ordinary way of saving was not measured.",
  "glance.nothing-measured": "No safe way of saving was measured.",
  "glance.zfs": "Whether saving is switched on here cannot be seen.",
  "glance.too-fast": "It saves very fast; whether it keeps everything cannot be seen.",
  "glance.cache-not-known": `Whether this ${thing} keeps its saves cannot be seen.`,

  "glance.cuts-few":
    "All confirmed test saves survived {cuts, plural, =1 {one power cut} other {# power cuts}}.",
  "glance.cuts-told": "The system shows too few of these power cuts.",
  "glance.cuts-many": "{cuts, number} power cuts took nothing that was saved.",
  "glance.counted": `{kind, select, both {This ${thing} reads fast, reports no fault, and every save reached it.} fast {This ${thing} reads fast, and every save reached it.} well {This ${thing} reports no fault, and every save reached it.} plain {Every save reached this ${thing}.}}`,
  "glance.on-their-word":
    "{whose, select, computer {Every test of this computer’s drive went well.} macbook {Every test of this MacBook’s drive went well.} mac {Every test of this Mac’s drive went well.} drive {Every test of this drive went well.} stick {Every test of this stick went well.} card {Every test of this card went well.} external {Every test of this drive went well.} group {Every test of this group of drives went well.} memory {Every test of this volume went well.}}",
  "glance.on-their-word-partly": "Every test that could be made went well.",
  "glance.but-slow": `{slow, select, throttled {Nothing failed, but heat slowed this ${thing} down.} saves_slowed {Nothing failed, but saving became slow with time.} slow_saves {Nothing failed, but saving is slow on this ${thing}.} slow_insisting {Nothing failed, but saves that insist on safety are slow.} long_pauses {Nothing failed, but saving paused in between.}}`,

  "glance.todo.nothing":
    "{whose, select, computer {You need do nothing. Enjoy your computer.} macbook {You need do nothing. Enjoy your MacBook.} mac {You need do nothing. Enjoy your Mac.} drive {You need do nothing.} stick {You need do nothing.} card {You need do nothing.} external {You need do nothing.} group {You need do nothing.} memory {You need do nothing.}}",
  "glance.todo.see-below": "See below what was found and what helps.",
  "glance.todo.report-unclear":
    "Keep a second copy: its health report cannot be understood in full.",
  "glance.todo.look-again": "Inspect it again in some weeks and compare.",
  "glance.todo.whose-use": "If you did not use it so much, ask the seller.",
  "glance.todo.bought-when": "Say when you bought it and inspect it again.",
  "glance.todo.cut-again": "You can stop here; more cuts are optional.",
  "glance.todo.files-first": "Take it step by step: your files first.",
  "glance.todo.files-then-on":
    "Copy your files first. Until the fault is repaired, save everything in two places.",
  "glance.todo.still-readable": "Copy your files first, while they can still be read.",
  "glance.todo.leave-on":
    "Leave {isPulledOut, select, true {it plugged in} other {the computer on}} until that is done, and save nothing new here.",
  "glance.todo.take-back": "Copy what matters to another drive, then take it back.",
  "glance.todo.store-nothing": `Copy what matters to ${away}, and store nothing here.`,
  "glance.todo.choose-drive": "Choose a folder that lies on a drive.",
  "glance.todo.out-of-memory": "Copy what you keep here to a drive before you restart.",
  "glance.todo.untick":
    "{isSeen, select, true {See below how to change it.} other {See below how to change it; no fault of the drive was seen.}}",
  "glance.todo.switch-on": "Ask whoever set it up to switch safe saving on again.",
  "glance.todo.room-temperature": "Bring it to room temperature and inspect it again.",
  "glance.todo.second-copy":
    "{isGroup, select, true {Use it only with a second copy on a separate drive.} other {Use it only with a second copy of everything.}}",
  "glance.todo.again-alone": "Keep a copy elsewhere; close other programs, then inspect again.",
  "glance.todo.again-elsewhere": "Keep a copy elsewhere; then inspect in another folder.",
  "glance.todo.again-with-room": "Keep a copy elsewhere; make room, then inspect again.",
  "glance.todo.ask-seller": "Ask the seller where it was used before.",
  "glance.todo.test-and-copy": `Copy your files first. ${tested} shows more.`,
  "glance.todo.wait-and-eject": "Keep a second copy; after saving, wait a minute, then eject it.",
  "glance.todo.if-it-comes-back": "If it comes back, copy what matters first, then inspect again.",
  "glance.todo.copy-if-back": "If it comes back, copy what matters before anything else.",
  "glance.todo.inspect-room":
    "Make room: at least {neededBytes, number, bytes} must be free. Then inspect again.",
  "glance.todo.inspect-full": "Make room, then inspect again.",
  "glance.todo.inspect-again": "Inspect again to know the rest.",
  "glance.todo.inspect-rescue": "Copy what matters first, then inspect again.",
  "glance.todo.inspect-repair": "Copy what matters, have the volume checked, then inspect again.",
  "glance.todo.inspect-elsewhere": "Choose another folder or drive.",
  "glance.todo.ask-its-owner":
    "{isSeen, select, true {Go on working, and ask whether it is backed up.} other {That is no fault. Go on working, and ask whether it is backed up.}}",
  "glance.todo.look-outside":
    "{isSeen, select, true {Inspect {outer, select, mac {the Mac itself} other {the computer it runs on}}.} other {That is no fault. Go on working, and inspect {outer, select, mac {the Mac itself} other {the computer it runs on}}.}}",
  "glance.todo.without-machine": "Inspect it in a computer that is no virtual machine.",
  "glance.todo.behind": "If a drive lies behind it, inspect that one instead.",
  "glance.todo.other-computer": "Run DriveProof on the computer it belongs to.",
  "glance.todo.ordinary": "Inspect it with the ordinary way of saving as well.",
  "glance.todo.all-tests": "Inspect it with all tests to know more.",
  "glance.todo.test-shows": `${tested} shows it.`,
  "glance.todo.cut-once-more": "Run it again to know more.",

  "glance.caveat.good-sign": "No loss is a good sign, but no proof.",
  "glance.caveat.no-cut": "Not part of this inspection: a sudden loss of power.",
  "glance.caveat.confirmed-by": `${system} confirmed every save. A sudden loss of power was not part of this inspection.`,
  "glance.caveat.cause-open": "The cause may be the drive, its connection or the computer.",
  "glance.caveat.cause-open-unseen":
    "The cause may be what keeps the data, the way to it or this computer.",
  "glance.caveat.cause-open-group":
    "The cause may be one of the drives, a connection or the computer: not known which.",
  "glance.caveat.drive-or-system":
    "{saves, plural, =1 {This test save} other {These test saves}} had been reported as done. Whether drive or computer failed is not known.",
  "glance.caveat.drive-or-system-only":
    "The drive or the computer failed, not the person or the test. Which one is not known.",
  "glance.caveat.gone-group": "A drive of the group failed, was unplugged or was ejected.",
  "glance.caveat.gone-restart": "It crashed, or its connection failed, or somebody ejected it.",
  "glance.caveat.gone-connect": "The other computer, or the way to it, may be the reason.",
  "glance.caveat.gone-reopen": "The program that provides it may have ended.",
  "glance.caveat.gone-plug-in":
    "It was unplugged or ejected, or it crashed. If nobody touched it, suspect it or its connection.",
  "glance.caveat.gone-put-in":
    "It was taken out or ejected, or it crashed. If nobody touched it, suspect card or reader.",
  "glance.caveat.kept-below": "What was measured until then is kept below.",
  "glance.caveat.full-kept-below": "Too little room is no fault. What was measured is kept below.",
  "glance.caveat.all-kept-below": "What was measured is kept below.",
  "glance.caveat.guest": "Only the virtual computer was tested, not the one in front of you.",
  "glance.caveat.inner-computer": "It runs in {machine}. No real drive was tested.",
  "glance.caveat.passed-on": "This system runs inside another computer, as is usual at work.",
  "glance.caveat.own-report": "This is the drive’s own report, not a test of DriveProof.",

  "glance.answer.good": "Yes, in everyday use",
  "glance.answer.fine": "Yes, in everyday use",
  "glance.answer.few": "So far, yes",
  "glance.answer.open": "Not known from here",
  "glance.answer.early": "Not tested to the end",
  "glance.answer.care": "In doubt",
  "glance.answer.failed":
    "{during, select, read {No: reading failed} save {No: a save failed} other {No}}",
  "glance.answer.lost":
    "{isGone, select, true {No: new work can be lost} other {No: new work can be damaged}}",
  "glance.answer.hang": "In doubt: a save took too long",
  "glance.answer.outpaced": "In doubt: what you save last",
  "glance.answer.bad": "No",
  "glance.answer.behind": "That depends on what lies behind it",
  "glance.answer.other-computer": "That depends on the other computer",

  "glance.why.power-cut-lost":
    "Saved work must survive a sudden power cut. Here the newest may not.",
  "glance.why.capacity-false": "What is written later replaces what came before.",
  "glance.why.capacity-false-or-damaged": "Much of what was written did not come back.",
  "glance.why.capacity-damaged": "Some of what was written did not come back as it was.",
  "glance.why.capacity-old-files": "Files that were there before changed while it was filled.",
  "glance.why.data-differs": "What was read back differs from what was written.",
  "glance.why.commits-lost": "Another number of records was found than had been confirmed.",
  "glance.why.drive-error":
    "The system reported that {during, select, read {reading} save {saving} other {reading or saving}} a test file failed.",
  "glance.why.mode-failed": "Asked to save, the system reported an error.",
  "glance.why.holds-less": "A file that lay on it whole could not be changed.",
  "glance.why.health-failing": "By its own report the drive is failing.",
  "glance.why.memory-file-system": "There is no drive here: it is the computer’s memory.",
  "glance.why.syncs-dropped": "Programs that save are told it is done before it is.",
  "glance.why.barriers-off": "Saves may stay in the drive’s own memory.",
  "glance.why.flushes-missing":
    "The drive’s own memory is in use, and {isNone, select, true {nothing} other {little}} asks it to store.",
  "glance.why.other-saves-unflushed": "Some programs may lose what they saved.",
  "glance.why.other-fault": "What was found below speaks against it.",
  "glance.why.health-care": "By its own report the drive needs care.",
  "glance.why.changed-without-cut":
    "What was saved was {isGone, select, true {not there} other {gone or wrong}} afterwards.",
  "glance.why.flushes-too-few": "Some saves had no flush command of their own.",
  "glance.why.some-saves-unflushed": "Some programs may lose what they saved.",
  "glance.why.outpaced":
    "Only what you saved just before {isPulledOut, select, true {pulling it out} other {the power fails}}; nothing older.",
  "glance.why.outpaced-too":
    "What you saved just before {isPulledOut, select, true {pulling it out} other {the power fails}} may be missing.",
  "glance.why.faster-than-disk-turns": "Saves were confirmed faster than a disk can turn.",
  "glance.why.hang": "Perhaps a busy computer, perhaps the drive: a second inspection tells more.",
  "glance.why.sold-as-new": "Used drives may have less life left.",
  "glance.why.volume-gone": "What was measured before it vanished is not judged.",
  "glance.why.volume-full": "Until then nothing went wrong.",
  "glance.why.stopped": "Until then nothing went wrong.",
  "glance.why.test-failed": "What was tested to its end showed nothing wrong.",
  "glance.why.broke-off": "Until then nothing spoke against the drive.",
  "glance.why.seen-below": "What was seen stands below.",
  "glance.why.cut-not-proven": "Nothing speaks for a loss, and nothing against it.",
  "glance.why.cut-unreached": "What was saved in other ways was there afterwards.",
  "glance.why.virtual-machine": "That is normal here: the real drive is out of sight.",
  "glance.why.virtual-machine-between":
    "What you save here passes through the virtual machine first.",
  "glance.why.virtual-drive": "What you save here ends up where that software puts it.",
  "glance.why.network": "What you save here ends up on its drive.",
  "glance.why.place-unknown": "It may be a drive, or only memory.",
  "glance.why.not-planned": "The ways of saving were not part of it.",
  "glance.why.full-flush-refused": "The file system refuses the one request that makes it sure.",
  "glance.why.ordinary-refused": "Most programs save in that way.",
  "glance.why.ordinary-untried": "Most programs save in that way.",
  "glance.why.nothing-measured":
    "No way of saving that promises to survive a power cut was measured.",
  "glance.why.zfs": "ZFS can be told to ignore saves, and does not show it.",
  "glance.why.too-fast": "It is protected against power loss, or something confirms too early.",
  "glance.why.cache-not-known": "It may have a memory that forgets without power.",
  "glance.why.cuts-few": "Everything reported as saved was there afterwards.",
  "glance.why.cuts-many": "Everything reported as saved was there after each cut.",
  "glance.why.counted": "Each save was passed on to the drive and confirmed by it.",
  "glance.why.counted-group": "Each save was passed on to the drives and confirmed.",
  "glance.why.on-their-word": "Every save was confirmed, one by one.",

  "glance.row.unchanged": "Data stays unchanged",
  "glance.row.not-compared": "not tested",
  "glance.row.documents-unchanged": "saved documents came back unchanged",
  "glance.row.differs": "{differing, plural, =1 {one block} other {# blocks}} came back changed",
  "glance.row.unreadable": "{count, plural, =1 {one block} other {# blocks}} could not be read",
  "glance.row.read-failed": "reading failed",
  "glance.row.not-all": "not all of it",
  "glance.row.only-in-memory": "compared only in the computer’s memory",
  "glance.row.compared": "{bytes, number, bytes} of test data, all correct",
  "glance.row.test-files": "DriveProof’s test files",
  "glance.row.came-back": "{bytes, number, bytes}, unchanged",
  "glance.row.reach":
    "Saves reach {thing, select, drive {the drive} stick {the stick} card {the card} external {the drive} group {the drives} memory {a drive}}",
  "glance.row.reach-real": "Saved on the real drive?",
  "glance.row.confirmed": "Saves confirmed",
  "glance.row.confirmed-by": `by ${system}, one by one`,
  "glance.row.not-judged": "not judged",
  "glance.row.failed":
    "{worked, plural, =0 {one save failed} =1 {one worked, then one failed} other {# worked, then one failed}}",
  "glance.row.perhaps-later": "perhaps with a delay",
  "glance.row.not-measured": "not measured",
  "glance.row.cannot-be-seen": "cannot be seen from here",
  "glance.row.counted": "yes, each one",
  "glance.row.counted-most": "nearly all",
  "glance.row.each-passed-on": "each passed on by the system",
  "glance.row.not-every-way": "not in every way of saving",
  "glance.row.no-drive": "no, this is memory (RAM)",
  "glance.row.not-passed-on": "not passed on by the system",
  "glance.row.fewer-than-saves": "fewer counted than saves",
  "glance.row.no-cache": "it reports no forgetful memory",
  "glance.row.no-caches": "they report no forgetful memory",
  "glance.row.survives-cut": "Survives a power cut",
  "glance.row.after-cut": "Safe after a power cut?",
  "glance.row.survives-unplug": "Survives being pulled out",
  "glance.row.not-tested": "not tested",
  "glance.row.on-outer-computer": "depends on the computer it runs on",
  "glance.row.only-memory": "no, a restart empties it",
  "glance.row.nothing-proven": "tested, but nothing was proven",
  "glance.row.lost-in":
    "{cuts, plural, =1 {lost saves in one cut} other {lost saves in {cutsWithLoss, number} of # cuts}}",
  "glance.row.kept-in": "{cuts, plural, =1 {no loss in one cut} other {no loss in # cuts}}",
  "glance.row.own-files": "Your own files",
  "glance.row.not-touched": "not touched by this test",
  "glance.row.not-touched-nor-checked": "not touched, and not checked",
  "glance.row.cut": "Cut {number, number}",
  "glance.row.cut-lost":
    "{isGone, select, true {{saves, plural, =1 {the one test save was gone} other {{failed, number} of # test saves were gone}}} other {{saves, plural, =1 {the one test save was wrong} other {{failed, number} of # gone or wrong}}}}",
  "glance.row.cut-kept":
    "{saves, plural, =1 {the one test save was there} other {all # test saves were there}}",
  "glance.row.cut-others": "reached only other ways of saving",
  "glance.row.cut-not-proven": "proved nothing",
  "glance.row.cut-nothing-acknowledged": "not counted: no save is known",
  "glance.row.cut-no-power-cut": "not counted: no power cut is known",
  "glance.row.cut-changed-without-cut": "not counted: no power cut is known",
  "glance.row.cut-control-survived": "no result, which can happen",
  "glance.row.cut-flushed-by-another": "not counted: another way may have helped",
  "glance.row.cut-drive-kept-power": "not counted: drive was not cut off",
  "glance.row.cut-read-from-memory": "not counted: read from the computer’s memory",
  "glance.row.cut-window-not-known": "not counted: age of saves not known",
  "glance.row.cut-window-too-long": "not counted: its saves were too old",

  "glance.experts.call": "{call}, error {code}",
  "glance.experts.call-only": "{call}",
  "glance.experts.at-byte": "at byte {atByte, number} of the test file",
  "glance.experts.mode": "{blockBytes, number, blockBytes} saves by {mode}",
  "glance.experts.rate": "{perSecond, number, rate}/s",
  "glance.experts.slow": "p99 {p99Ns, number, duration}",
  "glance.experts.flushes": "{flushesPerSave, number, flushes} flushes counted per save",
  "glance.experts.encrypted": "encrypted by {name}",
  "glance.experts.not-encrypted": "not encrypted",

  "glance.speed.reading": "Reading",
  "glance.speed.writing": "Writing",
  "glance.speed.not-measured": "Not measured",
  "glance.speed.reads-in":
    "Reads {what} in {isShort, select, true {under 1 s} other {about {time}}}",
  "glance.speed.saves-in":
    "Saves {what} in {isShort, select, true {under 1 s} other {about {time}}}",
  "glance.speed.film": "a 10 GB film",
  "glance.speed.photos": "1 GB of photos",
  "glance.speed.as-seen-here": "As seen from this system",
  "glance.speed.not-outer": "The drive behind it may be faster or slower.",
  "glance.speed.at-drive": "At the drive itself, not in the computer’s memory.",
  "glance.speed.around-memory": "Read around the computer’s memory.",
  "glance.speed.perhaps-memory": "ZFS may have read from the computer’s memory.",
  "glance.speed.until-flushed": "Until the last of it was confirmed.",
  "glance.speed.flushed-through-memory":
    "Through the computer’s memory, until the last of it was confirmed.",

  "glance.cuts.missing": "What was missing?",
  "glance.cuts.saves": "{failed, plural, =1 {One test save} other {# test saves}}",
  "glance.cuts.reported-as-done":
    "Reported as safely saved, and {isGone, select, true {gone} other {gone or wrong}} afterwards.",
  "glance.cuts.made-in":
    "{cuts, plural, =1 {All made within {spanNs, number, duration}.} other {Each time all made within {spanNs, number, duration}.}}",
  "glance.cuts.how-often": "How often did it happen?",
  "glance.cuts.in-so-many":
    "{isPart, select, true {{cutsWithLoss, number} of the {cuts, plural, one {# cut that counts} other {# cuts that count}}} other {{cutsWithLoss, number} of {cuts, plural, one {# cut} other {# cuts}}}}",
  "glance.cuts.enough": "Enough to want a second copy of every file.",
  "glance.cuts.too-few-for-often": "Too few to say how often it happens.",
  "glance.cuts.nothing": "Nothing",
  "glance.cuts.of-confirmed": "of what had been reported as saved",
  "glance.cuts.how-sure": "How sure is that?",
  "glance.cuts.not-yet": "A good sign",
  "glance.cuts.quite": "Surer, not certain",
  "glance.cuts.each-tells-more": "Each cut without a loss tells more.",
});

type Thing = "drive" | "stick" | "card" | "external" | "group" | "memory";
type Slow = "throttled" | "saves-slowed" | "slow-saves" | "slow-insisting" | "long-pauses";

interface OfThing {
  readonly thing: Thing;
}
interface Ruler {
  readonly bytes: number;
  readonly seconds: number;
}

const whatOf = (bytes: number) =>
  bytes >= 10e9 ? said["glance.speed.film"]() : said["glance.speed.photos"]();
/** Whole seconds: tenths do not matter for copying a film. */
const timeOf = (seconds: number) =>
  seconds < 59.5 ? units.seconds({ figure: formatCount(seconds) }) : formatDuration(seconds * 1e9);
const rulerOf = ({ bytes, seconds }: Ruler) => ({
  what: whatOf(bytes),
  time: timeOf(seconds),
  // From 0.95 s on, the sentence says "about 1 s".
  isShort: seconds < 0.95,
});

export const statements = {
  ...said,
  "glance.counted": (p: OfThing & { readsFast: boolean; reportsWell: boolean }) =>
    said["glance.counted"]({
      thing: p.thing,
      kind: p.readsFast ? (p.reportsWell ? "both" : "fast") : p.reportsWell ? "well" : "plain",
    }),
  "glance.hang": ({ ns, ...p }: OfThing & { ns: number | null; isSingle: boolean }) =>
    said["glance.hang"]({ ...p, isKnown: ns !== null, ns: ns ?? 0 }),
  "glance.but-slow": (p: OfThing & { slow: Slow }) =>
    said["glance.but-slow"]({ ...p, slow: optionOf(p.slow) }),
  "glance.todo.second-copy": ({ isGroup = false }: { isGroup?: boolean }) =>
    said["glance.todo.second-copy"]({ isGroup }),
  "glance.experts.error": (p: { syscall: string; osCode: number | null; atByte: number | null }) =>
    listWithCommas([
      p.osCode === null
        ? said["glance.experts.call-only"]({ call: p.syscall })
        : said["glance.experts.call"]({ call: p.syscall, code: String(p.osCode) }),
      ...(p.atByte === null ? [] : [said["glance.experts.at-byte"]({ atByte: p.atByte })]),
    ]),
  "glance.experts.saves": (p: {
    mode: FlushModeId;
    blockBytes: number;
    perSecond: number | null;
    p99Ns: number | null;
    flushesPerSave: number | null;
  }) =>
    listWithCommas([
      said["glance.experts.mode"](p),
      ...(p.perSecond === null ? [] : [said["glance.experts.rate"]({ perSecond: p.perSecond })]),
      ...(p.p99Ns === null ? [] : [said["glance.experts.slow"]({ p99Ns: p.p99Ns })]),
      ...(p.flushesPerSave === null
        ? []
        : [said["glance.experts.flushes"]({ flushesPerSave: p.flushesPerSave })]),
    ]),
  "glance.experts.place": (p: {
    fileSystem: string | null;
    encryption: string | null;
    hypervisor: string | null;
  }) =>
    listWithCommas([
      ...(p.hypervisor === null ? [] : [p.hypervisor]),
      ...(p.fileSystem === null ? [] : [p.fileSystem]),
      ...(p.encryption === null
        ? []
        : [
            p.encryption === "none"
              ? said["glance.experts.not-encrypted"]()
              : said["glance.experts.encrypted"]({ name: p.encryption }),
          ]),
    ]),
  "glance.speed.rate": (p: { bytesPerSecond: number }) => formatBytesPerSecond(p.bytesPerSecond),
  "glance.speed.reads-in": (p: Ruler) => said["glance.speed.reads-in"](rulerOf(p)),
  "glance.speed.saves-in": (p: Ruler) => said["glance.speed.saves-in"](rulerOf(p)),
};
