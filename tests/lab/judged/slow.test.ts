import { slowDrives } from "../drives/slow";
import { judge } from "../judging/judge";

judge("drives that are slow", slowDrives);
