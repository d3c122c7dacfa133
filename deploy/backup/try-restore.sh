#!/bin/sh
# try-restore.sh FOLDER COMMAND…: restores the newest backup of the folder into FOLDER/trial, on an embedded database, which ends with an audit, and
# removes it again; COMMAND is how openlode is called. Fails where there is no backup of the last two days, it cannot be restored, or the ledger
# that comes of it is not sound.
set -eu
umask 077
folder=$1
shift
newest=$(find "$folder" -maxdepth 1 -name '*.backup' -mtime -2 -exec ls -t {} + | head -n 1)
if [ -z "$newest" ]; then
  echo "no backup of the last two days is in $folder" >&2
  exit 1
fi
# What a trial left that was killed.
rm -rf "$folder/trial"
trap 'rm -rf "$folder/trial"' EXIT
trap 'exit 1' HUP INT TERM
unset DATABASE_URL DATABASE_URL_FILE
OPENLODE_DATA="$folder/trial" "$@" restore "$newest"
