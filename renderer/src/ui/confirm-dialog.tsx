import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { ActionButton } from "./action-button";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the cancel button, which has the focus. */
  readonly keep: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before something is lost; used in a `DialogTrigger`. */
export function ConfirmDialog({ title, children, keep, confirm, onConfirm }: ConfirmDialogProps) {
  return (
    <ModalOverlay className="backdrop" isDismissable>
      <Modal className="dialog">
        <Dialog role="alertdialog">
          {({ close }) => (
            <>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {children}
              <div className="row-of-buttons end">
                <ActionButton onPress={close} autoFocus>
                  {keep}
                </ActionButton>
                <ActionButton
                  look="danger"
                  onPress={() => {
                    close();
                    onConfirm();
                  }}
                >
                  {confirm}
                </ActionButton>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
