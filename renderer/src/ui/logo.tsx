import icon from "../../../assets/icon.svg";

/** The program's icon, beside its name: nothing is read out. */
export function Logo() {
  return <img src={icon} alt="" width="22" height="22" />;
}
