import { heatedDrives } from "../drives/heated";
import { judge } from "../judging/judge";

judge("drives that become hot or slow", heatedDrives);
