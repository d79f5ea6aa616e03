// A host of the program: the address of the fake network is really one of this computer alone.
const net = require("node:net");

const { address } = JSON.parse(process.env.DRIVEPROOF_FAKE_COMPUTER);
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (options, ...rest) {
  const isFake = options?.host === address;
  return listen.call(this, isFake ? { ...options, host: "127.0.0.1" } : options, ...rest);
};

require(process.argv[2]);
