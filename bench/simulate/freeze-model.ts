/** What a freeze meets on its way; times in milliseconds, costs in microseconds of the one core that Redis has. */
export interface FreezeWorld {
  /** Gateways by the round trip of their region to Redis. */
  readonly regions: readonly { readonly gateways: number; readonly roundTripMs: number }[]
  /** Of whoever orders the freeze. */
  readonly callerRoundTripMs: number
  /** The script that freezes, without the pushes. */
  readonly freezeUs: number
  /** One push to one gateway, and one acknowledgement of it. */
  readonly pushUs: number
  readonly acknowledgeUs: number
  /** The part of Redis' core that other commands take, 0 to below 1. */
  readonly otherLoad: number
  /** The mean delay of a gateway's event loop before it acts. */
  readonly loopDelayMs: number
}

/**
 * Plays one freeze: the command waits at Redis and is carried out, gateways are told one after the other, each acts
 * when its event loop gets to it, and Redis takes their acknowledgements one after the other.
 *
 * Assumed: no message is lost, Redis serves other commands evenly between these (each takes `1 / (1 - otherLoad)` of
 * its time), delays of event loops and of the wait are exponential. A region that is cut off is not played: there the
 * lease ends, by rule, after 450 ms of free time.
 *
 * @param random a number from 0 to below 1.
 * @returns milliseconds from the order to the answer that every gateway has confirmed.
 */
export function playFreeze(world: FreezeWorld, random: () => number): number {
  const { regions, callerRoundTripMs, freezeUs, pushUs, acknowledgeUs, otherLoad, loopDelayMs } = world
  const slowed = (us: number) => us / (1 - otherLoad) / 1_000
  const exponential = (meanMs: number) => -meanMs * Math.log(1 - random())
  const waitMs = exponential((slowed(freezeUs) * otherLoad) / 2)
  let told = callerRoundTripMs / 2 + waitMs + slowed(freezeUs)
  const arrivals: number[] = []
  for (const { gateways, roundTripMs } of regions) {
    for (let gateway = 0; gateway < gateways; gateway += 1) {
      told += slowed(pushUs)
      arrivals.push(told + roundTripMs + exponential(loopDelayMs))
    }
  }
  let free = told
  for (const atMs of arrivals.toSorted((one, other) => one - other)) {
    free = Math.max(free, atMs) + slowed(acknowledgeUs)
  }
  return free + callerRoundTripMs / 2
}
