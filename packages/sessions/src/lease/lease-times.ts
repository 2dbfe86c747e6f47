/*
 * How long a gateway may work without a reply from Redis, in milliseconds. The worst case is a gateway that loses its
 * connection just after it has renewed its lease. It aborts its streams 300 + 150 ms later, which is less than 500 ms
 * after any freeze that could not reach it. The lease is measured on the clock: nothing leaves after it. The grace is
 * measured in time in which the process could act, so that a busy process ends no streams.
 */
export const RENEW_EVERY_MS = 100
export const LEASE_MS = 300
/** A lease also runs out where the gateway was busy. Then Redis answers within this time, in which nothing leaves. */
export const GRACE_MS = 150
/** While the grace runs, the lease is asked for this often. */
export const TICK_MS = 10
/** What counts of the time between two ticks, at most: the rest of a longer one is time without a turn. */
export const COUNTED_PER_TICK_MS = 20
/** An aborted stream has this long to send its last frame; then its connection is cut. */
export const SETTLE_MS = 50
/** Allows for timers that fire late on a busy machine, and for bytes in transit. */
const SLACK_MS = 50

/**
 * A gateway whose lease has run out may still send for this long. Redis counts the lease from the renewal, the gateway
 * from its request for it, so the lease never runs out later at the gateway than in Redis. The gateway then has the
 * grace to renew it, and its streams have the settle time. After that nothing of a user leaves there, and no command
 * waits for it. A process that was busy or stood still takes longer; it sends nothing until it has renewed its lease.
 */
export const SILENCE_MS = GRACE_MS + SETTLE_MS + SLACK_MS

/**
 * After the store has started empty, as after the loss of its data, gateways may run for this long that it does not
 * list yet. By then each has renewed its lease or has stopped by itself.
 */
export const UNLISTED_MS = LEASE_MS + SILENCE_MS
