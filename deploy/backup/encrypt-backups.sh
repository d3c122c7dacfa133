#!/bin/sh
# encrypt-backups.sh [--if-named] FOLDER RECIPIENTS: encrypts each backup of the folder once into FOLDER/encrypted, with age (Debian's package), for
# the public keys in the file RECIPIENTS. Those may be copied to any machine. The key that opens them is made elsewhere and stays there (age-keygen):
# `age --decrypt --identity KEY --output pool.backup FILE`, then restore pool.backup.
# Fails where a backup is not encrypted in the end, and where there is none. With --if-named it says so and does nothing where RECIPIENTS is not there
# and nothing was ever encrypted.
set -eu
umask 077
fail() {
  echo "encrypt-backups.sh: $1" >&2
  exit 1
}
if_named=no
if [ "${1:-}" = --if-named ]; then
  if_named=yes
  shift
fi
[ $# -eq 2 ] || fail 'name the folder of the backups and the file with the public keys'
folder=$1
recipients=$2
if [ ! -e "$recipients" ]; then
  if [ "$if_named" = yes ] && [ ! -d "$folder/encrypted" ]; then
    echo "backups are not encrypted: there is no $recipients"
    exit 0
  fi
  fail "no backup was encrypted: there is no $recipients, which names the public keys"
fi
[ -d "$folder" ] || fail "there is no folder $folder"
command -v age >/dev/null || fail 'no backup was encrypted: age is not installed (apt install age)'
mkdir -p "$folder/encrypted" || fail "no backup was encrypted: $folder/encrypted cannot be made"
partial=
trap '[ -z "$partial" ] || rm -f "$partial"' EXIT
trap 'exit 1' HUP INT TERM
found=0
for backup in "$folder"/*.backup; do
  [ -e "$backup" ] || continue
  found=$((found + 1))
  encrypted="$folder/encrypted/$(basename "$backup").age"
  [ ! -s "$encrypted" ] || continue
  partial="$encrypted.partial"
  age --encrypt --recipients-file "$recipients" --output "$partial" "$backup" || fail "$backup was not encrypted: age failed"
  [ -s "$partial" ] || fail "$backup was not encrypted: age has written nothing"
  mv "$partial" "$encrypted" || fail "$backup was not encrypted: its file could not be put in its place"
  partial=
done
[ "$found" -gt 0 ] || fail "no backup was encrypted: there is none in $folder"
# A backup that is gone by then is not encrypted again.
find "$folder/encrypted" -maxdepth 1 -name '*.age' -mtime +14 -delete
