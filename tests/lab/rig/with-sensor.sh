# with-sensor.sh DEVICE FOLDER COMMAND…: lays a copy of DEVICE's folder in /sys, with a temperature
# sensor beside it, over DEVICE, and becomes COMMAND. In a mount namespace of its own (unshare --mount).
set -eu
device=$(readlink -f "$1")
sensor=$2
shift 2

# Copies of the mounts of drives that other tests have made at this moment: they would stay in use.
own=${sensor%/*}
tac /proc/self/mountinfo | while read -r _ _ _ _ place _; do
  case $place in
    "$own"/*) ;;
    */driveproof-lab-*) umount --lazy "$place" ;;
  esac
done

mount -t tmpfs -o mode=755 tmpfs /mnt
for entry in "$device"/*; do
  if [ -L "$entry" ]; then
    ln -s "$(readlink -f "$entry")" "/mnt/${entry##*/}"
  elif [ -d "$entry" ]; then
    mkdir "/mnt/${entry##*/}"
    mount --bind "$entry" "/mnt/${entry##*/}"
  elif [ -r "$entry" ]; then
    cat "$entry" >"/mnt/${entry##*/}"
  fi
done
mkdir /mnt/hwmon0
echo nvme >/mnt/hwmon0/name
ln -s "$sensor/temp1_input" "$sensor/temp1_max" /mnt/hwmon0
mount --rbind /mnt "$device"
umount --recursive /mnt
exec "$@"
