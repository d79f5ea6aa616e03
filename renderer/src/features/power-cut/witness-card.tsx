import { QRCodeSVG } from "qrcode.react";
import type { OperatingSystem } from "#contract/flush-mode";
import type { PowerCutGuide } from "#contract/power-cut/state";
import type { GuideWitness, ModeNumber } from "#contract/power-cut/witness";
import { modeLabel } from "#text/flush-modes";
import { formatCount } from "#text/format";
import { witnessText } from "#text/screens/power-cut";
import { terminal } from "#text/terminal";
import { Notice } from "../../ui/notice";

export function PageCode({ url }: { url: string }) {
  return (
    <div className="power-cut-code card">
      {/* The code is dark on white in both themes: many scanners cannot read inverted codes. */}
      <div className="power-cut-code-ground">
        <QRCodeSVG value={url} size={216} marginSize={0} title={witnessText.code()} />
      </div>
      <div className="rows">
        <p>{witnessText.scan()}</p>
        <p className="power-cut-address mono">{url}</p>
        <p className="small quiet">{witnessText.notOpening()}</p>
      </div>
    </div>
  );
}

export function WitnessState({ witness }: { witness: GuideWitness }) {
  if (witness.fault !== null) {
    return (
      <Notice severity="bad" role="alert" title={witnessText.notThere()}>
        <p>{witness.fault.message}</p>
      </Notice>
    );
  }
  const { connections, keeps } = witness.progress;
  if (witness.kind === "page" && keeps === "memory" && connections > 0) {
    return (
      <Notice severity="caution" role="status" title={witnessText.pageConnected()}>
        <p>{witnessText.pageForgets()}</p>
      </Notice>
    );
  }
  const there = isThere(witness);
  const [title, advice] = stateWords(witness, there);
  return (
    <Notice severity={there ? "good" : "info"} role="status" title={title}>
      <p>{advice}</p>
    </Notice>
  );
}

export function isThere({ kind, phase, progress }: GuideWitness): boolean {
  return phase === "ready" && (kind === "computer" || progress.connections > 0);
}

function stateWords(
  { kind, file, systemCall }: GuideWitness,
  there: boolean,
): readonly [title: string, advice: string] {
  switch (kind) {
    case "page":
      return there
        ? [witnessText.pageConnected(), witnessText.pageStays()]
        : [witnessText.pageWaiting(), witnessText.pageNoticed()];
    case "drive":
      return [
        there ? witnessText.fileThere() : witnessText.fileOpening(),
        there && file !== null && systemCall !== null
          ? witnessText.fileSafe({ file, systemCall })
          : witnessText.oneMoment(),
      ];
    case "computer":
      return [witnessText.computerIsWitness(), witnessText.computerStays()];
  }
}

/** For each mode the number of the last save that the witness knows. */
export function HeldNumbers({ guide, os }: { guide: PowerCutGuide; os: OperatingSystem }) {
  const held = heldNow(guide);
  return (
    <dl className="power-cut-numbers">
      {guide.modes.map(({ mode, refusal }) => (
        <div key={mode} className="card power-cut-number">
          <dt>
            {modeLabel(mode, os)} <span className="mono small quiet">{mode}</span>
          </dt>
          <dd className="figure">
            {refusal !== null
              ? terminal.notAvailable()
              : numberWords(held.find((one) => one.mode === mode))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The saves' numbers that the witness has now or, after the writing, has returned. */
function heldNow({ stage, live, witness, held }: PowerCutGuide): readonly ModeNumber[] {
  return live && stage === "writing" && witness.kind !== "computer" ? witness.progress.held : held;
}

/** Whether the witness has the number of a save of every mode that can be tested. */
export function isComplete(guide: PowerCutGuide): boolean {
  const held = heldNow(guide);
  return guide.modes.every(
    ({ mode, refusal }) => refusal !== null || held.some((one) => one.mode === mode),
  );
}

function numberWords(held: ModeNumber | undefined): string {
  return held ? formatCount(held.number) : witnessText.noNumber();
}
