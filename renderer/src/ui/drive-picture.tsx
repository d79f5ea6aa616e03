import { Fragment, type ReactNode } from "react";
import { formOf, isGroup } from "#analysis/facts/thing";
import type { Report } from "#contract/report";
import type { Mark } from "#contract/verdict";
import type { DriveKind } from "#contract/volume";
import { Seal } from "./mark";

type Tint = "plate" | "detail" | "dark" | "light" | "board" | "gold" | "chip";

interface BoxProps {
  readonly at: readonly [x: number, y: number, width: number, height: number];
  readonly r?: number;
  readonly tint: Tint;
}

function Box({ at: [x, y, width, height], r = 0, tint }: BoxProps) {
  return <rect {...{ x, y, width, height }} rx={r} fill={`var(--pic-${tint})`} />;
}

interface DrivePictureProps {
  readonly drive: Report["volume"]["drive"];
  /** Maker and model of the computer; `null` if not known. */
  readonly computer: string | null;
  /** The verdict's mark, drawn as a seal in the corner; `null`: none. */
  readonly seal?: Mark | null;
}

/** A drawing of the kind of drive. A word beside it names the kind. */
export function DrivePicture({ drive, computer, seal = null }: DrivePictureProps) {
  const [width, height, body] = pictures[pictureOf(drive, computer)];
  return (
    <svg className="pic" viewBox={`0 0 ${width} ${height}`} height="3.5rem" aria-hidden="true">
      {body}
      {seal === null ? null : <Seal mark={seal} at={`${width - 15} ${height - 15}`} />}
    </svg>
  );
}

const nameOfMac = /Mac/;
/** Words in the names of portable drives; a USB drive without them is drawn as a stick. */
const nameOfPortable = /\b(ssd|hdd|portable|passport|elements|expansion|one touch)\b/i;

/**
 * A MacBook's drive is part of its board, a Mac's group of drives is sold as one, and a portable
 * drive does not look like a stick.
 */
function pictureOf(drive: DrivePictureProps["drive"], computer: string | null): PictureName {
  if (isGroup(drive) && !nameOfMac.test(computer ?? "")) {
    return "group";
  }
  const { kind } = drive;
  const thing = formOf(drive);
  if (kind === "nvme" && thing === "drive" && computer?.includes("MacBook")) {
    return "macbook";
  }
  const isSolid = kind === "nvme" || kind === "sata-ssd";
  const isNamedSo = kind === "usb" && nameOfPortable.test(drive.model ?? "");
  return thing === "external" && (isSolid || isNamedSo) ? "portable" : kind;
}

type PictureName = DriveKind | "macbook" | "portable" | "group";

type Picture = readonly [width: number, height: number, body: ReactNode];

const contacts = [5, 7.5, 10, 12.5, 15, 17.5, 22.5, 25, 27.5];

const sata: Picture = [
  56,
  44,
  <>
    <Box at={[2, 2, 52, 40]} r={4} tint="plate" />
    <Box at={[6, 6, 44, 22]} r={2} tint="light" />
    <Box at={[10, 10, 22, 4]} r={1} tint="detail" />
    <Box at={[10, 17, 30, 2.5]} r={1} tint="detail" />
    <Box at={[10, 36, 18, 6]} r={1} tint="dark" />
    <Box at={[31, 36, 10, 6]} r={1} tint="dark" />
  </>,
];

const virtual: Picture = [
  72,
  44,
  <>
    <rect
      fill="var(--pic-light)"
      stroke="var(--pic-detail)"
      x="2"
      y="2"
      width="68"
      height="40"
      rx="6"
      strokeWidth="2"
      strokeDasharray="5 4"
    />
    <Box at={[16, 14, 40, 16]} r={3} tint="plate" />
    <Box at={[22, 20.5, 20, 3]} r={1.5} tint="detail" />
    <circle fill="var(--pic-dark)" cx="49" cy="22" r="2.2" />
  </>,
];

