import type { FlushModeId } from "#contract/flush-mode";
import { termOfArt } from "../flush-modes";
import { formatList, formatRate } from "../format";
import { messages } from "../messages";
import { sentences } from "../sentences";

const said = sentences({
  "memory-file-system.title": "Files here lie in the computer’s memory",
  "memory-file-system.seen":
    "DriveProof looked up where this folder keeps its data: in the computer’s memory (RAM), not on a drive.",
  "memory-file-system.means":
    "Nothing stored here survives a restart, let alone a power cut; the speeds measured here are those of memory.",
  "memory-file-system.todo-gone": "Choose a folder that lies on a drive, and inspect that one.",
  "memory-file-system.todo":
    "Copy what you keep here to a drive, such as a stick, before you restart. Then inspect that drive.",

  "syncs-dropped.title": "The system ignores requests to save here",
  "syncs-dropped.seen":
    "{isNamed, select, true {The volume ({fileSystem}) is mounted with the option “{option}”.} other {The volume is mounted with the option “{option}”.}}",
  "syncs-dropped.seen-below":
    "{isNamed, select, true {The file system below this one ({fileSystem}) is mounted with the option “{option}”.} other {The file system below this one is mounted with the option “{option}”.}}",
  "syncs-dropped.means": "Every save is answered at once and nothing is made permanent.",
  "syncs-dropped.todo":
    "Have it mounted without that option; in a container, choose a folder outside.",

  "barriers-off.title": "The system is told not to flush this drive",
  "barriers-off.seen":
    "{isNamed, select, true {The volume ({fileSystem}) is mounted without write barriers ({option}).} other {The volume is mounted without write barriers ({option}).}}",
  "barriers-off.seen-below":
    "{isNamed, select, true {The file system below this one ({fileSystem}) is mounted without write barriers ({option}).} other {The file system below this one is mounted without write barriers ({option}).}}",
  "barriers-off.seen-windows":
    "In Windows “Turn off Windows write-cache buffer flushing on the device” is ticked for this drive.",
  "barriers-off.means":
    "What is saved may stay in the drive’s own fast memory (cache), and is lost from there when the power fails.",
  "barriers-off.todo":
    "Have the option removed from the mount settings, unless the drive is protected against power loss.",

  "barriers-off.todo-windows":
    "Untick it in Device Manager under Disk drives, this drive, Properties, Policies. Leave it ticked only if the drive’s maker says that it is protected against power loss.",

  "zfs-sync-unseen.title": "Whether saves are switched off here cannot be seen",
  "zfs-sync-unseen.seen":
    "ZFS can be told to ignore requests to save (sync=disabled). That is not shown among the mount options.",
  "zfs-sync-unseen.means":
    "Where it is switched off, saves are confirmed at once and the last seconds are lost in a power cut.",
  "zfs-sync-unseen.todo": "Ask ZFS with “zfs get sync”; “standard” is the safe setting.",

  "place-unknown.title": "Where the data is kept cannot be seen from here",
  "place-unknown.seen":
    "The system does not say what keeps these files. That is usual in a container, and for a drive that a program makes.",
  "place-unknown.means":
    "What is below may be a drive, or memory that is gone after a restart; what a save is worth is not known.",
  "place-unknown.todo":
    "Run the inspection in a folder on the drive itself, and outside the container if there is one.",

  "network-drive.title": "This volume belongs to another computer",
  "network-drive.seen": "Saves travel over the network.",
  "network-drive.means":
    "The figures are those of the network and the other computer together; what that computer does with saved data cannot be seen from here.",
  "network-drive.todo": "Run the inspection on the computer that has the drive.",

  "several-drives.title": "Several drives work together here",
  "several-drives.seen": "The volume lies on {disks, number} drives.",
  "several-drives.means":
    "Where “the drive” is named here, all of them together are meant. A fault may lie in any of them, and where each holds a copy, one may hide the fault of another.",

  "virtual-drive.title": "The drive is simulated",
  "virtual-drive.title-machine": "This is a virtual computer",
  "virtual-drive.seen": "The drive is a virtual one.",
  "virtual-drive.seen-machine": "The system says that it runs in a virtual machine.",
  "virtual-drive.means":
    "A save ends at the virtual drive. What provides it decides whether it goes on to a real one; the figures describe both together.",
  "virtual-drive.todo": "If it is an image file, inspect the drive that the file lies on.",
  "virtual-drive.means-machine":
    "A save goes to the computer that this one runs on, which decides whether and when a real drive stores it. Speeds measured here are not those of that drive alone.",
  "virtual-drive.todo-machine":
    "Ask whoever set it up, or inspect the computer it runs on, which tells about its drive.",
  "virtual-drive.means-passed-on":
    "Saves pass through the virtual machine on their way to the drive; the figures describe both together.",
  "virtual-drive.todo-passed-on": "Inspect the drive in a computer that is no virtual machine.",

  "ordinary-save-not-safe.title": "An ordinary save stops at the drive’s own memory",
  "ordinary-save-not-safe.seen":
    "As macOS documents, an ordinary flush (fsync) hands data to the drive and no further; only the full flush (F_FULLFSYNC) makes the drive store it.",
  "ordinary-save-not-safe.seen-rates":
    "{isFewer, select, true {Here the ordinary one manages {ordinaryPerSecond, number, rate} a second and the full one {fullPerSecond, number, rate}: {ratio, number, ratio} fewer.} other {Here the ordinary one manages {ordinaryPerSecond, number, rate} a second and the full one {fullPerSecond, number, rate}.}}",
  "ordinary-save-not-safe.means":
    "Unless a program insists on the full flush, data it has saved can be lost or stored out of order when the power fails.",
  "ordinary-save-not-safe.means-refused":
    "The file system refuses the full flush here, so that data which a program has saved can be lost or stored out of order when the power fails.",
  "ordinary-save-not-safe.todo-refused":
    "Where the Mac has a battery, a charged one bridges most power cuts.",
  "ordinary-save-not-safe.todo-refused-pulled-out": "Eject it before you pull it out.",
  "ordinary-save-not-safe.todo":
    "Where the Mac has a battery, a charged one bridges most power cuts. For databases look for a setting such as “fullfsync”.",
  "ordinary-save-not-safe.todo-pulled-out":
    "Eject it before you pull it out. For databases look for a setting such as “fullfsync”.",

  "write-through-unproven.title": "Write-through is not counted as safe",
  "write-through-unproven.seen": "Measured: {list}.",
  "write-through-unproven.seen-rates": "Measured: {list}.",
  "write-through-unproven.seen-beside":
    "Measured: {list}, beside {safePerSecond, number, rate} with {safeMode}.",
  "write-through-unproven.means":
    "Windows asks the drive to store such writes at once, but common drivers do not pass the request on.",
});

