import { chosenFalseDrives, furtherFalseDrives } from "../drives/false-by-address";
import { judge } from "../judging/judge";

judge("drives that are smaller than they say, by address", [
  ...chosenFalseDrives,
  ...furtherFalseDrives,
]);
