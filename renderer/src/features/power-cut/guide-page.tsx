import type { ReactNode } from "react";
import type { DriveError } from "#contract/drive-error";
import type { Action } from "../../api/use-action";
import { ActionButton, type ActionButtonProps } from "../../ui/action-button";
import { ErrorNotice } from "../../ui/notice";
import { ActionBar, ScreenTitle } from "../../ui/screen";

interface GuidePageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The page's buttons; the recommended one comes last. */
  readonly actions: readonly PageAction[];
  /** Text beside the buttons, such as what happens next or which folder holds the files. */
  readonly hint?: string;
  readonly error?: DriveError | null;
  /** Id of the element that a screen reader reads after the title. */
  readonly describedBy?: string;
}

export interface PageAction
  extends Pick<ActionButtonProps, "look" | "isDisabled" | "isBusy" | "onPress"> {
  readonly words: string;
}

/** One page of the guide: one instruction in large type, with the buttons at the bottom. */
export function GuidePage(props: GuidePageProps) {
  const { title, children, actions, hint, error = null, describedBy } = props;
  return (
    <>
      <div className="page power-cut-page rows widest">
        <ScreenTitle windowTitle={title} describedBy={describedBy}>
          {title}
        </ScreenTitle>
        {children}
        <ErrorNotice error={error} />
      </div>
      <ActionBar>
        <p className="action-words small quiet">{hint}</p>
        {actions.map(({ words, ...button }) => (
          <ActionButton key={words} {...button}>
            {words}
          </ActionButton>
        ))}
      </ActionBar>
    </>
  );
}

/** Removes the test with its files, and leaves the guide. */
export async function discardTest(action: Action, onDone: () => void) {
  if (await action.run("discardPowerCutTest")) {
    onDone();
  }
}
