import { useState } from "react";
import type { FoundPowerCutTest } from "../../../../electron/contract/power-cut-guide";
import { formatDateTime } from "../../../../electron/text/dates";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";
import { GuidePage } from "./guide-page";
import { useAction } from "./use-action";

interface FoundPageProps {
  readonly found: FoundPowerCutTest;
  readonly volumeId: string;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}

/** A plug test lies on the drive, and this computer has no notes of it. */
export function FoundPage({ found, volumeId, onBack, onRemoved }: FoundPageProps) {
  const action = useAction();
  const [stays, setStays] = useState(false);
  const { folder, offer, createdAt } = found;
  const goesOn = offer === "finish" || offer === "show";
  return (
    <GuidePage
      title={
        offer === "foreign"
          ? "Something is in the way of a plug test"
          : "There is a plug test on this drive already"
      }
      hint={`It lies in ${folder}.`}
      error={action.error}
      actions={
        <>
          <ActionButton onPress={onBack}>Leave it as it is</ActionButton>
          {offer === "foreign" ? null : (
            <ActionButton
              look={goesOn ? "normal" : "primary"}
              isDisabled={action.busy}
              onPress={async () => {
                const answer = await action.ask("removeFoundPowerCutTest", volumeId);
                if (answer.ok) {
                  setStays(!answer.value);
                  onRemoved();
                }
              }}
            >
              Remove the test
            </ActionButton>
          )}
          {goesOn ? (
            <ActionButton
              look="primary"
              isDisabled={action.busy}
              onPress={() => action.run("resumePowerCutTest", volumeId)}
            >
              {offer === "show" ? "Show its result" : "Finish it"}
            </ActionButton>
          ) : null}
        </>
      }
    >
      {offer === "foreign" ? null : (
        <p>
          {createdAt === null
            ? "DriveProof on this computer has no notes of it: they were lost, or it was started elsewhere."
            : `It was begun on ${formatDateTime(createdAt)}. DriveProof on this computer has no notes of it: they were lost, or it was started elsewhere.`}
        </p>
      )}
      <Notice severity="info">
        <p>{offerWords[offer]}</p>
      </Notice>
      {stays ? (
        <Notice severity="caution" role="status" title="The folder is still there">
          <p>
            There is something in it that the plug test did not make, and that was left alone. Look
            into the folder, move what you need elsewhere and delete it yourself.
          </p>
        </Notice>
      ) : null}
    </GuidePage>
  );
}

const offerWords: Readonly<Record<FoundPowerCutTest["offer"], string>> = {
  finish:
    "You can still finish it. The numbers its witness holds cannot be used without the notes, so DriveProof judges by what the drive itself shows, which proves less.",
  show: "It was finished. Its result is noted on the drive.",
  clear:
    "It was stopped before the power was cut, or removed in part. Nothing can be said about the drive. Remove it to start a new one.",
  unreadable:
    "What it noted of itself cannot be read, so it cannot be judged. Remove it to start a new one. Only files of the test are removed.",
  foreign:
    "Where the plug test makes its folder lies something that is not a folder. Rename or move it, then choose the plug test again.",
};
