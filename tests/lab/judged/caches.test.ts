import { cachingDrives } from "../drives/caches";
import { judge } from "../judging/judge";

judge("drives with or without a cache", cachingDrives);
