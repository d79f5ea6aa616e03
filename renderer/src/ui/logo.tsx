import icon from "../../../assets/icon.svg";

/** The program's icon, beside its name: hidden from screen readers. */
export function Logo() {
  return <img src={icon} alt="" width="22" height="22" />;
}
