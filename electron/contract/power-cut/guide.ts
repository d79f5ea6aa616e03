import { z } from "zod";
import type { DriveError } from "../drive-error";
import { flushModeIds } from "../flush-mode";
import { type Drive, volumeFactsSchema } from "../volume";
import type { PowerCutMode } from "./plan";
import { type CutDeed, cutDeeds, type ObservedCut, type PowerCutTest } from "./report";
import { type PowerCutStage, powerCutStateSchema } from "./state";
import {
  type HeldNumber,
  heldNumberSchema,
  type ModeNumber,
  type WitnessFault,
  type WitnessProgress,
  witnessTicketSchema,
} from "./witness";

/**
 * The plug test as the window's guide presents it: the two halves of power-cut.ts with a witness
 * between them.
 */

const testedVolumeSchema = volumeFactsSchema
  .pick({ mountPoint: true, fileSystem: true, totalBytes: true, drive: true })
  .extend({
    /** As the system has it: files are looked for there. */
    mountPoint: z.string(),
    /** What the person calls the drive. */
    name: z.string(),
    /** The folder that holds the test's own. */
    directory: z.string(),
  });

/** What main stores durably before every step, to be found again after the power cut. */
export const guideRecordSchema = z.object({
  formatVersion: z.literal(1),
  /** The volume under test as it was at the start, to recognize another one in its place. */
  volume: testedVolumeSchema,
  state: powerCutStateSchema,
  /** `null` when this computer is the witness, which stays on while a drive's cable is pulled. */
  ticket: witnessTicketSchema.nullable(),
  /** Numbers the witness has returned so far. */
  held: z.array(heldNumberSchema),
  /** What the person says was done; `null` until then. */
  deed: z.enum(cutDeeds).nullable().default(null),
  /** The test was found on its drive without this record, so no witness has its numbers. */
  witnessLost: z.boolean().default(false),
});
export type GuideRecord = z.infer<typeof guideRecordSchema>;

/** Where the numbers are to be kept, as the person chose. */
export const witnessChoiceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), address: z.ipv4().max(15) }),
  z.strictObject({ kind: z.literal("drive"), volumeId: z.string().max(4096) }),
  z.strictObject({ kind: z.literal("computer") }),
]);
export type WitnessChoice = z.infer<typeof witnessChoiceSchema>;

export const openPowerCutTestSchema = z.strictObject({
  volumeId: z.string().max(4096),
  /** Modes under test with the labels the witness page shows. */
  modes: z
    .array(z.strictObject({ mode: z.enum(flushModeIds), label: z.string().min(1).max(80) }))
    .min(1)
    .max(flushModeIds.length),
  witness: witnessChoiceSchema,
});
export type OpenPowerCutTest = z.infer<typeof openPowerCutTestSchema>;

/** What the person types from the witness page. */
export const typedNumberSchema = z.strictObject({
  mode: z.enum(flushModeIds),
  number: z.number().int().positive(),
  checkWord: z.string().max(40),
});

/** The question before anything is read back. */
export interface CutQuestion {
  /** Nothing is asked where the system itself shows what happened to the drive's power. */
  readonly shown: ObservedCut["shown"];
  /** The answers that make sense for this drive and this computer. */
  readonly deeds: readonly CutDeed[];
  /** The answer given before. */
  readonly said: CutDeed | null;
}

/** An address of this computer on a network, for the choice of the page's address. */
export interface PageAddress {
  readonly address: string;
  /** The adapter as the system names it: `wlan0`, `en0`, `Wi-Fi`. */
  readonly adapter: string;
}

/** A volume as a place for the witness file. */
export type WitnessDrive =
  | { readonly usable: false; readonly reason: string }
  /** `warnings` are sentences the person must see before choosing it. */
  | { readonly usable: true; readonly warnings: readonly string[] };

export type OfferedWitnessDrive = WitnessDrive & {
  readonly volumeId: string;
  readonly name: string;
  readonly mountPoint: string;
};

export interface WitnessOffer {
  readonly addresses: readonly PageAddress[];
  readonly drives: readonly OfferedWitnessDrive[];
  /** `null` when this computer may be the witness itself, otherwise why not. */
  readonly computerRefused: string | null;
  /** What the system may ask once the page is open; `null` where nothing is known to ask. */
  readonly firewallQuestion: string | null;
}

export interface GuideWitness {
  readonly kind: WitnessChoice["kind"];
  readonly phase: "starting" | "ready" | "failed";
  /** The page's address to open; `null` for other witnesses and until it is ready. */
  readonly url: string | null;
  /** The page is served at the address the phone knows, so it reconnects by itself. */
  readonly isAtKnownAddress: boolean;
  readonly file: string | null;
  /** The call that makes the file's lines safe. */
  readonly systemCall: string | null;
  readonly progress: WitnessProgress;
  readonly fault: WitnessFault | null;
}

/** A plug test on a drive that the program has no record of. */
export interface FoundPowerCutTest {
  readonly folder: string;
  /**
   * What its own notes allow; `unreadable`: it has none, `foreign`: not a folder, so not a test.
   */
  readonly offer: "finish" | "show" | "clear" | "unreadable" | "foreign";
  /** When the test began; `null` where that is not known. */
  readonly createdAt: string | null;
}

/** The state of the test that the window draws; only the latest matters. */
export interface PowerCutGuide {
  readonly testId: string;
  readonly subject: string;
  readonly drive: Drive;
  readonly folder: string;
  /** No witness has the numbers of this test: it was found without its record. */
  readonly witnessLost: boolean;
  /** `witness`: connecting to the witness; nothing is on the drive yet. */
  readonly stage: "witness" | PowerCutStage;
  /** False when the test was found after a restart: nothing is being written then. */
  readonly live: boolean;
  readonly modes: readonly {
    readonly mode: PowerCutMode["mode"];
    readonly refusal: string | null;
  }[];
  readonly witness: GuideWitness;
  /** The numbers the test will be judged by. */
  readonly held: readonly HeldNumber[];
  /** While records are written: the latest acknowledged. */
  readonly acknowledged: readonly ModeNumber[];
  readonly operations: number;
  /** While files are made or read back. */
  readonly progress: { readonly bytes: number; readonly totalBytes: number | null } | null;
  /** Why the writing ended by itself. */
  readonly error: DriveError | null;
  readonly result: PowerCutTest | null;
}
