import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import type {
  OfferedWitnessDrive,
  PageAddress,
  WitnessChoice,
  WitnessOffer,
} from "../../../../electron/contract/power-cut-guide";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice, Notice } from "../../ui/notice";
import { GuidePage } from "./guide-page";
import type { Machine } from "./power-words";
import type { Action } from "./use-action";

interface WitnessChoicePageProps {
  readonly volumeId: string;
  readonly machine: Machine;
  readonly action: Action;
  readonly onBack: () => void;
  readonly onChosen: (witness: WitnessChoice) => void;
}

interface Option {
  readonly key: string;
  readonly title: string;
  readonly words: string;
  /** `null`: it cannot be chosen, and `words` say why. */
  readonly witness: WitnessChoice | null;
  readonly warnings: readonly string[];
}

export function WitnessChoicePage(props: WitnessChoicePageProps) {
  const { volumeId, machine, action, onBack, onChosen } = props;
  const [offer, reload] = useCall("offerWitnesses", volumeId);
  const [wanted, setWanted] = useState<string | null>(null);
  const options = offer.status === "ready" ? optionsOf(offer.value, machine) : [];
  const chosen =
    options.find(({ key, witness }) => key === wanted && witness !== null) ??
    options.find(({ witness }) => witness !== null);
  return (
    <GuidePage
      title="Who notes the numbers?"
      hint={
        chosen?.witness?.kind === "page"
          ? "The page is then there on your local network, at an address nobody can guess, until the test is over. It shows the numbers of this test and nothing else."
          : "Nothing is written to the drive under test yet."
      }
      error={action.error}
      actions={
        <>
          <ActionButton onPress={onBack}>Back</ActionButton>
          <ActionButton onPress={reload}>Look again</ActionButton>
          <ActionButton
            look="primary"
            isDisabled={!chosen?.witness || action.busy}
            onPress={() => chosen?.witness && onChosen(chosen.witness)}
          >
            {chosen?.witness?.kind === "page" ? "Open the page for my phone" : "Continue"}
          </ActionButton>
        </>
      }
    >
      <p>
        The witness must not lose its power together with the drive. It keeps the last number that
        was confirmed.
      </p>
      {offer.status === "loading" ? <p className="quiet">Looking for witnesses…</p> : null}
      {offer.status === "failed" ? <ErrorNotice error={offer.error} /> : null}
      {options.length === 0 ? null : (
        <RadioGroup
          className="power-cut-choices"
          value={chosen?.key ?? null}
          onChange={(key) => setWanted(key)}
        >
          <Label className="hidden-visually">Witness</Label>
          {options.map(({ key, title, words, witness }) => (
            <Radio key={key} value={key} className="power-cut-choice" isDisabled={witness === null}>
              <span className="volume-choice" />
              <span>
                <span className="power-cut-choice-title">{title}</span>
                <span className="small">{words}</span>
              </span>
            </Radio>
          ))}
        </RadioGroup>
      )}
      <div aria-live="polite">
        {chosen && chosen.warnings.length > 0 ? (
          <Notice severity="caution">
            {chosen.warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
          </Notice>
        ) : null}
      </div>
    </GuidePage>
  );
}

function optionsOf(offer: WitnessOffer, machine: Machine): Option[] {
  const pages = offer.addresses.map((address) => pageOption(address, offer.addresses.length > 1));
  return [
    ...(machine === "external" ? [computerOption(offer.computerRefused)] : []),
    ...(pages.length > 0 ? pages : [noNetwork]),
    ...offer.drives.map(driveOption),
  ];
}

const noNetwork: Option = {
  key: "page",
  title: "A phone or another computer",
  words:
    "This computer is in no local network at the moment. Connect it to the Wi-Fi your phone is in, then look again.",
  witness: null,
  warnings: [],
};

function pageOption({ address, adapter }: PageAddress, isOneOfMany: boolean): Option {
  const network = isOneOfMany ? `, over ${adapter} (${address})` : "";
  return {
    key: `page ${address}`,
    title: `A phone or another computer${network}`,
    words:
      "It opens a page of this computer in its browser; both must be in the same network. The best witness for a drive inside the computer.",
    witness: { kind: "page", address },
    warnings: [],
  };
}

function computerOption(refusal: string | null): Option {
  return {
    key: "computer",
    title: "This computer",
    words: refusal ?? "It stays on while you pull the drive’s cable, and remembers the numbers.",
    witness: refusal === null ? { kind: "computer" } : null,
    warnings: [],
  };
}

function driveOption(drive: OfferedWitnessDrive): Option {
  return {
    key: `drive ${drive.volumeId}`,
    title: `Another drive: ${drive.name}`,
    words: drive.usable
      ? `${drive.mountPoint}. The weaker witness: a file to which the numbers are added.`
      : drive.reason,
    witness: drive.usable ? { kind: "drive", volumeId: drive.volumeId } : null,
    warnings: drive.usable ? drive.warnings : [],
  };
}
