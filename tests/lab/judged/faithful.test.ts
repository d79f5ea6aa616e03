import { faithfulDrives } from "../drives/faithful";
import { judge } from "../judging/judge";

judge("drives without a fault", faithfulDrives);
