import { Component, type ReactNode } from "react";
import { ActionButton } from "./action-button";
import { Notice } from "./notice";

interface Props {
  readonly children: ReactNode;
  readonly onRestart: () => void;
}

/** Catches a defect of the window itself, so that a person never sees an empty page. */
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
        <Notice severity="bad" role="alert" title="This page could not be shown">
          <p>
            That is a defect of DriveProof and not of your drive. Finished inspections are kept.
          </p>
          <p className="notice-detail mono">{this.state.message}</p>
          <p className="row-of-buttons">
            <ActionButton onPress={this.props.onRestart}>Open the window anew</ActionButton>
          </p>
        </Notice>
      </div>
    );
  }
}
