import type { Bench, BenchReport } from '../bench.ts'
import { type FlagValues, UsageError, wholeNumber } from '../command-line.ts'
import { percentile } from '../gateway/statistics.ts'
import { createRandom } from '../random.ts'
import { endingWhatWasStarted } from '../services.ts'
import { playFreeze } from './freeze-model.ts'
import { type Deployment, loadOf, loadOfSessions, type Part } from './load-model.ts'
import { measureRedisCosts, type RedisCosts } from './measure-costs.ts'

/** A part is called full where it is busy so much: above, what waits in a queue grows quickly. */
const FULL = 0.6
const FREEZES = 400
const LIMIT_MS = 500

/** What a deployment over several regions would do, computed from costs that are measured first. */
export const simulateBench: Bench = {
  summary:
    'freezes, the outbox and evidence of a large deployment, by a model with measured costs; nothing is run at that size',
  flags: {
    'round-trips': {
      ...{ type: 'string', default: '1,80,150', value: 'MS,MS,...' },
      summary: 'A region for each: its round trip to the Redis of the sessions.',
    },
    gateways: { type: 'string', default: '1000', value: 'N', summary: 'Gateways, spread evenly over the regions.' },
    users: { type: 'string', default: '1000000', value: 'N', summary: 'People who use it in the same hour.' },
    'requests-per-hour': { type: 'string', default: '10', value: 'N', summary: 'Of each of them.' },
    'freezes-per-hour': { type: 'string', default: '3600', value: 'N', summary: 'Of the whole deployment.' },
    shards: { type: 'string', default: '4', value: 'N', summary: 'OUTBOX_SHARDS.' },
    'proved-percent': { type: 'string', default: '5', value: 'N', summary: 'Requests of which a proof is made.' },
    'loop-delay-ms': { type: 'string', default: '5', value: 'N', summary: 'Mean delay of a gateway’s event loop.' },
    'request-us': { type: 'string', default: '1700', value: 'N', summary: 'CPU of a request (`bench -- providers`).' },
    'mask-us': { type: 'string', default: '250', value: 'N', summary: 'CPU of a mask (decision 0040).' },
    'proof-us': { type: 'string', default: '7000', value: 'N', summary: 'CPU of a proof (decision 0040).' },
    seed: { type: 'string', default: '1', value: 'N', summary: 'Of the random numbers.' },
  },
  run: async (flags, progress) => {
    const roundTrips = readRoundTrips(String(flags['round-trips']))
    progress.start(2)
    progress.step('costs of Redis')
    const redis = await endingWhatWasStarted(measureRedisCosts)
    progress.step('freezes')
    return report(flags, roundTrips, redis)
  },
}

function report(flags: FlagValues, roundTrips: readonly number[], redis: RedisCosts): BenchReport {
  const deployment: Deployment = {
    gateways: wholeNumber(flags, 'gateways', { max: 100_000 }),
    users: wholeNumber(flags, 'users'),
    requestsPerHour: wholeNumber(flags, 'requests-per-hour'),
    freezesPerHour: wholeNumber(flags, 'freezes-per-hour'),
    outboxShards: wholeNumber(flags, 'shards', { max: 1_024 }),
    provedShare: wholeNumber(flags, 'proved-percent', { max: 100 }) / 100,
  }
  const costs = {
    ...{ renewUs: redis.renewUs, touchUs: redis.touchUs, freezeUs: redis.freezeUs, appendUs: redis.appendUs },
    ...{ perGatewayUs: redis.pushUs + redis.acknowledgeUs, requestUs: wholeNumber(flags, 'request-us') },
    ...{ maskUs: wholeNumber(flags, 'mask-us'), proofUs: wholeNumber(flags, 'proof-us') },
  }
  const parts = loadOf(deployment, costs)
  const sessions = loadOfSessions(parts)
  const random = createRandom(wholeNumber(flags, 'seed'))
  const times =
    sessions >= 1
      ? []
      : Array.from({ length: FREEZES }, () =>
          playFreeze(
            {
              regions: roundTrips.map((roundTripMs) => ({
                ...{ roundTripMs, gateways: Math.ceil(deployment.gateways / roundTrips.length) },
              })),
              callerRoundTripMs: Math.max(...roundTrips),
              ...redis,
              ...{ otherLoad: sessions, loopDelayMs: wholeNumber(flags, 'loop-delay-ms') },
            },
            random,
          ),
        )
  return {
    text: render(deployment, redis, parts, sessions, times),
    data: { deployment, redis, parts, sessions, times: summary(times) },
    faults: [],
  }
}

function summary(times: readonly number[]) {
  if (times.length === 0) return undefined
  const sorted = times.toSorted((one, other) => one - other)
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99), worstMs: percentile(sorted, 1) }
}

function render(
  { gateways, users, requestsPerHour, freezesPerHour }: Deployment,
  redis: RedisCosts,
  parts: readonly Part[],
  sessions: number,
  times: readonly number[],
): string {
  const us = (value: number) => `${value.toFixed(1)} us`
  const found = summary(times)
  return [
    `Modelled: ${gateways} gateways, ${users} users with ${requestsPerHour} requests an hour each, ${freezesPerHour} freezes an hour.`,
    '',
    '| measured: what Redis spends on | |',
    '| --- | --- |',
    `| a lease that is renewed | ${us(redis.renewUs)} |`,
    `| a session in use | ${us(redis.touchUs)} |`,
    `| a freeze, and for each gateway | ${us(redis.freezeUs)}, ${us(redis.pushUs + redis.acknowledgeUs)} |`,
    `| a record in the outbox | ${us(redis.appendUs)} |`,
    '',
    '| modelled: part | cores | |',
    '| --- | --- | --- |',
    ...parts.map(({ name, cores, canSpread }) => `| ${name} | ${cores.toFixed(3)} | ${wordsOf(cores, canSpread)} |`),
    `| **slot of the sessions, together** | **${sessions.toFixed(3)}** | ${wordsOf(sessions, false)} |`,
    '',
    found === undefined
      ? 'The slot of the sessions has more to do than one core can: no freeze would be in time.'
      : `A freeze until the last gateway has confirmed, ${FREEZES} played: p50 ${found.p50Ms.toFixed(0)} ms, p99 ${found.p99Ms.toFixed(0)} ms, worst ${found.worstMs.toFixed(0)} ms (${found.worstMs <= LIMIT_MS ? 'within' : 'over'} ${LIMIT_MS} ms).`,
  ].join('\n')
}

function wordsOf(cores: number, canSpread: boolean): string {
  if (cores < FULL) return 'holds'
  return canSpread ? `needs ${Math.ceil(cores / FULL)} of them` : 'full: has to change first'
}

function readRoundTrips(text: string): readonly number[] {
  const numbers = text.split(',').map(Number)
  if (numbers.length > 20 || !numbers.every((ms) => Number.isFinite(ms) && ms >= 0 && ms <= 2_000))
    throw new UsageError('--round-trips takes 1 to 20 times from 0 to 2000 ms, with commas between them.')
  return numbers
}
