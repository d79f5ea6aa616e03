import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import type {
  OfferedWitnessDrive,
  PageAddress,
  WitnessChoice,
  WitnessOffer,
} from "#contract/power-cut/witness";
import { powerCutButtons, witnessChoiceText } from "#text/screens/power-cut";
import type { Action } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice, Notice } from "../../ui/notice";
import { GuidePage } from "./guide-page";
import type { Machine } from "./power-words";

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
  /** `null`: it cannot be chosen, and `words` explain why. */
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
      title={witnessChoiceText.title()}
      hint={
        chosen?.witness?.kind === "page" ? witnessChoiceText.pageHint() : witnessChoiceText.hint()
      }
      error={action.error}
      actions={
        <>
          <ActionButton onPress={onBack}>{powerCutButtons.back()}</ActionButton>
          <ActionButton onPress={reload}>{witnessChoiceText.lookAgain()}</ActionButton>
          <ActionButton
            look="primary"
            isDisabled={!chosen?.witness || action.busy}
            onPress={() => chosen?.witness && onChosen(chosen.witness)}
          >
            {chosen?.witness?.kind === "page"
              ? witnessChoiceText.openPage()
              : powerCutButtons.continue()}
          </ActionButton>
        </>
      }
    >
      <p>{witnessChoiceText.why()}</p>
      {offer.status === "loading" ? <p className="quiet">{witnessChoiceText.looking()}</p> : null}
      {offer.status === "failed" ? <ErrorNotice error={offer.error} /> : null}
      {options.length === 0 ? null : (
        <RadioGroup
          className="power-cut-choices"
          value={chosen?.key ?? null}
          onChange={(key) => setWanted(key)}
        >
          <Label className="hidden-visually">{witnessChoiceText.witness()}</Label>
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
  const { addresses, firewallQuestion } = offer;
  const warnings = firewallQuestion === null ? [] : [firewallQuestion];
  const pages = addresses.map((address) => pageOption(address, addresses.length > 1, warnings));
  return [
    ...(machine === "external" ? [computerOption(offer.computerRefused)] : []),
    ...(pages.length > 0 ? pages : [noNetwork()]),
    ...offer.drives.map(driveOption),
  ];
}

const noNetwork = (): Option => ({
  key: "page",
  title: witnessChoiceText.phone(),
  words: witnessChoiceText.noNetwork(),
  witness: null,
  warnings: [],
});

function pageOption(
  { address, adapter }: PageAddress,
  isOneOfMany: boolean,
  warnings: readonly string[],
): Option {
  return {
    key: `page:${address}`,
    title: isOneOfMany
      ? witnessChoiceText.phoneOver({ adapter, address })
      : witnessChoiceText.phone(),
    words: witnessChoiceText.phoneDetail(),
    witness: { kind: "page", address },
    warnings,
  };
}

function computerOption(refusal: string | null): Option {
  return {
    key: "computer",
    title: witnessChoiceText.computer(),
    words: refusal ?? witnessChoiceText.computerDetail(),
    witness: refusal === null ? { kind: "computer" } : null,
    warnings: [],
  };
}

function driveOption(drive: OfferedWitnessDrive): Option {
  return {
    key: `drive:${drive.volumeId}`,
    title: witnessChoiceText.drive({ drive: drive.name }),
    words: drive.usable
      ? witnessChoiceText.driveDetail({ folder: drive.mountPoint })
      : drive.reason,
    witness: drive.usable ? { kind: "drive", volumeId: drive.volumeId } : null,
    warnings: drive.usable ? drive.warnings : [],
  };
}
