import { mayStoreWithoutFlush } from "#contract/flush-mode";
import type { CutDeed, PowerCut } from "#contract/power-cut/test";
import { isPowerCutReport, type Report } from "#contract/report";
import type { Paragraph, Statement } from "#contract/statement";
import type { statements } from "#text/verdict/paper";
import type { Facts } from "../../facts/facts";
import { dataPlaceOf, isGroup, isPulledOut, isSold, thingOf } from "../../facts/thing";
import { isMemory, isPlaceUnknown } from "../../guarantee";
import { conditionOf } from "../../health/condition";
import { isConfirmed } from "../../power-cut/sum";
import { sayer } from "../../say";
import { factsOf } from "../facts";
import { type Cause, causeOf } from "./cause";
import { type Glance, glanceOf } from "./glance";
import { lossesOf, lossyTests } from "./losses";
import { type Line, type Sign, say as sayOnPage } from "./parts";
import { helperOf, isEmptied, isTemperatureAlone, isUnasked } from "./signs";
import type { Card } from "./speeds";
import { isRescue, isSetting } from "./steps";
import { wellLines } from "./well";

const say = sayer<typeof statements>();

/** Contents of the printed first page: the summary, with the facts that a shop asks for. */
export interface Paper {
  readonly glance: Glance;
  /** What limits the judgement, or why the seller should take it seriously; `null` if nothing. */
  readonly caveat: Statement | null;
  readonly lines: readonly PaperLine[];
  /** The reading speed; `null` if not measured. */
  readonly reading: Card | null;
  /** The loss in words for a shop, in place of the finding's; `null` if no saves were lost. */
  readonly lost: Paragraph | null;
  /** The request to the seller or keeper; `null` if nothing is wrong. */
  readonly next: Statement | null;
  readonly repeat: Paragraph;
  readonly unknown: Paragraph;
}

/** A question, its answer and small print. */
export interface PaperLine {
  readonly sign: Sign;
  readonly question: Statement;
  readonly answer: Statement;
  readonly details: Paragraph;
  readonly strip: Pick<Card, "standing" | "ruler"> | null;
}

export function paperOf(report: Report): Paper {
  const facts = factsOf(report);
  const cause = causeOf(report, facts);
  const glance = glanceOf(report);
  const isForShop = isDriveOrSystem(cause, report) && helperOf(cause, report) === "shop";
  const lost = isForShop ? lostOf(report) : null;
  return {
    glance,
    caveat: isForShop
      ? say("paper.caveat.lost", { saves: lossesOf(report).failed })
      : glance.caveat,
    lines: linesOf(glance, lost, report),
    reading: glance.cards.find(({ id }) => id === "reading") ?? null,
    lost,
    next: glance.mark === "bad" || glance.mark === "care" ? nextOf(cause, report) : null,
    repeat: repeatOf(glance, cause, report),
    unknown: unknownOf(cause, report, facts),
  };
}

function line(
  sign: Sign,
  question: Statement,
  answer: Statement,
  details: readonly (Statement | null)[] = [],
): PaperLine {
  const said = details.filter((detail) => detail !== null);
  return { sign, question, answer, details: said, strip: null };
}

/** Whether confirmed saves were lost although the drive was asked to store them. */
function isDriveOrSystem(cause: Cause, report: Report): boolean {
  return cause === "power-cut-lost" && !isUnasked(report);
}

function lostOf(report: Report): Paragraph | null {
  const { powerCut, volume } = report;
  if (powerCut === null) {
    return null;
  }
  const { cutsWithLoss: cuts } = powerCut;
  const { failed, isGone, spanNs, modes } = lossesOf(report);
  const bus = modes.every(mayStoreWithoutFlush) ? null : flushStandardOf(volume.drive);
  return [
    say("paper.wrong.lost", { failed, isGone, cuts }),
    ...(spanNs === null ? [] : [sayOnPage("glance.cuts.made-in", { spanNs, cuts })]),
    say("paper.wrong.reported", { failed }),
    ...(bus === null ? [] : [say("paper.wrong.standard", { bus })]),
    say("paper.wrong.on-purpose"),
  ];
}

/** The standard whose flush command the drive receives; `null` if not known. */
function flushStandardOf({ kind, bus }: Report["volume"]["drive"]): "nvme" | "ata" | "scsi" | null {
  switch (bus?.toLowerCase()) {
    case "nvme":
      return "nvme";
    case "sata":
    case "ata":
      return "ata";
    case "usb":
    case "sas":
    case "scsi":
      return "scsi";
    default:
      return kind === "nvme" ? "nvme" : null;
  }
}

