"""Asks on chain whether a prover is where it claims to be, waits, and checks who signed.

    pip install web3 eth-account PyNaCl
    python3 examples/clients/ask.py [SERVICE_URL] [PROVER_ID]
"""
import json, pathlib, sys, time

import requests
from eth_abi import encode
from eth_account import Account
from eth_account.messages import encode_defunct
from nacl.encoding import RawEncoder
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from web3 import Web3

url = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
# The first account of the development chain. Elsewhere bring a key of your own.
payer = Account.from_key("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80")
alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58(data: bytes) -> str:
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = alphabet[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def from_base58(text: str) -> bytes:
    number = 0
    for letter in text:
        number = number * 58 + alphabet.index(letter)
    return number.to_bytes(32, "big")


def call(session: requests.Session, operation: str, body: dict) -> dict:
    reply = session.post(f"{url}/proof/v1/pol/{operation}", json=body, timeout=60)
    if reply.status_code == 429:
        time.sleep(int(reply.headers.get("Retry-After", "1")))
        return call(session, operation, body)
    answer = reply.json()
    if "error" in answer:
        raise SystemExit(f"{operation}: {answer['error']['message']}")
    return answer


def login(key_type: str, public_key: str, sign) -> requests.Session:
    """The session's cookie is set by the first call, and is worth something after the second."""
    session = requests.Session()
    asked = {"keyType": key_type, "publicKey": public_key, "role": "payer"}
    message = call(session, "pre-login", asked)["result"]["message"]
    call(session, "login", {"signature": sign(message)})
    return session


def login_with_ethereum() -> requests.Session:
    return login("ethereum", payer.address, lambda text: payer.sign_message(encode_defunct(text=text)).signature.hex())


def login_with_solana(key: SigningKey) -> requests.Session:
    sign = lambda text: base58(key.sign(text.encode(), encoder=RawEncoder).signature)
    return login("solana", base58(bytes(key.verify_key)), sign)


def request_on_chain(chain: dict, prover: dict) -> str:
    """One transaction, of which an event tells the challenge's id."""
    web3 = Web3(Web3.HTTPProvider(chain["rpc_url"]))
    artefact = pathlib.Path(__file__).parents[2] / "contracts/artefact/RequestHandler.json"
    handler = web3.eth.contract(
        Web3.to_checksum_address(chain["request_handler"]), abi=json.loads(artefact.read_text())["abi"]
    )
    place = [int(float(prover["claims"][name]) * 10**18) for name in ("latitude", "longitude")]
    words = ["address", "address", "bool", "uint256", "uint256", "int256", "int256"]
    info = encode(words, [chain["prover_registry"], prover["publicKey"], False, 8, 2, *place])
    asked = handler.functions.submitRequest(3600, ["pol-v1"], [info]).build_transaction(
        {"from": payer.address, "nonce": web3.eth.get_transaction_count(payer.address)}
    )
    sent = web3.eth.send_raw_transaction(payer.sign_transaction(asked).raw_transaction)
    receipt = web3.eth.wait_for_transaction_receipt(sent)
    [event] = handler.events.RequestProcessed().process_receipt(receipt)
    return str(event["args"]["newChallenges"][0])


def is_signed(seat: dict) -> bool:
    """Whether the challenger signed its reading, the text exactly as it stands there."""
    key, text, signature = seat["challenger"], seat["message"], seat["signature"]
    if key["key_type"] == "ethereum":
        return Account.recover_message(encode_defunct(text=text), signature=signature).lower() == key["public_key"]
    try:
        VerifyKey(from_base58(key["public_key"])).verify(text.encode(), bytes.fromhex(signature.removeprefix("0x")))
        return True
    except BadSignatureError:
        return False


about = requests.get(f"{url}/.well-known/trigpoint.json", timeout=60).json()
guest = login_with_solana(SigningKey.generate())
print("logged in as", call(guest, "user-info", {})["result"]["publicKey"])

session = login_with_ethereum()
provers = call(session, "provers", {})["result"]["provers"]
wanted = sys.argv[2] if len(sys.argv) > 2 else None
prover = next(it for it in provers if it["id"] == wanted or wanted is None and it["online"])
challenge = request_on_chain(about["chain"], prover)
call(session, "challenge-request-dcl", {"challenge_id": challenge})
print("challenge", challenge, "for", prover["id"])

status = {"state": ""}
while not status["state"].startswith(("ENDED_", "ERROR_")):
    time.sleep(0.5)
    status = call(session, "challenge-status-dcl", {"challenge_id": challenge})
print("verified:", status["consolidated_result"]["verified"])
print(status["consolidated_result"]["reason"])

evidence = call(session, "challenge-evidence", {"challenge_id": challenge})["result"]
readings = [it for it in evidence["transcript"]["draw"]["seats"] if it["message"] is not None]
print(sum(map(is_signed, readings)), "of", len(readings), "readings are signed by their challengers")
