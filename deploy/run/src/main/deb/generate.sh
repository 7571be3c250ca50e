#!/bin/sh
# Makes in $1 what only the commands themselves know, for the distribution and the Debian package: sample settings,
# completion and man pages; and the package's changelog. $2: java; $3: the class path; $4: the version in Debian's spelling;
# $5: when it is built.
set -eu
cd "$1"
java=$2
path=$3
from=${0%/*}

main() {
  "$java" -XX:TieredStopAtLevel=1 -Dclicks.launcher=clicks -cp "$path" "$@"
}

main clickcounter.topology.Main --print-settings >clicks.yaml
main clickcounter.cli.Clicks generate-completion >completion.bash
rm -rf man changelog
mkdir man
main clickcounter.cli.ManPages man "${5%%T*}"
sed "s/VERSION/$4/" "$from/doc/changelog" >changelog
gzip -9nf man/* changelog
