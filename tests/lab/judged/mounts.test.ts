import { mounts } from "../drives/mounts";
import { judge } from "../judging/judge";

judge("file systems without a drive of their own", mounts);
