import type { PageClaim, PageFrame, PagePlace, WitnessStage } from "#contract/power-cut/witness";
import type { Keeper, KeeperContext } from "./keeper";
import { pageDocument } from "./page-document";
import { PageServer } from "./page-server";

/** Keeps record numbers in a page in a browser on the same network. */
export class PageKeeper implements Keeper {
  readonly systemCall = null;
  private keptIn: "storage" | "memory" | null = null;

  private constructor(
    private readonly context: KeeperContext,
    private readonly server: PageServer,
  ) {}

  /**
   * Serves the witness page. Rejects with the system's error if this computer cannot listen on the
   * address.
   */
  static async open(
    place: PagePlace,
    context: KeeperContext,
    moment: () => { readonly stage: WitnessStage; readonly current: string | null },
  ): Promise<PageKeeper> {
    // A page may send numbers before the keeper exists, because the server already accepts
    // requests.
    let keeper: PageKeeper | null = null;
    const server = await PageServer.listen({
      place,
      page: pageDocument(context.words),
      nowMs: context.nowMs,
      frame: () => JSON.stringify(frameOf(context, moment())),
      onClaim: (claim) => keeper?.receive(claim) ?? false,
    });
    keeper = new PageKeeper(context, server);
    return keeper;
  }

  get place(): PagePlace {
    return this.server.place;
  }

  update(): void {
    this.server.publish();
  }

  connections(): number {
    return this.server.present();
  }

  keeps(): "storage" | "memory" | null {
    return this.keptIn;
  }

  close(): void {
    this.server.close();
  }

  /**
   * Confirms the numbers that a page has sent and returns true. If one seal is invalid, confirms
   * none and returns false: the genuine page never sends an invalid seal.
   */
  private receive(claim: PageClaim): boolean {
    const { ledger, sealer, onChange } = this.context;
    if (!claim.numbers.every((sealed) => sealer.isGenuine(sealed))) {
      return false;
    }
    for (const sealed of claim.numbers) {
      ledger.confirm(sealed);
    }
    this.keptIn = claim.keeps;
    onChange();
    return true;
  }
}

function frameOf(
  { ticket, ledger, sealer }: KeeperContext,
  { stage, current }: { readonly stage: WitnessStage; readonly current: string | null },
): PageFrame {
  return {
    stage,
    subject: ticket.subject,
    current,
    modes: ticket.modes.map(({ mode, label }) => {
      const last = ledger.lastAcknowledged(mode);
      return {
        mode,
        label,
        last: last && sealer.seal(mode, last.number, last.elapsedNs),
        received: ledger.lastHeld(mode),
      };
    }),
  };
}