function linesOf(glance: Glance, lost: Paragraph | null, report: Report): PaperLine[] {
  const { safe, cards } = glance;
  const ofSaves = safe.experts.filter(({ code }) => code === "glance.experts.saves");
  return [
    line(safe.sign, say("paper.question.safe"), safe.answer, [safe.reason]),
    ...safe.lines.map(({ sign, title, value }) =>
      line(sign, title, value, isOfSaves(title) && sign !== "bad" ? ofSaves : []),
    ),
    ...cards
      // the words of `lost` already count the missing saves
      .filter(({ id }) => id !== "missing" || lost === null)
      .map((card) => cardLine(card, report)),
    ...(cards.length === 0 && !isPowerCutReport(report)
      ? [line("open", say("paper.question.speed"), say("paper.not-judged"))]
      : []),
    // A repair shop wants the drive's health report even beside a fault.
    ...healthLines(glance, report),
  ];
}

/** Lines on the drive's health; none for memory, which reports nothing. */
function healthLines({ mark, well }: Glance, report: Report): PaperLine[] {
  if (isMemory(report.volume)) {
    return [];
  }
  if (mark !== "bad") {
    return [healthLine(well, say("paper.question.health"))];
  }
  const isOfSeveral = isGroup(report.volume.drive);
  const question = say(isOfSeveral ? "paper.question.own-words" : "paper.question.own-word");
  return [healthLine(wellLines(mark, report), question)];
}

function isOfSaves({ code }: Statement): boolean {
  return (
    code === "glance.row.reach" ||
    code === "glance.row.reach-real" ||
    code === "glance.row.confirmed"
  );
}

function cardLine(card: Card, { powerCut }: Report) {
  const { id, question, figure, under, note, isMeasured, isMuted, standing, ruler } = card;
  // The printed page is for a shop, so it says who reports the cuts in place of advice to the
  // owner.
  const detail = id === "certainty" && powerCut !== null ? whoSaysSo(powerCut) : under;
  return {
    ...line(isMeasured ? "dot" : "open", question, figure, [detail, note]),
    strip: isMuted || (standing === null && ruler === null) ? null : { standing, ruler },
  };
}

/**
 * How many cuts the system shows and how many only a person reports; if any cut lost something, of
 * those with a loss.
 */
function whoSaysSo(powerCut: PowerCut): Statement {
  const { cuts, cutsWithLoss, confirmedCuts } = powerCut;
  const [all, shown] =
    cutsWithLoss === 0
      ? [cuts, confirmedCuts]
      : [cutsWithLoss, lossyTests(powerCut).filter(isConfirmed).length];
  return say("paper.cuts.shown", { shown, others: all - shown });
}

/**
 * The line on the drive's health. Beside a fault it does not call the drive healthy, whatever the
 * drive's health report states.
 */
function healthLine([first, ...others]: readonly Line[], question: Statement): PaperLine {
  return first === undefined
    ? line("open", question, say("paper.not-known"))
    : line(first.sign, question, first.title, [
        first.value,
        ...others.flatMap(({ title, value }) => [title, value]),
      ]);
}

/**
 * Causes whose request to the seller or keeper has one wording for all, and causes without a
 * request.
 */
const causesOfTheirOwn: readonly Cause[] = [
  ...(["health-failing", "health-care", "changed-without-cut", "hang", "sold-as-new"] as const),
];

function nextOf(cause: Cause, report: Report): Statement | null {
  const thing = thingOf(report);
  if (isMemory(report.volume) && !isSetting(cause)) {
    return say("paper.next.memory");
  }
  const helper = helperOf(cause, report);
  if (helper !== "shop" && !isSetting(cause) && !causesOfTheirOwn.includes(cause)) {
    return say(helper === "its-owner" ? "paper.next.machine" : "paper.next.keeper");
  }
  switch (cause) {
    case "capacity-false":
    case "capacity-false-or-damaged":
    case "holds-less":
      return say("paper.next.size", { thing });
    case "health-failing":
      return say("paper.next.own-report", { thing });
    case "health-care":
      // High or low temperature alone is no reason to replace the drive.
      return isTemperatureAlone(report) ? null : say("paper.next.own-report", { thing });
    case "sold-as-new":
      return say("paper.next.used");
    case "memory-file-system":
      return say("paper.next.no-drive");
    case "syncs-dropped":
    case "barriers-off":
      return say("paper.next.set-up");
    case "changed-without-cut":
      // A person may have changed the files, which says nothing about the drive.
      return null;
    case "power-cut-lost":
      // Losses of a drive that received no flush are no defect of the drive.
      return say(isUnasked(report) ? "paper.next.saves" : "paper.next.lost", { thing });
    case "flushes-missing":
    case "other-saves-unflushed":
    case "flushes-too-few":
    case "some-saves-unflushed":
      return say("paper.next.saves", { thing });
    case "hang":
      // A busy computer may have been the reason, so that nothing is known to be at fault.
      return say("paper.next.hang", { thing });
    case "outpaced":
    case "faster-than-disk-turns":
      // The page asks and does not accuse: a sound drive or controller with a battery for its cache
      // confirms saves just as fast.
      return say("paper.next.protected", { thing });
    default:
      return say("paper.next.examine", { thing });
  }
}

