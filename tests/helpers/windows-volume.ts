/** A volume as the addon lists it on Windows. */
export const named = (path: string, isNetwork = false) => ({
  path,
  mountPoints: [path],
  isNetwork,
  isDisc: false,
});

export const facts = {
  driveType: 3,
  fileSystem: "NTFS",
  label: "",
  totalBytes: 10,
  freeBytes: 5,
  readOnly: null,
  encryption: null,
  partition: [],
  disks: [],
};
