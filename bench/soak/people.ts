import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { MODELS } from '../freeze/models.ts'
import { sendCommand } from '../freeze/soar-command.ts'

interface PeopleOptions {
  /** Origins. */
  readonly gateway: string
  readonly admin: string
  readonly listener: string
  readonly secret: Buffer
  /** Who is frozen and freed. */
  readonly victim: string
  /** Of who asks for what a human must agree to, and of that human. */
  readonly token: string
  readonly approverToken: string
}

interface People {
  stop(): Promise<{
    readonly approvals: { readonly held: number; readonly done: number }
    readonly freezes: number
    readonly freezeMs: number
  }>
}

const FREEZE_EVERY_MS = 3_000
const APPROVE_EVERY_MS = 5_000
const DONE_TIMEOUT_MS = 60_000
const LOOK_EVERY_MS = 500

/** Somebody who freezes and frees a user, and somebody who has a request approved, until they are stopped. */
export function startPeople(options: PeopleOptions): People {
  const listener = new Pool(options.listener)
  const ids: string[] = []
  let [isOver, freezes, freezeMs, number] = [false, 0, 0, 0]

  async function freezeOnce(): Promise<void> {
    const sent = await sendCommand(listener, options.secret, { command: 'freeze_user', sub: options.victim })
    await sent.answer()
    freezes += 1
    freezeMs = Math.max(freezeMs, sent.answeredMs - sent.sentMs)
    await (await sendCommand(listener, options.secret, { command: 'unfreeze_user', sub: options.victim })).answer()
  }

  async function approveOnce(): Promise<void> {
    number += 1
    const content = `Wire $${50_000 + number} to Maria Keller, IBAN AT61 1904 3002 3457 3201.`
    const body = { model: MODELS.steady, messages: [{ role: 'user', content }] }
    const held = await post(`${options.gateway}/v1/chat/completions`, options.token, body)
    const id = /"approval_id":"([0-9a-f-]+)"/.exec(held)?.[1]
    if (id === undefined) return
    ids.push(id)
    await post(`${options.admin}/admin/approvals/${id}`, options.approverToken, {
      decision: 'approve',
      comment: 'Yes.',
    })
  }

  async function isDone(id: string): Promise<boolean> {
    const headers = { authorization: `Bearer ${options.token}` }
    const response = await fetch(`${options.gateway}/v1/chat/completions/chatcmpl-${id}`, { headers })
    return (await response.text()).includes('"approval_required":false')
  }

  async function untilDone(id: string): Promise<boolean> {
    for (const startedMs = performance.now(); performance.now() - startedMs < DONE_TIMEOUT_MS; ) {
      if (await isDone(id).catch(() => false)) return true
      await sleep(LOOK_EVERY_MS)
    }
    return false
  }

  const again = async (act: () => Promise<void>, everyMs: number) => {
    for (; !isOver; await sleep(everyMs)) await act().catch(() => undefined)
  }
  const running = Promise.all([again(freezeOnce, FREEZE_EVERY_MS), again(approveOnce, APPROVE_EVERY_MS)])
  return {
    stop: async () => {
      isOver = true
      await running
      const done = (await Promise.all(ids.map(untilDone))).filter(Boolean).length
      await listener.close()
      return { approvals: { held: ids.length, done }, freezes, freezeMs }
    },
  }
}

async function post(url: string, token: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return await response.text()
}
