import { useState } from "react";
import type { FoundPowerCutTest } from "#contract/power-cut/state";
import { formatDateTime } from "#text/dates";
import { dataNoticesText } from "#text/screens/data-notices";
import { foundOffers, foundText, powerCutButtons } from "#text/screens/power-cut";
import { useAction } from "../../api/use-action";
import { Notice } from "../../ui/notice";
import { GuidePage, type PageAction } from "./guide-page";

interface FoundPageProps {
  readonly found: FoundPowerCutTest;
  readonly volumeId: string;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}

/** Shown if the drive has a plug test of which this computer has no record. */
export function FoundPage({ found, volumeId, onBack, onRemoved }: FoundPageProps) {
  const action = useAction();
  const [stays, setStays] = useState(false);
  const { folder, offer, createdAt } = found;
  const goesOn = offer === "finish" || offer === "show";
  const leave: PageAction = { words: foundText.leave(), onPress: onBack };
  const remove: PageAction = {
    words: powerCutButtons.remove(),
    look: goesOn ? "normal" : "primary",
    isBusy: action.busy,
    onPress: async () => {
      const answer = await action.ask("removeFoundPowerCutTest", volumeId);
      if (answer.ok) {
        setStays(!answer.value);
        onRemoved();
      }
    },
  };
  const goOn: PageAction = {
    words: offer === "show" ? foundText.showResult() : foundText.finish(),
    look: "primary",
    isBusy: action.busy,
    onPress: () => action.run("resumePowerCutTest", volumeId),
  };
  return (
    <GuidePage
      title={offer === "foreign" ? foundText.inTheWay() : foundText.title()}
      hint={foundText.hint({ folder })}
      error={action.error}
      actions={[leave, ...(offer === "foreign" ? [] : [remove]), ...(goesOn ? [goOn] : [])]}
    >
      {offer === "foreign" ? null : (
        <p>
          {createdAt === null
            ? foundText.noNotes()
            : foundText.begunWithoutNotes({ begun: formatDateTime(createdAt) })}
        </p>
      )}
      <Notice severity="info">
        <p>{foundOffers[offer]()}</p>
      </Notice>
      {stays ? (
        <Notice severity="caution" role="status" title={dataNoticesText.folderStays()}>
          <p>{dataNoticesText.folderLeftDetail()}</p>
        </Notice>
      ) : null}
    </GuidePage>
  );
}
