import { Component, type PropsWithChildren, type ReactNode } from "react";
import { frameText } from "#text/screens/frame";
import { ActionButton } from "./action-button";
import { Notice } from "./notice";

/** Catches errors of the window itself, so that a person never sees an empty page. */
export class ErrorBoundary extends Component<
  PropsWithChildren,
  { readonly message: string | null }
> {
  override state: { readonly message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) {
      return this.props.children;
    }
    return (
      <div className="page">
        <Notice severity="bad" role="alert" title={frameText.pageFailed()} isPage>
          <p>{frameText.pageFailedDetail()}</p>
          <p className="small quiet mono">{this.state.message}</p>
          <p className="row-of-buttons">
            <ActionButton onPress={() => window.location.reload()}>
              {frameText.openAnew()}
            </ActionButton>
          </p>
        </Notice>
      </div>
    );
  }
}
