#!/bin/bash
# Asks at the service whether a prover is where it claims to be, with curl and openssl alone.
#
#   bash examples/clients/ask.sh [SERVICE_URL] [PROVER_ID]
set -eu
url=${1:-http://127.0.0.1:8080}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

call() { curl -sS -b "$folder/cookies" -c "$folder/cookies" -H 'content-type: application/json' "$url/proof/v1/pol/$1" -d "$2"; }
# The value of a field that is a text. `jq -r .field` does it better where it is installed.
field() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }

# Reads hex digits and prints them in base58, as solana keys are written.
base58() {
  local alphabet=123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz digits=(0) text= byte i carry
  for byte in $(sed 's/../0x& /g'); do
    carry=$((byte))
    for ((i = 0; i < ${#digits[@]} || carry > 0; i++)); do
      carry=$((${digits[i]:-0} * 256 + carry)) && digits[i]=$((carry % 58)) && carry=$((carry / 58))
    done
  done
  for i in "${digits[@]}"; do text=${alphabet:i:1}$text; done
  echo "$text"
}

# A key of a fresh account. The last 32 bytes of what openssl writes are the public key itself.
openssl genpkey -algorithm ed25519 -out "$folder/key"
public=$(openssl pkey -in "$folder/key" -pubout -outform DER | tail -c 32 | od -An -v -tx1 | tr -d ' \n' | base58)

# The text is signed exactly as it came, line breaks included.
printf '%b' "$(call pre-login "{\"keyType\":\"solana\",\"publicKey\":\"$public\",\"role\":\"payer\"}" | field message)" > "$folder/message"
signature=$(openssl pkeyutl -sign -inkey "$folder/key" -rawin -in "$folder/message" | od -An -v -tx1 | tr -d ' \n')
call login "{\"signature\":\"$signature\"}" > "$folder/login"
echo "logged in as $(call user-info '{}' | field publicKey)"

prover=${2:-$(call provers '{}' | field id)}
challenge=$(call challenge-request "{\"prover\":\"$prover\"}" | field challenge_id)
echo "challenge $challenge for $prover"

until call challenge-status-dcl "{\"challenge_id\":\"$challenge\"}" > "$folder/status" && grep -q '"state":"E' "$folder/status"; do sleep 1; done
echo "verified: $(field verified < "$folder/status")"
field reason < "$folder/status"

# The file is checked by: trigpoint verify evidence.json
call challenge-evidence "{\"challenge_id\":\"$challenge\"}" > evidence.json
