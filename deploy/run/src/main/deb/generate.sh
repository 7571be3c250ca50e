#!/bin/sh
# Makes in $1 what only the commands themselves know, for the distribution and the Debian package: sample settings,
# completion and man pages; and the package's changelog. Gives the list of parts its name in the distribution. $2: java; $3:
# the class path; $4: the version; $5: the time of what is built.
set -eu
cd "$1"
export LC_ALL=C.UTF-8 # numbers have ASCII digits then
unset JAVA_TOOL_OPTIONS
java=$2
path=$3
from=${0%/*}

main() {
  "$java" -XX:TieredStopAtLevel=1 -Dclicks.launcher=clicks -cp "$path" "$@"
}

main clickcounter.topology.Main --print-settings >clicks.yaml
main clickcounter.cli.Clicks generate-completion >completion.bash
rm -rf man sbom
mkdir man sbom
main clickcounter.cli.ManPages man "${5%%T*}"
sed "s/VERSION/$(echo "$4" | tr - '~')/" "$from/doc/changelog" >changelog
gzip -9nf man/* changelog
[ ! -e "click-counter-$4.cdx.json" ] || cp "click-counter-$4.cdx.json" sbom/SBOM.cdx.json
