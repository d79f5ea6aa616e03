import type { FileSystem } from "../fixture/build";
import { capacityCommon, of } from "./capacity-case";
import { broken, type DriveCase, without } from "./drive-case";

/**
 * Drives that are smaller than they say, as such drives are sold: whatever a file system stores at
 * addresses beyond the true size is lost. The file system's own blocks are spared here, so that the
 * test can end; on a real false drive the file system breaks sooner or later.
 */

const fileSystems = ["ext4", "xfs", "btrfs"] as const satisfies readonly FileSystem[];
const kinds = ["zeros", "wrap", "cipher", "old"] as const;
const shares = [30, 50, 90] as const;
const oldFiles = [false, true] as const;

interface FalseByAddress {
  readonly fileSystem: FileSystem;
  readonly kind: (typeof kinds)[number];
  /** The true size in percent of the claimed size. */
  readonly share: number;
  readonly hasOldFiles: boolean;
}

/** Above 300 MiB, because mkfs.xfs refuses less; btrfs uses 80 MiB of the volume for itself. */
const mebibytes = 320;
const oldMebibytes = 32;

const titles = {
  zeros: "zeros beyond it",
  wrap: "begins anew after it",
  cipher: "begins anew after it, below encryption",
  old: "old data beyond it",
} as const;

function flawsOf(kind: FalseByAddress["kind"], blocks: number): readonly string[] {
  return kind === "cipher" ? [`address-wrap ${blocks}`, "cipher"] : [`address-${kind} ${blocks}`];
}

function driveOf({ fileSystem, kind, share, hasOldFiles }: FalseByAddress): DriveCase {
  const kept = Math.round((of(mebibytes) * share) / 100);
  return {
    ...capacityCommon,
    id: `address-${fileSystem}-${kind}-${share}${hasOldFiles ? "-old-files" : ""}`,
    title: `${share} % of its size, ${titles[kind]}, ${fileSystem}${hasOldFiles ? ", with old files" : ""}`,
    truth: `It keeps what lies in the first ${share} % of its addresses.${hasOldFiles ? ` ${oldMebibytes} MiB of older files lie on it.` : ""}`,
    faithful: false,
    recipe: { ...capacityCommon.recipe, fileSystem, mebibytes },
    flaws: flawsOf(kind, kept),
    ...(hasOldFiles ? { oldMebibytes } : {}),
    expected: {
      ...broken,
      must: [],
      mustNot: [
        "capacity-whole",
        "capacity-part",
        ...without("capacity-false", "capacity-false-or-damaged", "capacity-damaged"),
      ],
      figures: [{ figure: "size-doubted" }, { figure: "lost-blocks" }],
    },
  };
}

const everyOne: readonly FalseByAddress[] = fileSystems.flatMap((fileSystem) =>
  kinds.flatMap((kind) =>
    shares.flatMap((share) =>
      oldFiles.map((hasOldFiles) => ({ fileSystem, kind, share, hasOldFiles })),
    ),
  ),
);

/**
 * Whether this drive is in the matrix. Every file system occurs with every kind; shares and old
 * files alternate, so that each pair of properties occurs. `DRIVEPROOF_LAB_FALSE_DRIVES=all` makes
 * all 72 drives.
 */
function isChosen({ fileSystem, kind, share, hasOldFiles }: FalseByAddress): boolean {
  const row = fileSystems.indexOf(fileSystem);
  const column = kinds.indexOf(kind);
  return (
    shares[(row + column) % shares.length] === share && hasOldFiles === ((row + column) % 2 === 1)
  );
}

export const chosenFalseDrives: readonly DriveCase[] = everyOne.filter(isChosen).map(driveOf);

/**
 * The drives that are not in the matrix, because they are too many for every run; see isChosen().
 */
export const furtherFalseDrives: readonly DriveCase[] =
  process.env.DRIVEPROOF_LAB_FALSE_DRIVES === "all"
    ? everyOne.filter((each) => !isChosen(each)).map(driveOf)
    : [];
