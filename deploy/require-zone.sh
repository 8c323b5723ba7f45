#!/bin/bash
# What action.yml runs: ends with 0 only if a machine was verified to be in a zone. TRIGPOINT_SERVICE, TRIGPOINT_API_KEY, PROVER
# and ZONE come from the environment; CHALLENGERS, TRIES and TRUST may be empty.
set -u
: "${TRIGPOINT_SERVICE:?name the service}" "${PROVER:?name the prover}" "${ZONE:?name the zone}"
# Bash would carry out a command that stands in a number.
[[ ${TRIES:-3} =~ ^[1-9][0-9]?$ ]] || { echo "TRIES must be a number from 1 to 99." >&2; exit 2; }
trigpoint=(node "$(dirname "$0")/../packages/cli/bin/trigpoint.js")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Reads the last line of what `request --json` printed: id, word and reason, each in a line of its own.
read_verdict() {
  node -e '
    const { id, consolidated_result: { verified = "", reason = "" } = {} } = JSON.parse(require("fs").readFileSync(0, "utf8").trim().split("\n").at(-1));
    const word = { true: "verified", false: "refuted" }[verified] ?? "inconclusive";
    for (const it of [id, word, reason]) console.log(String(it).replace(/[^\x20-\x7e]+/g, " ").slice(0, 2000));
  ' < "$folder/said"
}

# Ten minutes earlier than now, because the clocks of two machines differ.
since=$(node -p 'new Date(Date.now() - 600000).toISOString()')
code=1
for ((try = 1; try <= ${TRIES:-3}; try++)); do
  "${trigpoint[@]}" request pol --prover "$PROVER" --zone "$ZONE" ${CHALLENGERS:+--challengers "$CHALLENGERS"} --json > "$folder/said" 2> "$folder/error"
  code=$?
  # 4: nothing was shown, neither for nor against.
  [ "$code" = 4 ] || break
done
if [ "$code" != 0 ] && [ "$code" != 3 ] && [ "$code" != 4 ]; then
  cat "$folder/error" >&2
  exit "$code"
fi
{ read -r id && read -r verdict && read -r reason; } < <(read_verdict)
[[ $id =~ ^([0-9]{1,78}|ask-[0-9a-f]{32})$ ]] || { echo "The service named no challenge." >&2; exit 1; }

if [ "$code" = 0 ] && [ -n "${TRUST:-}" ]; then
  # The service says which challenge it was. Another one may be anchored just as well, so its evidence must be about what was asked.
  "${trigpoint[@]}" verify "$id" --trust "$TRUST" --prover "$PROVER" --zone "$ZONE" --since "$since" --verified > "$folder/checked" 2>&1
  code=$?
  [ "$code" = 0 ] || { cat "$folder/checked" >&2; verdict=inconclusive reason="It was verified, and its evidence is not anchored to what $TRUST names, or is about something else."; }
fi

echo "Challenge $id: $verdict. $reason"
printf 'challenge-id=%s\nverdict=%s\n' "$id" "$verdict" >> "${GITHUB_OUTPUT:-/dev/null}"
printf 'Challenge `%s`, zone `%s`: **%s**\n' "$id" "${ZONE//[^A-Za-z0-9,._\/-]/}" "$verdict" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
