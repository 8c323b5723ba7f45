import { fewestAsked } from '../never-verified.ts';

/**
 * Every constant of the bandwidth measurement, with the reason for its value. docs/measurement.md has the protocol;
 * `npm run bench -- pob` prints what these values give on a shaped link.
 */

/** All bulk datagrams have this length: it fits every path of 1,428 bytes and more, IP header included, unfragmented. */
export const DATAGRAM_BYTES = 1_400;
/** tag (16) · type (1) · flow (1) · length (2) · seq (4) · nonce index (4) · nonce (4); the rest is keystream. */
export const HEADER_BYTES = 32;
/** 44 × 1,400 is the most that one UDP send of at most 65,507 bytes carries when the kernel cuts it into datagrams. */
export const BATCH_DATAGRAMS = 44;
/** Results are IP-layer rates: UDP (8) and IP (20 or 40) headers count, the link's own framing does not. */
export const headerBytes = (isIPv6: boolean): number => (isIPv6 ? 48 : 28);

/** The flow is a little faster than the claim, so that a true claim fills its link and a queue keeps it filled. */
export const PACE_FACTOR = 1.1;
/** No claim makes an agent send faster than this: what two cores were seen to send and check at once. */
export const MAX_MBPS = 2_000;

/**
 * Token buckets lend a link more than its rate at first. The lead-in sends fast enough and long enough to empty a
 * bucket of this size before anything counts: 1 MB, or 160 ms of the claim where that is less (then a round's data
 * would all be lead-in).
 */
export const LEAD_BUCKET_BYTES = 1_000_000;
export const LEAD_BUCKET_MS = 160;
/** Twice the claim empties the bucket in the bucket's own time. */
export const LEAD_FACTOR = 2;
/** From here twice the claim is more than a plain socket sends; a bucket of 1 MB is small here (16 ms at 500). */
export const FAST_MBPS = 250;
export const LEAD_FACTOR_FAST = 1.25;

/** The counted part of a round. 5 rounds then stay below half of what ndt7 spends in its fixed 10 s. */
export const FLOW_MS = 530;
/** The first acknowledgement is one RTT late, and RTTs are never subtracted, since a prover can stretch them: 20 bounds it to 5 %. */
export const FLOW_RTTS = 20;
export const FLOW_MAX_MS = 4_000;
/** No flow has more: the signed map of what arrived is then at most 42 kB of text, and a reading holds 120 KiB. */
export const DATAGRAMS_MAX = 250_000;
/** The end is drawn by the challenger in 0–20 % after the planned one, so that nobody can prepare for it. */
export const RANDOM_END = 0.2;

/** Parts of the counted flow, after the lead-in, between whose acknowledgements the rate is read. */
export const EARLY = [0.1, 0.3] as const;
export const LATE = [0.8, 1.0] as const;

/** Every 20 ms the receiver says how far it is: about 28 points in the shortest flow, 1 kB/s of replies. */
export const MARK_MS = 20;
/** A nonce every 10 ms dates every uplink datagram to within the path's delay. */
export const NONCE_MS = 10;
/** Uplink datagrams that answer a nonce older than this were queued, not carried. Deeper buffers than 1 s are broken ones. */
export const NONCE_AGE_MS = 1_000;
/** Ten round trips find the path's own delay between those that waited for a busy core. */
export const PINGS = 10;
export const PING_TIMEOUT_MS = 1_000;

/** No more is sent to a peer not heard from for this long; with the next tick of the sender it makes < 300 ms. */
export const SILENCE_MS = 250;
/** What a sender may make up after it was held: 10 ms of its rate, no more, so that no path sees a flood. */
export const CATCH_UP_MS = 10;
/** The sender looks at its clock this often: 98 datagrams at 1.1 Gbit/s, less than any queue worth the name. */
export const TICK_MS = 1;
/** Bytes that may wait in the process because the system does not take them; more is the link's own limit. */
export const BACKLOG_BYTES = 256 * 1024;
/** Asked of the system for both directions; 4 MB is 32 ms at 1 Gbit/s. The system may grant less. */
export const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

/** The event loop counts as held when it comes back this late… */
export const HELD_MS = 20;
/** …and a round is void when it was held for more than this part of its flow. */
export const HELD_MAX = 0.05;
/** A round is void when its sender's machine was too late for more than this part of the schedule: 1.045 × the claim still leaves. */
export const LATE_MAX = 0.05;
/** A downlink round is void when its sender sent less than this, even because its own link would not take more. */
export const SENT_MIN = 0.9;
/** A round is void when the receiving system dropped more than this for want of a reader. */
export const DROPPED_MAX = 0.01;

/** A flow during which either machine was too busy is repeated, up to this many in all; after that the round is void. */
export const FLOWS_MAX = 3;

/** After the end, the receiver waits until nothing came for this long (a full queue of 50 ms drains)… */
export const QUIET_MS = 100;
/** …but no longer than this. */
export const DRAIN_MAX_MS = 1_000;
/** Control messages are repeated this often until answered. */
export const REPEAT_MS = 50;
/** The longest a peer may leave a control message unanswered. */
export const ANSWER_MS = 2_000;
/** Parts of the signed report: below every path's limit. */
export const PART_BYTES = 1_100;
/** 42 kB of map, 240 digests of 70 bytes, and the names. */
export const REPORT_MAX_BYTES = 80_000;

/** When UDP has not answered for this long, the prover tries TCP to the same port. */
export const UDP_TRY_MS = 3_000;
/** How long a TCP connection may take. The system sends two packets in that time to whoever does not answer. */
export const CONNECT_MS = 1_800;
/** How long after its UDP handshake's end a challenger still waits for TCP. */
export const TCP_GRACE_MS = 3_000;
/** What one round may take altogether, handshake and fallback included. */
export const ROUND_MS = 16_000;

/** verified ⇔ the median is at least this part of what was asked. */
export const VERIFIED_AT = 0.9;
/** With fewer the median would rest on one of two. */
export const FEWEST_ASKED = fewestAsked;
/** Round 1 counts as much as the largest other when it exceeds every other by more: a bucket larger than the lead-in has emptied into it. */
export const BURST_EXCESS = 0.05;
