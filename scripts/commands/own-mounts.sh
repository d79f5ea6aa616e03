# own-mounts.sh COMMAND…: unmounts the drives that other tests have mounted, then executes COMMAND.
# Runs in a mount namespace of its own (unshare --mount), so the other tests keep their mounts. A
# mount hidden below another one cannot be unmounted by name and does no harm.
set -eu
tac /proc/self/mountinfo | while read -r _ _ _ _ place _; do
  case $place in
    */driveproof-lab-* | */driveproof-volume-* | */driveproof-tmpfs-*) umount --lazy "$place" 2>/dev/null || : ;;
  esac
done
exec "$@"
