import { Client, type Signer } from '@trigpoint/client';
import { hashText, knownClaims, type Profile } from '@trigpoint/proofs';
import { findProfile } from '@trigpoint/proofs/registry';
import {
  type AgentMessage,
  agentCloseCodes,
  agentSocketPath,
  describeAgent,
  type Greeting,
  type HubMessage,
  type ServiceName,
} from '@trigpoint/protocol';
import { WebSocket } from 'ws';

/** A short pause, because the service is tested and not an agent's patience. */
const againAtOnceMs = () => 100 * (1 + Math.random());
const pingMs = 20_000;

export interface SimulatedAgentOptions {
  readonly proofType: string;
  readonly role: 'prover' | 'challenger';
  readonly signer: Signer;
  readonly claims: Readonly<Record<string, string>>;
  /** What else it says at its login. */
  readonly loginWith?: Readonly<Record<string, unknown>>;
  /** Where a challenger says that it is reached. Unless given, it is port 9 of the address that it is seen at. */
  readonly udp?: { readonly address?: string; readonly port: number };
  /** Why the service closed a connection. */
  readonly onClose?: (reason: string) => void;
  readonly onMessage?: (message: HubMessage, agent: SimulatedAgent) => void;
  /** The pause after a number of failures in a row. It is short unless given. */
  readonly againMs?: (failures: number) => number;
}

/** An agent that logs in, connects and says hello like a real one, but measures nothing. It connects again until it is closed. */
export class SimulatedAgent {
  readonly options: SimulatedAgentOptions;
  /** The service that it is connected to, and the hash of the description that it signed for it. */
  described: (ServiceName & { readonly description_hash: string }) | undefined;
  #token: string | undefined;
  #socket: WebSocket | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;
  /**
   * The last greeting and the hello that answered it. It is sent again, because signing would cost a benchmark more time than the
   * service.
   */
  #said: { readonly greeting: string; readonly hello: AgentMessage } | undefined;
  #isClosed = false;

  constructor(options: SimulatedAgentOptions) {
    this.options = options;
  }

  /** Resolves with the first welcome. */
  open(url: string): Promise<void> {
    return new Promise((resolve) => void this.#connect(url, resolve));
  }

  /** False while nothing is connected. */
  say(message: AgentMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#again);
    this.#socket?.terminate();
  }

  async #logIn(url: string): Promise<string> {
    const { proofType, role, signer, claims, loginWith } = this.options;
    const client = new Client({ url, proofType, retries: 0 });
    await client.login(signer, { role, claims, ...loginWith });
    return client.token as string;
  }

  async #connect(url: string, welcomed: () => void): Promise<void> {
    const { proofType, againMs = againAtOnceMs } = this.options;
    const retry = () => {
      if (this.#isClosed) return;
      this.#again = setTimeout(() => void this.#connect(url, welcomed), againMs(++this.#failures));
    };
    try {
      this.#token ??= await this.#logIn(url);
    } catch {
      return retry();
    }
    if (this.#isClosed) return;
    const socket = new WebSocket(url.replace(/^http/, 'ws') + agentSocketPath(proofType), {
      headers: { authorization: `Bearer ${this.#token}` },
      perMessageDeflate: false,
    });
    this.#socket = socket;
    let isWelcome = false;
    socket.on('message', (data) => {
      // If nobody listens, further messages are not parsed. Parsing would cost a benchmark as much time as answering.
      if (isWelcome && !this.options.onMessage) return;
      const message = JSON.parse(String(data)) as HubMessage;
      if (message.type === 'greeting') void this.#hello(message).then((hello) => this.say(hello));
      if (message.type === 'welcome') {
        isWelcome = true;
        this.#failures = 0;
        welcomed();
      }
      this.options.onMessage?.(message, this);
    });
    socket.on('unexpected-response', (request, { statusCode }) => {
      if (statusCode === 401) this.#token = undefined;
      request.destroy();
      socket.terminate();
    });
    socket.on('error', () => {});
    socket.on('close', (code, reason) => {
      this.options.onClose?.(String(reason));
      clearInterval(this.#pulse);
      if (code === agentCloseCodes.sessionEnded) this.#token = undefined;
      retry();
    });
    this.#pulse = setInterval(() => socket.readyState === WebSocket.OPEN && socket.ping(), pingMs);
  }

  async #hello(greeting: Greeting): Promise<AgentMessage> {
    const known = JSON.stringify(greeting);
    if (this.#said?.greeting === known) return this.#said.hello;
    const { proofType, role, signer, claims } = this.options;
    const udp = role === 'challenger' ? (this.options.udp ?? { port: 9 }) : undefined;
    const publicKey = signer.keyType === 'ethereum' ? signer.publicKey.toLowerCase() : signer.publicKey;
    const text = describeAgent({
      ...{ greeting, proofType, role, keyType: signer.keyType, publicKey, udp, version: 'simulated', now: Date.now() },
      claims: knownClaims(findProfile(proofType) as Profile, claims),
    });
    const { service, chain_id, contract } = greeting;
    this.described = { service, chain_id, contract, description_hash: hashText(text) };
    const description = { text, signature: await signer.sign(text) };
    const about = { type: 'hello', version: 'simulated', capacity: 256 } as const;
    const hello: AgentMessage = { ...about, ...(udp ? { udp } : {}), description };
    this.#said = { greeting: known, hello };
    return hello;
  }
}
