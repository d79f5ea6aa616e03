import { capacityDrives } from "../drives/capacity";
import { judge } from "../judging/judge";

judge("drives that are smaller than they report", capacityDrives);
