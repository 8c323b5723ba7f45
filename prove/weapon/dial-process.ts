import { createServer } from 'node:net';
import { answerParent } from '@trigpoint/dev/processes';
import type { Endpoint } from '@trigpoint/proofs';
import { createPobProbe, createUdpSocket, polProbe } from '@trigpoint/proofs/node';
import type { Manners } from './dials.ts';
import { someone, taskOf } from './parties.ts';

/** Runs in a namespace: as a prover that is told to dial somebody, or as the one that is dialled. */
const settings = JSON.parse(process.argv[2] ?? '{}') as { readonly at?: Endpoint; readonly manners?: Manners };

const dial = async ({ proofType, to }: { readonly proofType: string; readonly to: Endpoint }) => {
  const prover = someone({ downlink_bandwidth: '5', uplink_bandwidth: '5' });
  const task = taskOf('down', 5, prover, someone(), to);
  if (proofType === 'pob') await createPobProbe().prove(task, prover.io());
  else
    await polProbe.prove({ ...task, proofType, ask: { ...task.ask, latitude: 0, longitude: 0 } as never }, prover.io());
  return {};
};

/** Listens and says nothing, or talks to everybody who comes, as servers of other protocols do. */
const stand = async ({ address, port }: Endpoint, manners: Manners) => {
  const udp = createUdpSocket(address);
  await new Promise<void>((resolve) => udp.bind({ address, port }, resolve));
  const tcp = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    if (manners === 'talks') socket.write('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => tcp.listen(port, address, resolve));
  if (manners === 'talks')
    udp.on('message', (datagram, from) => {
      udp.send(datagram, from.port, from.address);
      udp.send('noise', from.port, from.address);
    });
};

if (settings.at && settings.manners) await stand(settings.at, settings.manners);
answerParent({}, dial, () => process.exit(0));
