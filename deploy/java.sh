# For the launchers of the checkout and of the distribution, which set $launcher to their name and source this file.
# Sets $java to a Java that is new enough, or ends the launcher; and $options to the options of the JVM. The locale is one
# of UTF-8 then.
least_java=17
could_not=3

fail() {
  echo "$launcher: $*" >&2
  exit $could_not
}

# ---- the locale: Java reads arguments and names of files by it
is_utf8() {
  local letter=$'\xc3\xb6'
  ((${#letter} == 1))
}
is_utf8 || export LC_ALL=C.UTF-8

pwd -P >/dev/null 2>&1 || fail "the working directory does not exist any more: change to another one"

# ---- java: that of JAVA_HOME, else the one on the PATH
if [[ -n ${JAVA_HOME:-} ]]; then
  java="$JAVA_HOME/bin/java"
  [[ -x $java ]] || fail "JAVA_HOME is $JAVA_HOME, but there is no $java: correct or unset it"
else
  java=$(command -v java) || fail "needs Java $least_java or later: set JAVA_HOME, or put java on the PATH"
fi

# The file "release" says it without starting Java.
release=$(readlink -f "$java")
release="${release%/*/*}/release"
version=""
if [[ -r $release && $(<"$release") =~ (^|$'\n')JAVA_VERSION=\"(1\.)?([0-9]+) ||
  $("$java" -version 2>&1) =~ ()version\ \"(1\.)?([0-9]+) ]]; then
  version=${BASH_REMATCH[3]}
fi
if [[ ! $version =~ ^[0-9]+$ ]]; then
  fail "cannot tell the version of $java: expected Java $least_java or later; set JAVA_HOME to one"
elif ((version < least_java)); then
  fail "needs Java $least_java or later, but $java is Java $version: set JAVA_HOME to a newer one"
fi

# ---- options: a collector only where no option names one, since two end the JVM. CLICKS_JAVA_OPTS come last and win.
all=" ${CLICKS_JAVA_OPTS:-} ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${_JAVA_OPTIONS:-} "
in_a_file='[[:space:]]@|-XX:(Flags|VMOptionsFile)='
# Commands that read archives or count leave memory to DuckDB: together they stay below 3 GB. All others ask something and
# end: they do without the compiler that is slow to start, and with few threads.
options=(-XX:+ExitOnOutOfMemoryError)
# Without these a JVM from 24 on warns on standard error when DuckDB loads its native code or Netty takes memory.
no_warnings=()
((version < 24)) || no_warnings=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
options+=("${no_warnings[@]}")
collector=-XX:+UseParallelGC
heap=-Xmx3g
case "${1:-} ${2:-}" in
  "archive import" | "archive check" | "archive judge" | "documents audit" | "documents recount" | "series close") heap=-Xmx1g ;;
  "archive "* | "documents "* | "local "* | "dev "* | "console "* | "--set"*) ;;
  *)
    heap=-Xmx1g
    collector=-XX:+UseSerialGC
    options+=(-XX:TieredStopAtLevel=1 -Xmn64m)
    ;;
esac
[[ $all =~ -XX:\+Use[A-Za-z0-9]+GC[^A-Za-z]|$in_a_file ]] || options+=("$collector")
[[ -n ${CLICKS_JAVA_OPTS:-} || $all =~ -Xm[sx]|-XX:[A-Za-z]*(Heap|RAM)|$in_a_file ]] || options+=("$heap")
set -f
options+=(${CLICKS_JAVA_OPTS:-})
set +f

# ---- an archive of classes and DuckDB's library unpacked, with which commands start in half of the time. They fit one Java
# and one place, so the first command that may write there makes them. Without them all is the same, but later.
# $1: the directory of the libraries, those of DuckDB for each system in duckdb in it. $2: a further one.
# Sets $path, and adds to $options.
quick_start() {
  local archive="$1/classes.jsa" made_by="$1/classes.made-by" made="$1/classes.$$"
  # The archive stays at the address for which it was made: to move it takes a fifth of a second.
  local in_place=(-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0)
  # In the same order everywhere, which is that of the archive: the locale of the user who made it may be another one.
  path=$(LC_ALL=C && for lib; do printf '%s:' "$lib"/*.jar; done)
  path=${path%:}
  if [[ -w $1 && -r $release && ! (-r $made_by && $(<"$made_by") == "$(<"$release")") ]]; then
    { "$java" -XX:DumpLoadedClassList="$made.list" -cp "$path" clickcounter.cli.QuickStart "$1" &&
      "$java" "${in_place[@]}" "${no_warnings[@]}" -Xshare:dump -XX:SharedClassListFile="$made.list" -XX:SharedArchiveFile="$made" -cp "$path" &&
      mv -f "$made" "$archive"; } >/dev/null 2>&1 || true
    rm -f "$made.list"
    echo "$(<"$release")" >"$made_by" # also if it failed: it is not tried again
  fi
  if [[ -r $archive ]]; then
    options=(-XX:SharedArchiveFile="$archive" "${in_place[@]}" -Xlog:disable -Xlog:all=error:stderr "${options[@]}")
  fi
  if [[ -r $1/libduckdb_java.so ]]; then
    options=(-Djava.library.path="$1" "${options[@]}")
  else
    path+=$(printf ':%s' "$1"/duckdb/*.jar)
  fi
}
