import { failingDrives } from "../drives/failing";
import { judge } from "../judging/judge";

judge("drives that fail or run out of space", failingDrives);
