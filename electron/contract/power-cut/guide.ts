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
 * The state of the plug test's guide in the window: the test's two halves (power-cut.ts) with a
 * witness between them.
 */

const testedVolumeSchema = volumeFactsSchema
  .pick({ mountPoint: true, fileSystem: true, totalBytes: true, drive: true })
  .extend({
    /** As the system reports it, to look for files there. */
    mountPoint: z.string(),
    /** The person's name for the drive. */
    name: z.string(),
    /** The parent of the test's folder. */
    directory: z.string(),
  });

/** The record that main stores durably before every step, to find the test after the power cut. */
export const guideRecordSchema = z.object({
  formatVersion: z.literal(1),
  /** The volume under test as it was at the start, to recognize another volume in its place. */
  volume: testedVolumeSchema,
  state: powerCutStateSchema,
  /** `null` if this computer is the witness, which stays on while a drive's cable is pulled. */
  ticket: witnessTicketSchema.nullable(),
  /** Numbers returned by the witness so far. */
  held: z.array(heldNumberSchema),
  /** How the power was cut, as the person says; `null` until then. */
  deed: z.enum(cutDeeds).nullable().default(null),
  /** The test was found on its drive without this record, so no witness has its numbers. */
  witnessLost: z.boolean().default(false),
});
export type GuideRecord = z.infer<typeof guideRecordSchema>;

/** The witness that the person chose. */
export const witnessChoiceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), address: z.ipv4().max(15) }),
  z.strictObject({ kind: z.literal("drive"), volumeId: z.string().max(4096) }),
  z.strictObject({ kind: z.literal("computer") }),
]);
export type WitnessChoice = z.infer<typeof witnessChoiceSchema>;

export const openPowerCutTestSchema = z.strictObject({
  volumeId: z.string().max(4096),
  /** Modes under test with their labels on the witness page. */
  modes: z
    .array(z.strictObject({ mode: z.enum(flushModeIds), label: z.string().min(1).max(80) }))
    .min(1)
    .max(flushModeIds.length),
  witness: witnessChoiceSchema,
});
export type OpenPowerCutTest = z.infer<typeof openPowerCutTestSchema>;

/** A number from the witness page, as the person types it. */
export const typedNumberSchema = z.strictObject({
  mode: z.enum(flushModeIds),
  number: z.number().int().positive(),
  checkWord: z.string().max(40),
});

/** What the window asks before anything is read back. */
export interface CutQuestion {
  /** Evidence from the system; if it shows what happened to the drive's power, nothing is asked. */
  readonly shown: ObservedCut["shown"];
  /** The answers that fit this drive and this computer. */
  readonly deeds: readonly CutDeed[];
  /** The previous answer. */
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
  /** Why this computer cannot be the witness; `null` if it can. */
  readonly computerRefused: string | null;
  /** A question that the system's firewall may ask once the page is open; `null`: none known. */
  readonly firewallQuestion: string | null;
}

export interface GuideWitness {
  readonly kind: WitnessChoice["kind"];
  readonly phase: "starting" | "ready" | "failed";
  /** The page's address; `null` for other witnesses and until it is ready. */
  readonly url: string | null;
  /** Whether the page is served at the address the phone knows, so that it reconnects by itself. */
  readonly isAtKnownAddress: boolean;
  readonly file: string | null;
  /** The call that makes the file's lines durable. */
  readonly systemCall: string | null;
  readonly progress: WitnessProgress;
  readonly fault: WitnessFault | null;
}

/** A plug test on a drive that the program has no record of. */
export interface FoundPowerCutTest {
  readonly folder: string;
  /**
   * The actions that its state file allows; `unreadable`: it has none, `foreign`: the name is not a
   * folder, so not a test.
   */
  readonly offer: "finish" | "show" | "clear" | "unreadable" | "foreign";
  /** When the test began; `null` if not known. */
  readonly createdAt: string | null;
}

/** The plug test's state for the window; only the latest counts. */
export interface PowerCutGuide {
  readonly testId: string;
  readonly subject: string;
  readonly drive: Drive;
  readonly folder: string;
  /** No witness has the numbers of this test, because it was found without its record. */
  readonly witnessLost: boolean;
  /** `witness`: connecting to the witness; nothing is on the drive yet. */
  readonly stage: "witness" | PowerCutStage;
  /** False if the test was found after a restart: nothing is being written then. */
  readonly live: boolean;
  readonly modes: readonly {
    readonly mode: PowerCutMode["mode"];
    readonly refusal: string | null;
  }[];
  readonly witness: GuideWitness;
  /** The numbers by which the test will be judged. */
  readonly held: readonly HeldNumber[];
  /** While records are written: the latest acknowledged. */
  readonly acknowledged: readonly ModeNumber[];
  readonly operations: number;
  /** While files are made or read back. */
  readonly progress: { readonly bytes: number; readonly totalBytes: number | null } | null;
  /** The error that ended the writing. */
  readonly error: DriveError | null;
  readonly result: PowerCutTest | null;
}
