import { Button, type ButtonProps } from "react-aria-components";

export interface ActionButtonProps extends Omit<ButtonProps, "className"> {
  readonly look?: "primary" | "normal" | "plain" | "danger";
  /** The button waits for an answer and does nothing. A disabled button would lose the focus. */
  readonly isBusy?: boolean;
}

export function ActionButton({ look, isBusy = false, onPress, ...rest }: ActionButtonProps) {
  return (
    <Button
      {...rest}
      aria-disabled={isBusy}
      onPress={(press) => (isBusy ? undefined : onPress?.(press))}
      className={look === undefined || look === "normal" ? "button" : `button ${look}`}
    />
  );
}
