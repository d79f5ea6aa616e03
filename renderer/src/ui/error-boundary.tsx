import { Component, type ReactNode } from "react";
import { frameText } from "#text/screens/frame";
import { ActionButton } from "./action-button";
import { Notice } from "./notice";

interface Props {
  readonly children: ReactNode;
  readonly onRestart: () => void;
}

/** Catches errors of the window itself, so that a person never sees an empty page. */
export class ErrorBoundary extends Component<Props, { readonly message: string | null }> {
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
            <ActionButton onPress={this.props.onRestart}>{frameText.openAnew()}</ActionButton>
          </p>
        </Notice>
      </div>
    );
  }
}
