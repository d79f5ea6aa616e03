// The real program on a computer of which some things are fake: the network it is in, when it was
// started, how long a person lets it inspect, and a drive that hangs when it is asked to end. Everything
// else is the program as it is built.
const childProcess = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { app, dialog, ipcMain, utilityProcess } = require("electron");

const fake = JSON.parse(process.env.DRIVEPROOF_FAKE_COMPUTER);

if (fake.address !== undefined) {
  os.networkInterfaces = () => ({
    wlan0: [
      {
        address: fake.address,
        netmask: "255.255.255.0",
        family: "IPv4",
        mac: "00:11:22:33:44:55",
        internal: false,
        cidr: `${fake.address}/24`,
      },
    ],
  });
  // The hosts run in separate processes, which have to know of the network as well.
  const fork = utilityProcess.fork;
  utilityProcess.fork = (script, args, options) =>
    fork.call(utilityProcess, path.join(__dirname, "host.cjs"), [script, ...args], options);
}

const otherBoot = "00000000-0000-4000-8000-000000000001";
if (fake.isRestarted) {
  os.uptime = () => process.uptime();
  const readFile = fs.promises.readFile;
  fs.promises.readFile = (file, options) =>
    file === "/proc/sys/kernel/random/boot_id"
      ? Promise.resolve(`${otherBoot}\n`)
      : readFile(file, options);
  const execFile = childProcess.execFile;
  childProcess.execFile = (file, args, ...rest) =>
    args?.includes?.("kern.bootsessionuuid")
      ? execFile("/bin/echo", [otherBoot], ...rest)
      : execFile(file, args, ...rest);
}

if (fake.profile !== undefined) {
  const handle = ipcMain.handle;
  ipcMain.handle = (channel, answer) =>
    handle.call(ipcMain, channel, (event, args) =>
      channel === fake.startChannel
        ? answer(event, [{ ...args[0], profile: fake.profile }])
        : answer(event, args),
    );
}

if (fake.answer !== undefined) {
  globalThis.asked = [];
  dialog.showMessageBox = async (...args) => {
    const { message, detail, buttons } = args.at(-1);
    globalThis.asked.push(`${message}\n${detail}`);
    return { response: buttons.indexOf(fake.answer), checkboxChecked: false };
  };
}

if (fake.hangsAtWindow !== undefined) {
  app.once("browser-window-created", () => {
    fs.readFile(fake.hangsAtWindow, () => undefined);
    process.kill(process.pid, "SIGTERM");
  });
}

require(fake.program);
