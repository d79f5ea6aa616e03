# own-mounts.sh COMMAND…: becomes COMMAND without the drives that other tests have mounted. In a mount
# namespace made for it (unshare --mount). What lies below another mount cannot be reached by its name,
# and disturbs nobody.
set -eu
tac /proc/self/mountinfo | while read -r _ _ _ _ place _; do
  case $place in
    */driveproof-lab-* | */driveproof-volume-* | */driveproof-tmpfs-*) umount --lazy "$place" 2>/dev/null || : ;;
  esac
done
exec "$@"
