/*
 * How long a gateway may go on without a word from Redis, in milliseconds. A gateway that is cut off at the worst
 * moment, just after it has renewed its lease, has told its streams to end 300 + 150 ms later: before 500 ms have
 * passed since any freeze that it could not hear of.
 */
export const RENEW_EVERY_MS = 100
export const LEASE_MS = 300
/** A lease may also have run out because the gateway was busy; then Redis answers within this. */
export const GRACE_MS = 150
/** A stream that was told to end gets this long for its last frame; then its connection is cut. */
export const SETTLE_MS = 50
/** For timers, which fire late on a busy machine, and for last bytes that are on their way. */
const SLACK_MS = 50

/**
 * A gateway whose lease has run out without a goodbye may still send for this long. Redis counts the lease from the
 * moment at which it is renewed, the gateway from when it asked, so at the gateway it never runs out later than in
 * Redis. From then on there is the grace to renew it, and the time in which a stream must settle. After that nothing of
 * a user runs there, and no command needs to wait for it. A process that stood still as a whole is not covered by any
 * time: it sends nothing while it stands.
 */
export const SILENCE_MS = GRACE_MS + SETTLE_MS + SLACK_MS

/**
 * For this long after the store has begun with nothing, as after the loss of its data, gateways may be at work that it
 * does not list yet. By then each has renewed its lease, or has stopped by itself.
 */
export const UNLISTED_MS = LEASE_MS + SILENCE_MS
