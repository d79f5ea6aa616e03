import { faithfulDrives } from "../drives/faithful";
import { judge } from "../judging/judge";

judge("drives that are what they say", faithfulDrives);
