#!/bin/sh
# Makes what the operator's page needs: an authority of your own, the certificate of the page, and one for each person.
#
#   sh certificates.sh FOLDER HOST [NAME…]
#
# FOLDER  is made where it is not there. What is in it already is kept: run this again to add a person.
# HOST    the name or address under which the page is opened, such as localhost or 10.0.0.5
# NAME    of a person, as in OPENLODE_OPERATOR_PAGE_ACTING or …_READERS
#
# NAME.p12 is for that person's browser; its password is printed once. The keys in FOLDER have no passphrase: keep it away from the pool,
# and authority.key above all, because who has it can make a certificate for any name.
set -eu
umask 077
[ $# -ge 2 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$1
host=$2
shift 2
mkdir -p "$folder"
cd "$folder"

case $host in
  '' | *[!A-Za-z0-9.:-]* | *[!0-9a-fA-F:]*:*) echo "$host: give a name or an address, without a port" >&2; exit 2 ;;
  *:*:* | *[0-9].[0-9]*.[0-9]*.[0-9]*) alternative="IP:$host" ;;
  *) alternative="DNS:$host" ;;
esac

new_key() { openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key"; }

# sign NAME SUBJECT EXTENSIONS
sign() {
  new_key "$1"
  printf '%b' "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n$3\n" >"$1.ext"
  openssl req -new -key "$1.key" -subj "/CN=$2" |
    openssl x509 -req -days 825 -sha256 -CA authority.pem -CAkey authority.key -extfile "$1.ext" -out "$1.crt"
  rm "$1.ext"
}

if [ ! -f authority.pem ]; then
  new_key authority
  openssl req -x509 -key authority.key -days 3650 -sha256 -subj '/CN=Operator of this Openlode' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign' -out authority.pem
fi

if [ -f page.pem ]; then
  [ "$(cat page.host)" = "$host" ] ||
    { echo "page.pem is for $(cat page.host) and not for $host: remove it to have it made again" >&2; exit 2; }
else
  sign page "$host" "extendedKeyUsage=serverAuth\nsubjectAltName=$alternative"
  cat page.key page.crt >page.pem
  rm page.key page.crt
  echo "$host" >page.host
fi

for name in "$@"; do
  case $name in
    '' | *[!A-Za-z0-9._-]* | authority | page) echo "$name: use letters, digits, dots, dashes and underscores" >&2; exit 2 ;;
  esac
  if [ -f "$name.p12" ]; then
    echo "$name has a certificate already"
    continue
  fi
  sign "$name" "$name" 'extendedKeyUsage=clientAuth'
  password=$(openssl rand -hex 8)
  openssl pkcs12 -export -name "$name" -inkey "$name.key" -in "$name.crt" -certfile authority.pem \
    -passout "pass:$password" -out "$name.p12"
  echo "$name.p12 has the password $password"
done
