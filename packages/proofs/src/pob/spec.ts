import { fewestAsked } from '../never-verified.ts';

/**
 * Every constant of the bandwidth measurement, with the reason for its value. docs/measurement.md has the protocol;
 * `npm run bench -- pob` prints what these values give on a shaped link.
 */

/**
 * The length of all bulk datagrams. With headers they have 1,428 bytes on IPv4 and 1,448 on IPv6, which nearly every path carries
 * unfragmented.
 */
export const DATAGRAM_BYTES = 1_400;
/** tag (16) · type (1) · flow (1) · length (2) · seq (4) · nonce index (4) · nonce (4); the rest is keystream. */
export const HEADER_BYTES = 32;
/**
 * How many datagrams one send carries when the kernel cuts it. 44 × 1,400 bytes stay below 65,507, the most of one UDP send. The
 * number is even, so that every batch starts with a block of the cipher.
 */
export const BATCH_DATAGRAMS = 44;
/** Results are IP-layer rates. The headers of UDP (8) and IP (20 or 40) count; the link's own framing does not. */
export const headerBytes = (isIPv6: boolean): number => (isIPv6 ? 48 : 28);

/** The flow is a little faster than the claim. So a link that is as fast as claimed is filled, and its queue keeps it filled. */
export const PACE_FACTOR = 1.1;
/** No flow is made for a faster rate, whatever is claimed. Two cores were seen to send and check this much at once. */
export const MAX_MBPS = 2_000;

/**
 * At first a token bucket lets a link carry more than its rate. The lead-in sends fast enough and long enough to empty a bucket of
 * this size before anything counts: 1 MB, or 160 ms of the claim if that is less. On a slow link emptying 1 MB would take most of
 * a round's data.
 */
export const LEAD_BUCKET_BYTES = 1_000_000;
export const LEAD_BUCKET_MS = 160;
/** Twice the claim empties the bucket in the bucket's own time. */
export const LEAD_FACTOR = 2;
/**
 * From this rate on the lead-in uses the smaller factor. Twice the claim would be more than a plain socket sends, and 1 MB is
 * little (16 ms at 500 Mbit/s).
 */
export const FAST_MBPS = 250;
export const LEAD_FACTOR_FAST = 1.25;

/** The counted part of a flow, at least. On a short path 5 rounds over UDP send less than half of what ndt7 sends in its fixed 10 s. */
export const FLOW_MS = 530;
/**
 * A flow lasts at least this many round trips, up to FLOW_MAX_MS. The first acknowledgement comes one round trip late. That time is
 * never subtracted, because a prover can stretch it. With 20 round trips it is 5 % of the flow.
 */
export const FLOW_RTTS = 20;
/** Over TCP every flow lasts this long: what a token bucket can have lent is then a small part of it (rates.ts). */
export const FLOW_MAX_MS = 4_000;
/** The most datagrams of a flow. The signed map of what arrived then has at most 42 kB of text, and a reading may have 120 KiB. */
export const DATAGRAMS_MAX = 250_000;
/** The challenger draws the end: up to this part of the flow later than planned, so that nobody can prepare for it. */
export const RANDOM_END = 0.2;

/** The rate is read between acknowledgements of these two parts of the counted flow. */
export const EARLY = [0.1, 0.3] as const;
export const LATE = [0.8, 1.0] as const;

/** How often the receiver says what has arrived: about 28 times in the shortest flow. These replies are about 5 kB/s. */
export const MARK_MS = 20;
/** How often the challenger sends a nonce. An uplink datagram carries the newest one, which shows that it was not made earlier. */
export const NONCE_MS = 10;
/** An uplink datagram with an older nonce does not count: it waited in a queue. No sound queue holds more than 1 s. */
export const NONCE_AGE_MS = 1_000;
/** Some pings wait for a busy core. The fastest of ten shows the delay of the path itself. */
export const PINGS = 10;
export const PING_TIMEOUT_MS = 1_000;

/** A sender stops when its peer was silent for this long. With the next tick of the sender that is less than 300 ms. */
export const SILENCE_MS = 250;
/** How much a sender may make up after it was held: 10 ms of its rate, so that no path sees a flood. */
export const CATCH_UP_MS = 10;
/** How often the sender sends. At 1.1 Gbit/s these are 98 datagrams at a time, which any usual queue holds. */
export const TICK_MS = 1;
/** How many bytes may wait in the process because the system does not take them. If more wait, the sender's own link is the limit. */
export const BACKLOG_BYTES = 256 * 1024;
/** The socket buffer that is asked for in both directions: 33 ms at 1 Gbit/s. The system may grant less. */
export const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024;

/** The event loop counts as held if it comes back this late. */
export const HELD_MS = 20;
/** A round is void if the event loop was held for more than this part of the flow. */
export const HELD_MAX = 0.05;
/**
 * A round is void if the sender's machine was too late for more than this part of the schedule. With less, 1.045 × the claim still
 * leaves.
 */
export const LATE_MAX = 0.05;
/** A downlink round is void if less than this part of the schedule was sent, even if the sender's own link was the reason. */
export const SENT_MIN = 0.9;
/** A round is void if the systems of the two ends dropped more than this part of the datagrams because nobody read them in time. */
export const DROPPED_MAX = 0.01;

/** A flow is repeated if one of the machines was too busy. A round has at most this many flows; after that it is void. */
export const FLOWS_MAX = 3;

/** After the end the receiver waits until nothing came for this long. In that time a full queue of 50 ms drains. */
export const QUIET_MS = 100;
/** The receiver waits no longer than this for the path to drain. */
export const DRAIN_MAX_MS = 1_000;
/** Control messages are repeated this often until answered. */
export const REPEAT_MS = 50;
/** The longest a peer may leave a control message unanswered. */
export const ANSWER_MS = 2_000;
/** The size of the parts of a signed report. It is below the limit of every path. */
export const PART_BYTES = 1_100;
/** 32 parts every 20 ms are 14 Mbit/s at most, and a report of 13 kB leaves at once. */
export const PARTS_AT_ONCE = 32;
/** The longest report. It has 42 kB of map, 240 digests of 70 bytes, and the other fields. */
export const REPORT_MAX_BYTES = 80_000;

/** If UDP has not answered for this long, the prover tries TCP to the same port. */
export const UDP_TRY_MS = 3_000;
/** How long a TCP connection may take to open. In that time the system sends two packets to a peer that does not answer. */
export const CONNECT_MS = 1_800;
/** How long a challenger waits for TCP after the UDP handshake failed. */
export const TCP_GRACE_MS = 3_000;
/** How long one round may take, handshake and fallback to TCP included. */
export const ROUND_MS = 16_000;

/** A claim is verified if the median is at least this part of what was asked. */
export const VERIFIED_AT = 0.9;
/** With fewer challengers a claim is neither verified nor refuted. */
export const FEWEST_ASKED = fewestAsked;
/**
 * If round 1 is faster than every other round by more than this, a bucket larger than the lead-in emptied into it. Then it counts
 * only as much as the fastest other round.
 */
export const BURST_EXCESS = 0.05;
