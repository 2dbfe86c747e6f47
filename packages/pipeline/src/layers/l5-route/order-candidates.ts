import { hash } from 'node:crypto'
import type { ServingEndpoint } from '../../ports/find-serving.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import { isSlow } from './latency-estimates.ts'

/** 48 bits of a digest as a number from 0 to 1, both excluded. */
const HEX_DIGITS = 12
const RANGE = 2 ** 48

/**
 * The order in which endpoints are asked: by priority; among those of the same, by their weights in a lottery that has
 * the same outcome for all requests of a session, so that an endpoint's prompt cache serves it; those that are slow
 * beside the fastest of the same priority behind those that are not; and behind all, those that have asked to be left
 * alone until later.
 *
 * @param session the same text for all requests of a session.
 */
export function orderCandidates(
  candidates: readonly ServingEndpoint[],
  session: string,
  health: EndpointHealth,
  nowMs: number,
): readonly ServingEndpoint[] {
  if (candidates.length < 2) return candidates
  const groups = new Map<number, ServingEndpoint[]>()
  for (const [index, candidate] of candidates.entries()) {
    const priority = candidate.endpoint.priority ?? index
    const group = groups.get(priority)
    if (group === undefined) groups.set(priority, [candidate])
    else group.push(candidate)
  }
  const ordered = [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([, group]) => (group.length === 1 ? group : slowLast(drawn(group, session), health, nowMs)))
  return last(ordered, ({ endpoint }) => health.isResting(endpoint, nowMs))
}

/**
 * Weighted rendezvous hashing: of two endpoints with the weights 1 and 3 the second is first for three quarters of all
 * sessions, and one that is added or gone moves no session but those that it gets or had.
 *
 * Source: D. Thaler, C. Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996; the weights as in
 * J. Resch, "New Hashing Algorithms for Data Storage", SNIA SDC 2015.
 */
function drawn(group: readonly ServingEndpoint[], session: string): readonly ServingEndpoint[] {
  return group
    .map((candidate) => {
      const { name, weight = 1 } = candidate.endpoint
      const digest = hash('sha256', `${session}\n${name}`, 'hex')
      const uniform = (Number.parseInt(digest.slice(0, HEX_DIGITS), 16) + 0.5) / RANGE
      return { candidate, score: weight / -Math.log(uniform) }
    })
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate)
}

function slowLast(
  group: readonly ServingEndpoint[],
  health: EndpointHealth,
  nowMs: number,
): readonly ServingEndpoint[] {
  const latencyOf = ({ endpoint, model }: ServingEndpoint) => health.latencyMs(endpoint, model, nowMs)
  const fastestMs = Math.min(...group.map((candidate) => latencyOf(candidate) ?? Number.POSITIVE_INFINITY))
  return last(group, (candidate) => isSlow(latencyOf(candidate), fastestMs))
}

function last(
  candidates: readonly ServingEndpoint[],
  isLast: (candidate: ServingEndpoint) => boolean,
): readonly ServingEndpoint[] {
  const behind = candidates.filter(isLast)
  return behind.length === 0 ? candidates : [...candidates.filter((each) => !behind.includes(each)), ...behind]
}
