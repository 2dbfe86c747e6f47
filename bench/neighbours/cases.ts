import type { BodyName } from './bodies.ts'
import { MODELS } from './models.ts'

/** What one user does again and again for as long as the case lasts. */
export type Deed =
  /** Sends the bodies one after the other, `atOnce` at a time, each time waiting for the answers. */
  | { readonly do: 'ask'; readonly bodies: readonly BodyName[]; readonly atOnce: number }
  /** Sends short questions, each another one, `atOnce` at a time; their answers may be remembered. */
  | { readonly do: 'ask-anew'; readonly model: string; readonly atOnce: number }
  /** Opens streams on a model that answers slowly. */
  | { readonly do: 'stream'; readonly count: number }
  /** Opens streams on sockets that are never read. */
  | { readonly do: 'never-read'; readonly count: number }
  /** Sends bodies and cuts the connections, once a second. */
  | { readonly do: 'cut'; readonly body: BodyName; readonly count: number; readonly afterMs: number }

interface Case {
  readonly summary: string
  readonly deeds: readonly Deed[]
}

const ask = (atOnce: number, ...bodies: readonly BodyName[]): Deed => ({ do: 'ask', bodies, atOnce })
const SLOW: Deed = { do: 'stream', count: 300 }
const DEAF: Deed = { do: 'never-read', count: 300 }
const CUT: Deed = { do: 'cut', body: 'dots', count: 5, afterMs: 150 }
const GIANT = ask(1, 'long-address-8k', 'long-address-14k', 'address-400k')

/** What Alice does while Bob works, by name. */
export const CASES: Readonly<Record<string, Case>> = {
  nothing: { summary: 'Bob alone', deeds: [] },
  'emails-256k': { summary: '256 KB of different addresses', deeds: [ask(1, 'emails-256k')] },
  'emails-512k': { summary: '512 KB of different addresses', deeds: [ask(1, 'emails-512k')] },
  'emails-2m': { summary: '2 MB of different addresses', deeds: [ask(1, 'emails-2m')] },
  'emails-4m': { summary: '4 MB of different addresses', deeds: [ask(1, 'emails-4m')] },
  'cards-4m': { summary: '4 MB of card numbers', deeds: [ask(1, 'cards-4m')] },
  'emails-10x100k': { summary: '10 at once, 100 KB of addresses each', deeds: [ask(10, 'emails-100k')] },
  'metadata-keys': { summary: 'metadata with 320,000 members', deeds: [ask(1, 'metadata-keys')] },
  'unknown-keys': { summary: 'an unknown member with 380,000 members', deeds: [ask(1, 'unknown-keys')] },
  nested: { summary: '4 MB of arrays, 58 deep', deeds: [ask(1, 'nested')] },
  'slow-streams': { summary: '300 streams of a slow model', deeds: [SLOW] },
  'never-reading': { summary: '300 streams that are never read', deeds: [DEAF] },
  refused: { summary: 'refused requests over 40 connections', deeds: [ask(40, 'refused')] },
  'refused-300': { summary: 'refused requests over 300 connections', deeds: [ask(300, 'refused')] },
  'giant-answers': { summary: 'answers that repeat one token up to 400,000 times', deeds: [GIANT] },
  'cut-bodies': { summary: 'five 4 MB bodies a second, cut after 150 ms', deeds: [CUT] },
  'four-prompts': { summary: 'four 4 MB prompts at once', deeds: [ask(4, 'prose')] },
  'ten-at-once': {
    summary: 'ten of these at once',
    deeds: [
      ask(1, 'emails-512k'),
      ask(1, 'emails-4m'),
      ask(1, 'cards-4m'),
      ask(1, 'metadata-keys'),
      ask(1, 'nested'),
      ask(40, 'refused'),
      SLOW,
      DEAF,
      GIANT,
      CUT,
    ],
  },
}

/** What fills memory, by name. Several users share the work. */
export const MEMORY_CASES: Readonly<Record<string, Case>> = {
  'full-speed': {
    summary: 'short questions as fast as they go',
    deeds: [{ do: 'ask-anew', model: MODELS.brief, atOnce: 1 }],
  },
  'giant-answers': { summary: 'answers that repeat one token up to 400,000 times', deeds: [GIANT] },
  'large-bodies': { summary: '4 MB of addresses from each user at once', deeds: [ask(1, 'emails-4m')] },
  'long-answers': { summary: 'answers of 20 MB to each user at once', deeds: [ask(1, 'long-answer')] },
  'cache-fill': {
    summary: 'different questions with answers of 200 KB',
    deeds: [{ do: 'ask-anew', model: MODELS.medium, atOnce: 1 }],
  },
}
