import { damagedDrives } from "../drives/damaged";
import { judge } from "../judging/judge";

judge("damaged drives that report their true size", damagedDrives);
