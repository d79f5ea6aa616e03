import { mounts } from "../drives/mounts";
import { judge } from "../judging/judge";

judge("special file systems and mounts", mounts);
