import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastSigner } from '@trigpoint/agent';
import { SimulatedAgent } from '@trigpoint/dev/crowd';
import { readConfig, startService } from '@trigpoint/server';

/** Addresses at which no challenger of a public network is reached. */
const strangers = [
  ...['localhost', 'victim.example', 'metadata.google.internal', '2130706433', '0x7f.0.0.1', '127.1'],
  ...['127.0.0.1', '::1', '10.0.0.1', '172.17.0.1', '192.168.0.1', '100.64.0.1', 'fc00::1', 'fd00:ec2::254'],
  ...['169.254.169.254', 'fe80::1', '224.0.0.1', '239.255.255.250', 'ff02::1', '255.255.255.255', '0.0.0.0', '::'],
  ...['::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::a00:1', '2002:a00:1::', '100.100.100.200'],
];

/** Challengers that state addresses of others. None of them is welcome, on either proof type. */
export async function attackHellos(): Promise<{ tried: number; violations: string[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prove-weapon-'));
  const service = await startService(
    readConfig({
      ...{ PORT: '0', TRIGPOINT_DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MESH_HOURS: '0' },
      OPERATORS: fastSigner('ethereum', randomBytes(32)).publicKey,
    }),
  );
  const violations: string[] = [];
  let tried = 0;
  try {
    for (const proofType of ['pol', 'pob'])
      for (const address of strangers) {
        tried += 1;
        const outcome = await sayHello(service.url, proofType, address);
        if (!/is not a public IP address/.test(outcome))
          violations.push(`${proofType} hello with ${address}: ${outcome}`);
      }
  } finally {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return { tried, violations };
}

const sayHello = (url: string, proofType: string, address: string): Promise<string> =>
  new Promise((resolve) => {
    const end = (outcome: string) => {
      agent.close();
      resolve(outcome);
    };
    const agent = new SimulatedAgent({
      ...{ proofType, role: 'challenger', signer: fastSigner('ethereum', randomBytes(32)), udp: { address, port: 53 } },
      claims:
        proofType === 'pol' ? { latitude: '1', longitude: '1' } : { downlink_bandwidth: '5', uplink_bandwidth: '5' },
      onClose: end,
    });
    void agent.open(url).then(() => end('welcome'));
  });
