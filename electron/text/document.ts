import type { HostFacts } from "#contract/report";
import type { Answer } from "#contract/verdict";
import type { WriteCacheState } from "#contract/volume";
import { messages, richMessages } from "./messages";

/** Conclusions of the verdict, the same on screen and paper. */

export const conclusionsText = messages({
  meaning: "What this means for you",
  advice: "What you can do",
  findings: "What was found",
  answers: "Answers",
});

export const answerQuestions: Readonly<Record<Answer["question"], () => string>> = messages({
  "saved-means-saved": "Does “saved” mean saved?",
  "safe-speed": "How fast when it must be safe?",
  "plain-speed": "How fast otherwise?",
  honesty: "Does the drive tell the truth?",
  condition: "Is it new and well?",
});

/** Errors, early ends and conditions that may have influenced the figures. */
export const interruptionText = messages({
  brokeOff: "The inspection broke off",
  stopped: "The inspection was stopped before its end",
  notAllTests: "Not every test could be carried out",
  notAllTestsDetail: "The reason stands below. The figures of the other tests are not affected.",

  nothingKept: "Nothing had been measured by then.",
  kept: "Kept: the figures of {workloads}. Those of a test that had not ended come from fewer rounds than planned and are less certain.",
  quoted: "“{workload}”",

  earlierTestsMissing: "Earlier plug tests may be missing",
  influences: "What may have influenced the figures",
  disturbedRounds:
    "{count, plural, =1 {One round was measured while something else kept the drive or the processor busy. Its figure} other {# rounds were measured while something else kept the drive or the processor busy. Their figures}} may be too low. What happened stands with all figures.",
});

/** Labels of the facts about drive, volume, computer and run. */
export const environmentText = messages({
  drive: "Drive",
  model: "Model",
  kind: "Kind",
  bus: "Bus",
  removable: "Removable",
  serial: "Serial number",
  firmware: "Firmware",
  capacity: "Capacity",
  connection: "Connection",
  link: "Link",
  sectors: "Sectors",
  hostMemory: "Host memory buffer",
  disks: "Drives below the volume",
  cache: "Drive’s own memory (cache)",
  scheduler: "Scheduler",

  volume: "Volume",
  place: "Place",
  device: "Device",
  fileSystem: "File system",
  mountOptions: "Mount options",
  liesOn: "Lies on",
  encryption: "Encryption",
  size: "Size",
  volumeSize: "Size of volume",
  free: "Free",

  computer: "Computer",
  computerName: "Maker and model",
  system: "System",
  processor: "Processor",
  virtualMachine: "Virtual machine",
  power: "Power",

  inspection: "Inspection",
  thoroughness: "Thoroughness",
  tests: "Tests",
  readBack: "Read back and compared",
  started: "Started",
  finished: "Finished",
  run: "Run",
  program: "Program",

  // "Not stated" and not "not known": a serial number may be known and left out on request.
  notStated: "Not stated",
  yes: "yes",
  no: "no",
  systemAndArchitecture: "{system}, {architecture}",
  mountedWith: "{fileSystem} ({options})",
  andBelow: "{upper}, then {lower}",
  appAndEngine: "{app} {version}, engine {engine}",
});

export const cacheStates: Readonly<Record<WriteCacheState, () => string>> = messages({
  "write-back": "on (write-back), as the system believes",
  "write-through": "off or protected (write-through), as the system believes",
  unknown: "not known",
});

export const powerSources: Readonly<Record<NonNullable<HostFacts["powerSource"]>, () => string>> =
  messages({ mains: "mains", battery: "battery" });

/** Results of reading the written data back. */
export const readBackText = messages({
  notDone: "not done",
  asWritten:
    "{blocks, plural, one {# block} other {# blocks}} {way, select, around {around the system’s memory} perhaps {perhaps from the system’s memory} through {from the system’s memory only}}, all as written",
  differ:
    "{differing, number} of {blocks, plural, one {# block} other {# blocks}} differ ({way, select, around {around the system’s memory} perhaps {perhaps from the system’s memory} through {from the system’s memory only}})",
  unreadable: "{blocks, number} could not be read",
  noDrive: "there is no drive behind them",
  fromDrive: "from the drive itself",
  partlyFromDrive: "at most {amount} of them from the drive itself",
  sourceNotKnown: "how much of it from the drive itself is not known",
});

/** Heading and common sentences of the method. */
export const methodText = messages({
  title: "How it was measured",
  workload: "{workload}.",
  bands: "Slow, normal, fast.",
  bandLimits:
    "Reading large pieces in a row, eight at a time, is called slow below {slow} and fast above {fast}, each with a twentieth to spare: what is published of drives of this kind lies between.",
  times:
    "Times come from the monotonic clock. p99 is the time that ninety-nine of a hundred operations did not exceed; it is shown only where enough operations were seen, and a dash stands for what is not known.",
});

export const powerCutMethod = richMessages({
  text: "<b>Plug test.</b> Numbered records with a checksum in every sector are written in each way of saving in turns: rewrites of fixed places, a growing log, new files and renames. A record counts as confirmed once every call its way of saving asks for has returned success; only then its number goes to the witness: a phone or computer, another drive or, if only the tested drive is cut off, this computer. Each record also names the last save of every way that had returned before it was made, so the newest one on the disk proves them all. After the power cut everything is read back around the system’s memory and compared with the numbers from both. A way of saving counts as kept only if the system or a person says that the power was cut, saves of it were at risk that no flush of another way can have protected, and the newest of them was at most {window} old: an older one the drive may have written out by itself. “Time gone” reaches from the last save before the first loss to the last moment known from the witness or the disk.",
});
