import type { FlushModeId } from "#contract/flush-mode";
import { termOfArt } from "../flush-modes";
import { formatFixed, formatList } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";

const said = sentences({
  "other-saves-unflushed.title": "Other ways of saving send too few flushes",
  "other-saves-unflushed.seen":
    "The system counted fewer flush commands to the drive than saves made in these ways (flushes for each save): {list}.",
  "other-saves-unflushed.means":
    "Programs that save in these ways may be told that their data is safe before the drive was asked to store it. Databases often use them.",
  "other-saves-unflushed.todo":
    "Look for what switches these flushes off: the file system, a disk controller, a container. Until they are seen, do not keep the only copy of a database here.",

  "flushes-seen.title": "Saves ask the drive to confirm",
  "flushes-seen.seen":
    "The system counted {flushesPerSave, number, flushes} flush commands to the drive for each save ({mode}).",
  "flushes-seen.means-passed-on":
    "The requests leave this system; what the virtual machine does with them cannot be seen from here.",
  "flushes-seen.means":
    "{isVirtual, select, true {The requests reach the virtual drive; what happens behind it cannot be seen from here.} other {The requests reach the drive, and it confirms them. Whether it really empties its own memory (cache) before it does, no program can see.}}",

  "flushes-missing.title": "The system sends no flush to this drive",
  "flushes-missing.seen":
    "The drive has a memory of its own that forgets without power (a write-back cache), yet the system counted {flushesPerSave, number, flushes} flush commands for each save ({mode}).",
  "flushes-missing.means":
    "Data that a program has saved is not known to have left that memory, and can be lost when the power fails.",
  "flushes-missing.todo":
    "Look for what switches flushes off: mount options, a disk controller, a container. Until flushes are seen, do not keep the only copy of anything here.",

  "flushes-too-few.title": "Fewer flushes than saves",
  "flushes-too-few.seen":
    "The system counted only {flushesPerSave, number, flushes} flush commands to the drive for each save ({mode}); one is expected.",
  "flushes-too-few.means":
    "Some saves were confirmed without the drive having been asked, or were merged with those of other programs.",
  "flushes-too-few.todo": "Close other programs and inspect the drive again.",

  "flushes-not-seen.title": "No flush was seen",
  "flushes-not-seen.seen":
    "The system counted {flushesPerSave, number, flushes} flush commands to the drive for each save ({mode}), and it is not known whether the drive has a memory of its own (cache) that forgets without power.",
  "flushes-not-seen.means":
    "With such a cache, saved data could be lost in a power cut; without one, no flush is needed.",
  "flushes-not-seen.todo":
    "The maker’s data sheet says whether the drive has a volatile cache or power-loss protection.",

  "no-volatile-cache.title": "The drive says that it needs no flush",
  "no-volatile-cache.seen":
    "This NVMe drive is known to the system as one without a memory that forgets without power (write-through), so that no flush commands are needed.",
  "no-volatile-cache.means":
    "Drives with power-loss protection report this. It is the drive’s own statement, or an administrator’s setting, and not a measurement.",
  "no-volatile-cache.todo":
    "If this is an ordinary laptop drive, ask the maker whether it has power-loss protection.",

  "cache-reported-off.title": "The drive’s cache is reported as off",
  "cache-reported-off.seen":
    "The system knows this drive as one whose writes go straight to permanent storage (write-through), so that no flush is needed.",
  "cache-reported-off.means":
    "If that is right, a save is permanent as soon as it is confirmed. It is the drive’s own statement, or an administrator’s setting, and not a measurement.",

  "cache-state-assumed.title": "Whether this drive has a cache is not known",
  "cache-state-assumed.seen":
    "The system takes it for a drive without a memory of its own (write-through), which would need no flush.",
  "cache-state-assumed.means":
    "Drives of this kind often say nothing about their cache, and the system then assumes that there is none. Whether saved data survives a power cut is not known.",
  "cache-state-assumed.todo":
    "Eject the drive before it is unplugged or switched off, and keep a second copy elsewhere.",

  "flushes-passed-on.title": "Saves are passed on as far as the system can follow",
  "flushes-passed-on.seen":
    "The system counted flush commands for these saves, at least nine for every ten, down to something it cannot look through: another program, or a part of the system that does not say what lies below.",
  "flushes-passed-on.means":
    "Nothing was lost on the way to there. Whether the requests go on to the drive, and what it does with them, cannot be seen from here.",
  "flushes-passed-on.todo": "For more evidence choose a folder that lies directly on the drive.",

  "no-evidence.title": "This system offers no evidence of what reached the drive",
  "no-evidence.seen-linux":
    "The system shows no count of flush commands for this drive: it keeps none, or something that cannot be looked through lies between it and the drive.",
  "no-evidence.seen-macos": "Programs on macOS are not told which commands were sent to the drive.",
  "no-evidence.seen-windows":
    "Programs on Windows are not told which commands were sent to the drive.",
  "no-evidence.means":
    "How fast saves are was measured; that they are safe rests on what the system and the drive promise.",
  "no-evidence.todo-linux":
    "Linux counts them for most drives from version 5.5 on; choose a folder that lies directly on the drive.",
  "no-evidence.todo-windows":
    "In the Device Manager, under the drive’s policies, make sure that “Turn off Windows write-cache buffer flushing” is not ticked: with it Windows confirms saves without asking the drive.",
  "no-evidence.title-not-counted": "The system does not count what these saves ask of the drive",
  "no-evidence.seen-not-counted":
    "Saves with {mode} may be written in a way that needs no flush command (force-unit-access), and such writes are not counted.",
  "no-evidence.todo-not-counted":
    "Inspect the drive with its ordinary saves as well: their flushes are counted.",

  "faster-than-disk-turns.title": "Faster than a disk alone can save",
  "faster-than-disk-turns.seen":
    "{savesPerSecond, number, rate} saves a second were confirmed ({mode}), each in a random place.",
  "faster-than-disk-turns.means":
    "A disk with 7 200 turns a minute waits half a turn for such a place and saves at most about {savesPerSecondAt7200Turns, number, rate} times a second, one with 15 000 turns about {savesPerSecondAt15000Turns, number, rate} times. Something with a memory of its own answered: a cache or a controller, which is either protected against power loss or confirms what is not stored yet.",
  "faster-than-disk-turns.todo":
    "A controller with a battery, or a disk with flash memory, explains it. Otherwise ask the maker, or have the disk’s write cache switched off for important data.",

  "saves-outpace-writing.title": "It may say “saved” before it really is",
  "saves-outpace-writing.seen":
    "Small saves were confirmed at {savedBytesPerSecond, number, bytesPerSecond} ({mode}), yet it never took more than {fastestBytesPerSecond, number, bytesPerSecond} of other writes.",
  "saves-outpace-writing.means":
    "It may say “saved” while the data is still in a fast part of it (its cache) that forgets without power: if the power fails then, the latest saves are lost. Or that part is protected against this, as in few drives.",
  "saves-outpace-writing.todo-cut":
    "Ask the maker whether its memory is protected against power loss. Until then keep a second copy of everything.",
  "saves-outpace-writing.todo-group":
    "Ask whoever set it up whether the group’s own memory is protected against power loss. Until then keep a second copy on a separate drive.",
  "saves-outpace-writing.todo":
    "{canBePulled, select, true {If you want to know, run the unplug test.} other {If you want to know, run the plug test.}} {isSold, select, true {If it loses anything, take it back.} other {If it loses anything, do not rely on it.}} Until then keep a second copy of everything.",

  "too-fast-for-cache.title": "Faster than flash memory alone can save",
  "too-fast-for-cache.seen":
    "{savesPerSecond, number, rate} saves a second were confirmed ({mode}); above {limitPerSecond, number, rate} is too fast for flash memory that is written for each of them.",
  "too-fast-for-cache.means":
    "Either the drive is protected against power loss, or it confirms saves that it has not stored yet; speed alone does not tell which.",
  "too-fast-for-cache.todo": "Ask the maker whether this model has power-loss protection.",
});

const pieces = messages({ unflushed: "{mode} ({flushes})" });

export const statements = {
  ...said,
  "other-saves-unflushed.seen": (p: {
    modes: readonly FlushModeId[];
    flushesPerSave: readonly number[];
  }) =>
    said["other-saves-unflushed.seen"]({
      list: formatList(
        p.modes.map((mode, place) =>
          pieces.unflushed({
            mode: termOfArt(mode),
            flushes: formatFixed(p.flushesPerSave[place] ?? 0, 2),
          }),
        ),
      ),
    }),
  "saves-outpace-writing.todo": ({
    canBePulled,
    isSold = true,
  }: {
    canBePulled: boolean;
    /** Whether a person can return the drive to a shop. Missing in reports of earlier versions. */
    isSold?: boolean;
  }) => said["saves-outpace-writing.todo"]({ canBePulled, isSold }),
};
