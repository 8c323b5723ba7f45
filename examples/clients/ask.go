// Asks at the service whether a prover is where it claims to be, waits, and checks who signed. It needs nothing but Go.
//
//	go run examples/clients/ask.go [SERVICE_URL] [PROVER_ID]
package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/cookiejar"
	"os"
	"strings"
	"time"
)

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

func base58(data []byte) string {
	number, base, digit, text := new(big.Int).SetBytes(data), big.NewInt(58), new(big.Int), ""
	for number.Sign() > 0 {
		number.DivMod(number, base, digit)
		text = string(alphabet[digit.Int64()]) + text
	}
	for _, it := range data {
		if it != 0 {
			break
		}
		text = "1" + text
	}
	return text
}

type service struct {
	url    string
	client *http.Client
}

// call sends one operation and reads its answer into reply, which may be nil.
func (s service) call(operation string, body map[string]any, reply any) {
	sent, _ := json.Marshal(body)
	answer, err := s.client.Post(s.url+"/proof/v1/pol/"+operation, "application/json", bytes.NewReader(sent))
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != http.StatusOK {
		log.Fatalf("%s: %s", operation, text)
	}
	if reply != nil {
		if err := json.Unmarshal(text, reply); err != nil {
			log.Fatal(err)
		}
	}
}

// login signs the text of pre-login. The cookie that came with it is worth something from then on.
func (s service) login(key ed25519.PrivateKey) {
	var begun struct{ Result struct{ Message string } }
	public := base58(key.Public().(ed25519.PublicKey))
	s.call("pre-login", map[string]any{"keyType": "solana", "publicKey": public, "role": "payer"}, &begun)
	signature := hex.EncodeToString(ed25519.Sign(key, []byte(begun.Result.Message)))
	s.call("login", map[string]any{"signature": signature}, nil)
	fmt.Println("logged in as", public)
}

func argument(at int, otherwise string) string {
	if len(os.Args) > at {
		return os.Args[at]
	}
	return otherwise
}

func main() {
	jar, _ := cookiejar.New(nil)
	s := service{argument(1, "http://127.0.0.1:8080"), &http.Client{Jar: jar, Timeout: time.Minute}}
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		log.Fatal(err)
	}
	s.login(key)

	var listed struct {
		Result struct {
			Provers []struct {
				ID     string
				Online bool
			}
		}
	}
	s.call("provers", map[string]any{}, &listed)
	prover := argument(2, "")
	for _, it := range listed.Result.Provers {
		if prover == "" && it.Online {
			prover = it.ID
		}
	}

	var asked struct {
		Result struct {
			Challenge string `json:"challenge_id"`
		}
	}
	s.call("challenge-request", map[string]any{"prover": prover}, &asked)
	challenge := map[string]any{"challenge_id": asked.Result.Challenge}
	fmt.Println("challenge", asked.Result.Challenge, "for", prover)

	var status struct {
		State string
		Found struct{ Verified, Reason string } `json:"consolidated_result"`
	}
	for !strings.HasPrefix(status.State, "ENDED_") && !strings.HasPrefix(status.State, "ERROR_") {
		time.Sleep(500 * time.Millisecond)
		s.call("challenge-status-dcl", challenge, &status)
	}
	fmt.Printf("verified: %s\n%s\n", status.Found.Verified, status.Found.Reason)

	// The file is checked by: trigpoint verify evidence.json
	var evidence json.RawMessage
	s.call("challenge-evidence", challenge, &evidence)
	if err := os.WriteFile("evidence.json", evidence, 0o644); err != nil {
		log.Fatal(err)
	}
}
