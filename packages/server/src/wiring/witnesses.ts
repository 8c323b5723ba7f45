import type { AgentMessage } from '@trigpoint/protocol';
import type { PublicLog } from '../log/public-log.ts';
import { Witnesses } from '../log/witnesses.ts';
import type { Agents } from '../network/agents.ts';
import type { Hub, Speaker } from '../network/hub.ts';
import type { ChallengeRooms } from './challenge-rooms.ts';
import type { Foundation } from './foundation.ts';

/** Asks for cosignatures until the service ends, and takes them in. */
export const openWitnesses = (
  { config, db, now, log, publicLog, closers }: Foundation & { readonly publicLog: PublicLog },
  agents: Agents,
  { leafOf, send }: Pick<ChallengeRooms, 'leafOf'> & Pick<Hub, 'send'>,
) => {
  const witnesses = new Witnesses({
    db,
    now,
    log: publicLog,
    admitted: async () =>
      (await Promise.all(config.proofTypes.map((id) => agents.eligible(id, now()))))
        .flat()
        .map((it) => ({ proofType: it.proofType, id: it.id, owner: it.owner, network: it.network })),
    witnessKey: ({ proofType: type, id }) => agents.witnessKey(type, id),
    leafOf: ({ proofType: type, id }, size) => leafOf(type, id, size),
    send,
    warn: (problem, error) => log.warn({ err: error }, problem),
  });
  closers.push(witnesses.start());
  /** Undefined for a message of another kind. */
  const receive = (agent: Speaker, message: AgentMessage): Promise<undefined> | undefined => {
    if (message.type === 'cosign_refused')
      log.warn({ agent: agent.id, reason: message.reason }, 'a witness does not cosign');
    if (message.type !== 'cosignature')
      return message.type === 'cosign_refused' ? Promise.resolve(undefined) : undefined;
    return witnesses.receive(agent, message).then(() => undefined);
  };
  return { asked: witnesses, receive };
};
