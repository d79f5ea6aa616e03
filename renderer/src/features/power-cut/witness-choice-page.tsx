import { useState } from "react";
import type {
  OfferedWitnessDrive,
  PageAddress,
  WitnessChoice,
  WitnessOffer,
} from "#contract/power-cut/witness";
import { powerCutButtons, witnessChoiceText } from "#text/screens/power-cut";
import type { Action } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { ErrorNotice, Notice } from "../../ui/notice";
import { Choices } from "./choices";
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
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** `null`: this option cannot be chosen, and `detail` explains why. */
  readonly witness: WitnessChoice | null;
  readonly warnings?: readonly string[];
}

export function WitnessChoicePage(props: WitnessChoicePageProps) {
  const { volumeId, machine, action, onBack, onChosen } = props;
  const [offer, reload] = useCall("offerWitnesses", volumeId);
  const [wanted, setWanted] = useState<string | null>(null);
  const options = offer.status === "ready" ? optionsOf(offer.value, machine) : [];
  const chosen =
    options.find(({ id, witness }) => id === wanted && witness !== null) ??
    options.find(({ witness }) => witness !== null);
  const isPage = chosen?.witness?.kind === "page";
  return (
    <GuidePage
      title={witnessChoiceText.title()}
      hint={isPage ? witnessChoiceText.pageHint() : witnessChoiceText.hint()}
      error={action.error}
      actions={[
        { words: powerCutButtons.back(), onPress: onBack },
        { words: witnessChoiceText.lookAgain(), onPress: reload },
        {
          words: isPage ? witnessChoiceText.openPage() : powerCutButtons.continue(),
          look: "primary",
          isDisabled: !chosen?.witness,
          isBusy: action.busy,
          onPress: () => chosen?.witness && onChosen(chosen.witness),
        },
      ]}
    >
      <p>{witnessChoiceText.why()}</p>
      {offer.status === "loading" ? <p className="quiet">{witnessChoiceText.looking()}</p> : null}
      {offer.status === "failed" ? <ErrorNotice error={offer.error} /> : null}
      {options.length === 0 ? null : (
        <Choices
          label={witnessChoiceText.witness()}
          choices={options.map((option) => ({ ...option, isDisabled: option.witness === null }))}
          value={chosen?.id ?? null}
          onChange={setWanted}
        />
      )}
      <div aria-live="polite">
        {chosen?.warnings?.length ? (
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
  id: "page",
  title: witnessChoiceText.phone(),
  detail: witnessChoiceText.noNetwork(),
  witness: null,
});

function pageOption(
  { address, adapter }: PageAddress,
  isOneOfMany: boolean,
  warnings: readonly string[],
): Option {
  return {
    id: `page:${address}`,
    title: isOneOfMany
      ? witnessChoiceText.phoneOver({ adapter, address })
      : witnessChoiceText.phone(),
    detail: witnessChoiceText.phoneDetail(),
    witness: { kind: "page", address },
    warnings,
  };
}

function computerOption(refusal: string | null): Option {
  return {
    id: "computer",
    title: witnessChoiceText.computer(),
    detail: refusal ?? witnessChoiceText.computerDetail(),
    witness: refusal === null ? { kind: "computer" } : null,
  };
}

function driveOption(drive: OfferedWitnessDrive): Option {
  return {
    id: `drive:${drive.volumeId}`,
    title: witnessChoiceText.drive({ drive: drive.name }),
    detail: drive.usable
      ? witnessChoiceText.driveDetail({ folder: drive.mountPoint })
      : drive.reason,
    witness: drive.usable ? { kind: "drive", volumeId: drive.volumeId } : null,
    warnings: drive.usable ? drive.warnings : [],
  };
}
