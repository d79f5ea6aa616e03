import type { ReactNode } from "react";
import type { DriveError } from "#contract/drive-error";
import { ErrorNotice } from "../../ui/notice";
import { ActionBar, ScreenTitle } from "../../ui/screen";

interface GuidePageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The page's buttons; the recommended one comes last. */
  readonly actions: ReactNode;
  /** Text beside the buttons: what the next one does. */
  readonly hint?: string;
  readonly error?: DriveError | null;
}

/** One page of the guide: one instruction in large type, with the buttons at the bottom. */
export function GuidePage({ title, children, actions, hint, error = null }: GuidePageProps) {
  return (
    <>
      <div className="page power-cut-page">
        <ScreenTitle windowTitle={title}>{title}</ScreenTitle>
        {children}
        {error === null ? null : <ErrorNotice error={error} />}
      </div>
      <ActionBar>
        <p className="action-words small quiet">{hint}</p>
        {actions}
      </ActionBar>
    </>
  );
}
