import { chosenFalseDrives, furtherFalseDrives } from "../drives/false-by-address";
import { judge } from "../judging/judge";

judge("drives that store only part of their addresses", [
  ...chosenFalseDrives,
  ...furtherFalseDrives,
]);
