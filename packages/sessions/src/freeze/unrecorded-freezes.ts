import { type ControlRecord, controlRecordSchema } from '@sluice/contracts'
import { createRedisScript, unexpectedReply } from '@sluice/redis'
import { z } from 'zod'
import type { SessionConnection } from '../store/session-connection.ts'

/** Where records of freezes go. With `once`, a record that the outbox has already is not appended again. */
export interface FreezeRecords {
  append(record: ControlRecord, options?: { readonly once?: boolean }): Promise<void>
}

/** The record of a freeze, to be kept with the freeze itself until the outbox has it. */
export interface FreezeIntent {
  readonly id: string
  /** The record as JSON, without what only the reply of the freeze tells. */
  readonly text: string
}

const LOOK_EVERY_MS = 2_000
/** Longer than a freeze that goes well takes to be recorded by the process that ordered it. */
const LEAST_AGE_MS = 4_000
/** Looked at in one round, about. */
const PAGE = 200

/**
 * Reads a page of freezes that no record tells of yet. KEYS: hash. ARGV: cursor, count. Returns the time in
 * milliseconds, the next cursor, and ids with what is kept of them in turn.
 */
const readPage = createRedisScript(`
local time = redis.call('TIME')
local page = redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
return {tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000), page[1], page[2]}
`)

const pageSchema = z.tuple([z.number(), z.string(), z.array(z.string())])
/** Version of the state, whether it was changed, when, and the record. */
const KEPT = /^(\d{1,16}) ([01]) (\d{1,16}) (\{.*\})$/s

/**
 * Freezes that have taken effect and that no record in the outbox tells of. The step that freezes also keeps its
 * record here; who ordered the freeze appends it to the outbox and forgets it here. Where that process has no reply,
 * has died or finds the outbox full, any process that can freeze appends it: a freeze that Redis executes late, after
 * standing still, is recorded as well.
 */
export class UnrecordedFreezes {
  readonly #connection: Pick<SessionConnection, 'redis' | 'keys' | 'onError'>
  readonly #records: FreezeRecords
  readonly #onRecorded: (record: ControlRecord) => void
  readonly #timer: NodeJS.Timeout
  #cursor = '0'
  #isLooking = false
  #hasFailed = false

  /** @param onRecorded receives each record that is appended here. */
  constructor(
    connection: Pick<SessionConnection, 'redis' | 'keys' | 'onError'>,
    records: FreezeRecords,
    onRecorded: (record: ControlRecord) => void,
  ) {
    this.#connection = connection
    this.#records = records
    this.#onRecorded = onRecorded
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  /** The outbox has the record. Where Redis fails here, the record is offered again and found to be there. */
  forget(id: string): void {
    const { redis, keys } = this.#connection
    redis.hdel(keys.unrecorded, id).catch(() => undefined)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      await this.#recordPage()
      this.#hasFailed = false
    } catch (cause) {
      if (!this.#hasFailed) this.#connection.onError(new Error('freezes could not be recorded yet', { cause }))
      this.#hasFailed = true
    } finally {
      this.#isLooking = false
    }
  }

  async #recordPage(): Promise<void> {
    const { redis, keys } = this.#connection
    const reply = pageSchema.safeParse(await readPage(redis, [keys.unrecorded], [this.#cursor, PAGE]))
    if (!reply.success) throw unexpectedReply()
    const [nowMs, cursor, flat] = reply.data
    let unreadable = 0
    for (let at = 0; at + 1 < flat.length; at += 2) {
      const kept = readKept(flat[at + 1] ?? '')
      if (kept === undefined) unreadable += 1
      if (kept === undefined || nowMs - kept.atMs < LEAST_AGE_MS) continue
      await this.#records.append(kept.record, { once: true })
      this.forget(kept.record.id)
      this.#onRecorded(kept.record)
    }
    this.#cursor = cursor
    if (unreadable > 0) throw new Error(`What is kept of ${unreadable} freezes has another form.`)
  }
}

interface KeptFreeze {
  readonly atMs: number
  readonly record: ControlRecord
}

function readKept(text: string): KeptFreeze | undefined {
  const [, version, changed, at, json = ''] = KEPT.exec(text) ?? []
  const record = controlRecordSchema.safeParse(parseJson(json))
  if (!record.success) return undefined
  const details = { changed: changed === '1', version: Number(version), seen_late: true }
  return { atMs: Number(at), record: { ...record.data, details } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