const pictures: Readonly<Record<PictureName, Picture>> = {
  nvme: [
    112,
    36,
    <>
      <path
        fill="var(--pic-board)"
        d="M4 2h104a3 3 0 0 1 3 3v8.5a4.5 4.5 0 0 0 0 9V31a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z"
      />
      {contacts.map((y) => (
        <Box key={y} at={[1, y, 5, 1.5]} tint="gold" />
      ))}
      <Box at={[12, 9, 17, 18]} r={1.5} tint="chip" />
      <Box at={[34, 6, 58, 24]} r={1.5} tint="chip" />
      <Box at={[37, 9, 52, 18]} r={1.5} tint="light" />
      <Box at={[40, 12, 5, 12]} r={1} tint="board" />
      <Box at={[48, 12.5, 26, 3.2]} r={1} tint="dark" />
      <Box at={[48, 18, 34, 1.8]} r={0.9} tint="detail" />
      <Box at={[97, 9, 4, 3]} r={0.8} tint="gold" />
      <Box at={[97, 15, 4, 3]} r={0.8} tint="gold" />
      <Box at={[97, 24, 4, 3]} r={0.8} tint="gold" />
    </>,
  ],
  macbook: [
    72,
    44,
    <>
      <Box at={[9, 2, 54, 34]} r={3.5} tint="dark" />
      <Box at={[12, 5, 48, 28]} r={1.5} tint="board" />
      <path
        fill="var(--pic-wave)"
        d="M12 26c14-12 26 6 48-9v14.5a1.5 1.5 0 0 1-1.5 1.5h-45a1.5 1.5 0 0 1-1.5-1.5z"
      />
      <Box at={[2, 37, 68, 5]} r={2.5} tint="detail" />
      <Box at={[27, 37, 18, 2]} r={1} tint="plate" />
      <Box at={[28, 12, 16, 14]} r={2} tint="plate" />
      <Box at={[31, 15, 10, 8]} r={1} tint="detail" />
    </>,
  ],
  portable: [
    84,
    44,
    <>
      <Box at={[2, 6, 48, 32]} r={7} tint="dark" />
      <Box at={[9, 29, 10, 2.5]} r={1.25} tint="plate" />
      <path
        fill="none"
        stroke="var(--pic-detail)"
        d="M50 22h8c7 0 6-12 13-12h3"
        strokeWidth="3.5"
      />
      <Box at={[72, 5.5, 10, 9]} r={2} tint="detail" />
    </>,
  ],
  // Draws two drives for any number: with three beside "2 drives", people counted them.
  group: [
    84,
    31,
    [2, 17].map((y) => (
      <Fragment key={y}>
        <Box at={[2, y, 80, 12]} r={3} tint="plate" />
        <Box at={[8, y + 4.5, 36, 3]} r={1.5} tint="detail" />
        <circle fill="var(--pic-dark)" cx="73" cy={y + 6} r="2" />
      </Fragment>
    )),
  ],
  "sata-ssd": sata,
  "hard-disk": [
    58,
    40,
    <>
      <Box at={[2, 2, 54, 36]} r={4} tint="plate" />
      <circle fill="var(--pic-light)" cx="24" cy="20" r="14.5" />
      <circle fill="var(--pic-detail)" cx="24" cy="20" r="4" />
      <path
        fill="none"
        stroke="var(--pic-dark)"
        d="M49 31L30 23"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle fill="var(--pic-dark)" cx="48" cy="30.5" r="3.2" />
    </>,
  ],
  usb: [
    84,
    36,
    <>
      <Box at={[2, 5, 56, 26]} r={6} tint="board" />
      <Box at={[57, 9, 24, 18]} r={1.5} tint="plate" />
      <Box at={[66, 13, 8, 3.5]} r={0.5} tint="detail" />
      <Box at={[66, 19.5, 8, 3.5]} r={0.5} tint="detail" />
      <Box at={[10, 16, 14, 3.5]} r={1.75} tint="gold" />
    </>,
  ],
  "memory-card": [
    36,
    44,
    <>
      <path
        fill="var(--pic-plate)"
        d="M4 2h19l11 11v26a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z"
      />
      <Box at={[6, 6, 3.5, 8]} r={1} tint="detail" />
      <Box at={[12, 6, 3.5, 8]} r={1} tint="detail" />
      <Box at={[18, 6, 3.5, 8]} r={1} tint="detail" />
      <Box at={[6, 22, 22, 14]} r={2} tint="light" />
    </>,
  ],
  virtual,
  memory: virtual,
  network: virtual,
  unknown: sata,
};
