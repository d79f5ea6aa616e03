import { QRCodeSVG } from "qrcode.react";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { GuideWitness, PowerCutGuide } from "../../../../electron/contract/power-cut-guide";
import type { ModeNumber } from "../../../../electron/contract/witness";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { formatCount } from "../../../../electron/text/format";
import { Notice } from "../../ui/notice";

/** The page's address as a code to scan and as text to type. */
export function PageCode({ url }: { url: string }) {
  return (
    <div className="power-cut-code card">
      {/* Dark on white in both themes: many scanners do not read it the other way round. */}
      <div className="power-cut-code-ground">
        <QRCodeSVG
          value={url}
          size={216}
          marginSize={0}
          title="Code to scan: the address of the page"
        />
      </div>
      <div>
        <p>Scan the code with your phone’s camera, or type this address into its browser:</p>
        <p className="power-cut-address mono">{url}</p>
        <p className="small quiet">
          If the page does not open: is the phone in the same Wi-Fi, and not in a guest network? Has
          a firewall asked on this computer? You can go back and choose another witness.
        </p>
      </div>
    </div>
  );
}

/** Whether the witness is there, in a sentence. */
export function WitnessState({ witness }: { witness: GuideWitness }) {
  if (witness.fault !== null) {
    return (
      <Notice severity="bad" role="alert" title="The witness is not there">
        <p>{witness.fault.message}</p>
      </Notice>
    );
  }
  const { connections, keeps } = witness.progress;
  if (witness.kind === "page" && keeps === "memory" && connections > 0) {
    return (
      <Notice severity="caution" role="status" title="The page is connected">
        <p>
          Its browser cannot store the numbers, in a private window perhaps. Do not reload or close
          the page, or open it in an ordinary window.
        </p>
      </Notice>
    );
  }
  const there = isThere(witness);
  return (
    <Notice severity={there ? "good" : "info"} role="status" title={stateTitle(witness, there)}>
      <p>{stateAdvice(witness, there)}</p>
    </Notice>
  );
}

export function isThere({ kind, phase, progress }: GuideWitness): boolean {
  return phase === "ready" && (kind === "computer" || progress.connections > 0);
}

function stateTitle({ kind }: GuideWitness, there: boolean): string {
  switch (kind) {
    case "page":
      return there ? "The page is connected" : "Waiting for the page to be opened";
    case "drive":
      return there ? "The witness file is there" : "Opening the witness file";
    case "computer":
      return "This computer is the witness";
  }
}

function stateAdvice({ kind, file, systemCall }: GuideWitness, there: boolean): string {
  switch (kind) {
    case "page":
      return there
        ? "Leave it open, with the screen on, until it says that it is done."
        : "This computer notices by itself.";
    case "drive":
      return there && systemCall !== null
        ? `${file}, each line made safe with ${systemCall}. Leave the drive plugged in.`
        : "One moment.";
    case "computer":
      return "Leave DriveProof open while you pull the drive’s cable.";
  }
}

/** The numbers known to be held, one per mode that can be tested. */
export function HeldNumbers({ guide, os }: { guide: PowerCutGuide; os: OperatingSystem }) {
  const held = heldNow(guide);
  return (
    <dl className="power-cut-numbers">
      {guide.modes.map(({ mode, refusal }) => (
        <div key={mode} className="power-cut-number">
          <dt>
            {modeLabel(mode, os)} <span className="mono small quiet">{mode}</span>
          </dt>
          <dd className="figure">
            {refusal !== null
              ? "not available"
              : numberWords(held.find((one) => one.mode === mode))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What the witness holds at this moment; afterwards, what it has handed back. */
export function heldNow({ stage, live, witness, held }: PowerCutGuide): readonly ModeNumber[] {
  return live && stage === "writing" && witness.kind !== "computer" ? witness.progress.held : held;
}

/** Every mode that can be tested has a number with the witness. */
export function isComplete(guide: PowerCutGuide): boolean {
  const held = heldNow(guide);
  return guide.modes.every(
    ({ mode, refusal }) => refusal !== null || held.some((one) => one.mode === mode),
  );
}

function numberWords(held: ModeNumber | undefined): string {
  return held ? formatCount(held.number) : "none yet";
}
