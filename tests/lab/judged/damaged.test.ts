import { damagedDrives } from "../drives/damaged";
import { judge } from "../judging/judge";

judge("drives that report their true size", damagedDrives);
