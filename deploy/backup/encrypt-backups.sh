#!/bin/sh
# encrypt-backups.sh FOLDER RECIPIENTS: encrypts each backup of the folder once into FOLDER/encrypted, with age (Debian's package), for the public
# keys in the file RECIPIENTS. Those may be copied to any machine; without that file nothing is done. The key that opens them is made elsewhere and
# stays there (age-keygen): `age --decrypt --identity KEY --output pool.backup FILE`, then restore pool.backup.
set -eu
umask 077
folder=$1
recipients=$2
[ -e "$recipients" ] || exit 0
mkdir -p "$folder/encrypted"
for backup in "$folder"/*.backup; do
  [ -e "$backup" ] || continue
  encrypted="$folder/encrypted/$(basename "$backup").age"
  [ ! -e "$encrypted" ] || continue
  age --encrypt --recipients-file "$recipients" --output "$encrypted.partial" "$backup"
  mv "$encrypted.partial" "$encrypted"
done
# A backup that is gone by then is not encrypted again.
find "$folder/encrypted" -maxdepth 1 -name '*.age' -mtime +14 -delete