const pieces = messages({ rate: "{mode} {rate} a second" });

interface Mounted {
  readonly option: string;
  readonly fileSystem: string | null;
}

const mounted = ({ option, fileSystem }: Mounted) => ({
  option,
  fileSystem: fileSystem ?? "",
  isNamed: fileSystem !== null,
});

interface Rates {
  readonly modes: readonly FlushModeId[];
  readonly savesPerSecond: readonly number[];
}

const listOf = ({ modes, savesPerSecond }: Rates) =>
  formatList(
    modes.map((mode, place) =>
      pieces.rate({ mode: termOfArt(mode), rate: formatRate(savesPerSecond[place] ?? 0) }),
    ),
  );

export const statements = {
  ...said,
  "syncs-dropped.seen": (p: Mounted) => said["syncs-dropped.seen"](mounted(p)),
  "syncs-dropped.seen-below": (p: Mounted) => said["syncs-dropped.seen-below"](mounted(p)),
  "barriers-off.seen": (p: Mounted) => said["barriers-off.seen"](mounted(p)),
  "barriers-off.seen-below": (p: Mounted) => said["barriers-off.seen-below"](mounted(p)),
  "ordinary-save-not-safe.seen-rates": (p: {
    ordinaryPerSecond: number;
    fullPerSecond: number;
    /** Ratio of `ordinaryPerSecond` to `fullPerSecond`; `null` if it is too small to mention. */
    ratio: number | null;
  }) =>
    said["ordinary-save-not-safe.seen-rates"]({
      ...p,
      isFewer: p.ratio !== null,
      ratio: p.ratio ?? 1,
    }),
  "write-through-unproven.seen": (p: { modes: readonly FlushModeId[] }) =>
    said["write-through-unproven.seen"]({ list: formatList(p.modes.map(termOfArt)) }),
  "write-through-unproven.seen-rates": (p: Rates) =>
    said["write-through-unproven.seen-rates"]({ list: listOf(p) }),
  "write-through-unproven.seen-beside": (
    p: Rates & { safePerSecond: number; safeMode: FlushModeId },
  ) => said["write-through-unproven.seen-beside"]({ ...p, list: listOf(p) }),
};
