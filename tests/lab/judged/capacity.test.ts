import { capacityDrives } from "../drives/capacity";
import { judge } from "../judging/judge";

judge("drives for the capacity test", capacityDrives);