function repeatOf({ mark }: Glance, cause: Cause, report: Report): Paragraph {
  const { version, name: app } = report.app;
  const { profile } = report.plan;
  const inMemory = isMemory(report.volume);
  const files = say(inMemory ? "paper.repeat.files-from-memory" : "paper.repeat.files");
  if (isPowerCutReport(report) && (cause === "health-failing" || cause === "health-care")) {
    // No power cut is needed to read once more what the drive reports of itself.
    return [files, say("paper.repeat.open", { app, version }), say("paper.repeat.own-report")];
  }
  // To repeat a loss after a power cut takes a plug test, even if the report of an inspection shows
  // it.
  if (isPowerCutReport(report) || cause === "power-cut-lost") {
    const tests = report.powerCut === null ? [] : lossyTests(report.powerCut);
    const how = howToCut((tests.at(-1) ?? report.powerCut?.tests.at(-1))?.cut.deed);
    return [
      files,
      say("paper.repeat.plug-test", { app, version, thing: thingOf(report) }),
      say("paper.repeat.cut", { how }),
      say("paper.repeat.read", { how }),
    ];
  }
  return [
    ...(mark === "bad" && !isEmptied(report) ? [files] : []),
    ...(profile === "smoke"
      ? [say("paper.repeat.command", { app, version })] // The window has no profile "smoke".
      : [
          say(inMemory ? "paper.repeat.open-folder" : "paper.repeat.open", { app, version }),
          say("paper.repeat.inspect", { profile }),
        ]),
    (mark !== "bad" && mark !== "care") || isSetting(cause)
      ? say("paper.repeat.compare")
      : isSold(report)
        ? say("paper.repeat.elsewhere")
        : say("paper.repeat.again"),
  ];
}

/** How to cut the power again: as in the last test that lost something, or else in the last one. */
function howToCut(deed: CutDeed | null | undefined) {
  switch (deed) {
    case "plug":
    case "cable":
      return deed;
    case "power-button":
      return "button" as const;
    default:
      return "other" as const;
  }
}

/** Errors, changed data and waits whose source shows only when parts are exchanged. */
const causeIsOpen: readonly Cause[] = [
  ...(["drive-error", "mode-failed", "data-differs", "commits-lost", "other-fault"] as const),
  ...(["volume-gone", "capacity-damaged", "capacity-old-files", "hang"] as const),
];

const causeUnknown = {
  drive: "paper.unknown.cause",
  group: "paper.unknown.cause-group",
  unseen: "paper.unknown.cause-unseen",
} as const;

const driveOrSystem = { ...causeUnknown, drive: "paper.unknown.drive-or-system" } as const;

function unknownOf(cause: Cause, report: Report, facts: Facts): Paragraph {
  const { powerCut, health, volume, partial } = report;
  const { cuts, cutsWithLoss } = powerCut ?? { cuts: 0, cutsWithLoss: 0 };
  const isElsewhere = facts.isVirtual || volume.drive.kind === "network" || isPlaceUnknown(volume);
  const isDrive = !isMemory(volume);
  const isOfSeveral = isGroup(volume.drive);
  const isPulled = isPulledOut(report);
  const open: readonly (readonly [boolean, () => Statement])[] = [
    [causeIsOpen.includes(cause) && isDrive, () => say(causeUnknown[dataPlaceOf(report)])],
    [isDriveOrSystem(cause, report), () => say(driveOrSystem[dataPlaceOf(report)])],
    [isRescue(cause), () => say("paper.unknown.other-files")],
    [isElsewhere && isDrive, () => say("paper.unknown.behind")],
    [cuts === 0 && isDrive, () => say("paper.unknown.power-cut", { isPulled })],
    [
      cuts > 0 && cuts < 10 && isDrive,
      () =>
        cutsWithLoss > 0
          ? say("paper.unknown.how-often-lost", { cuts, cutsWithLoss })
          : say("paper.unknown.how-often", { cuts }),
    ],
    [partial, () => say("paper.unknown.rest")],
    [
      isDrive && (health === null || conditionOf(health).state === "not-known"),
      () => say(isOfSeveral ? "paper.unknown.health-group" : "paper.unknown.health"),
    ],
    [!isElsewhere && isDrive, () => say("paper.unknown.own-memory")],
  ];
  return open.filter(([applies]) => applies).map(([, statement]) => statement());
}
