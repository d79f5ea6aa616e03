import { type ReactNode, useId } from "react";
import { Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { ActionButton } from "./action-button";

interface ConfirmButtonProps {
  readonly words: string;
  /** The button's name for screen readers: its words, and what they act on. */
  readonly named: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the cancel button, which has the focus. */
  readonly keep: string;
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before something is lost. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { words, named, title, children, keep, confirm, onConfirm } = props;
  const detail = useId();
  return (
    <DialogTrigger>
      <ActionButton look="plain" aria-label={named}>
        {words}
      </ActionButton>
      <ModalOverlay className="backdrop" isDismissable>
        <Modal className="dialog">
          <Dialog role="alertdialog" aria-describedby={detail}>
            {({ close }) => (
              <>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                <div id={detail}>{children}</div>
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
    </DialogTrigger>
  );
}
