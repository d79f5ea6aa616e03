import { Button, type ButtonProps } from "react-aria-components";

export interface ActionButtonProps extends Omit<ButtonProps, "className"> {
  readonly look?: "primary" | "normal" | "plain" | "danger";
}

export function ActionButton({ look = "normal", ...rest }: ActionButtonProps) {
  return <Button {...rest} className={look === "normal" ? "button" : `button ${look}`} />;
}
