import { damagedDrives } from "../drives/damaged";
import { judge } from "../judging/judge";

judge("drives of their true size with a flaw", damagedDrives);
