#!/bin/bash
# What action.yml runs: ends with 0 only if a machine was verified to be in a zone. TRIGPOINT_SERVICE, TRIGPOINT_API_KEY, PROVER
# and ZONE come from the environment; CHALLENGERS, TRIES and TRUST may be empty.
set -u
: "${TRIGPOINT_SERVICE:?name the service}" "${PROVER:?name the prover}" "${ZONE:?name the zone}"
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

if [ "$code" = 0 ] && [ -n "${TRUST:-}" ]; then
  "${trigpoint[@]}" verify "$id" --trust "$TRUST" > "$folder/checked" 2>&1
  code=$?
  [ "$code" = 0 ] || { cat "$folder/checked" >&2; verdict=inconclusive reason="It was verified, and its evidence is not anchored to what $TRUST names."; }
fi

echo "Challenge $id: $verdict. $reason"
printf 'challenge-id=%s\nverdict=%s\n' "$id" "$verdict" >> "${GITHUB_OUTPUT:-/dev/null}"
printf 'Challenge `%s`, zone `%s`: **%s**\n' "$id" "${ZONE//[^A-Za-z0-9,._\/-]/}" "$verdict" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
exit "$code"
