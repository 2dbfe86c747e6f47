import { hash } from 'node:crypto'
import type { ChatMessage, ThreatFinding } from '@sluice/contracts'
import { type BodyWork, type LocalRequest, positionsOf, type TextPosition } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { placedWindowsOf } from '../../run/windows.ts'
import { lookAtText, type TextLook } from './look-at-text.ts'
import { LookMemo } from './look-memo.ts'
import { OVERLAP } from './score-text.ts'
import { SecondLook } from './second-look.ts'

/**
 * How much a sign counts by who wrote the text. Applications write system prompts, with rules about rules in them; a
 * tool's answer is the way of indirect injection (OWASP LLM01:2025) and counts in full. `none` is text outside the
 * messages: tool descriptions, metadata.
 */
const ROLE_WEIGHTS: Readonly<Record<ChatMessage['role'] | 'none', number>> = {
  system: 0.5,
  developer: 0.5,
  assistant: 0.75,
  user: 1,
  tool: 1,
  function: 1,
  none: 0.75,
}

/** The signs of a whole request. */
export type Signs = BodyWork['L1']['output']

/** What this thread has looked at before. */
const memo = new LookMemo()

export interface ScanInput extends Pick<BodyWork['L1']['input'], 'thresholds' | 'raise'> {
  /** With the name of a session, what it has sent before is remembered. */
  readonly session?: string
}

/** Looks at every text position of a request. Without `second`, by the first stage alone. */
export function* jailbreakSteps(
  request: LocalRequest,
  { thresholds, raise, session }: ScanInput,
  second = new SecondLook(thresholds.observe),
): SlicedWork<Signs> {
  const found: ThreatFinding[] = []
  const unsure = new Set<string>()
  let confidence = 0
  let before = ''
  for (const position of positionsOf(request)) {
    const { text, role } = position
    const isProse = position.kind === 'prose'
    const how = isProse ? 'prose' : 'value'
    const isSaid = isProse && role === 'user'
    const seam = before !== '' && isSaid ? [seamOf(before, text)] : []
    for (const window of [...placedWindowsOf(text, OVERLAP), ...seam]) {
      yield window.text.length
      if (IS_NUMBER.test(window.text)) continue
      const weight = ROLE_WEIGHTS[role ?? 'none']
      const look = second.at(how, window.text, weight, {
        find: () => memo.find(session, how, window.text, () => firstLook(window.text, isProse, thresholds)),
        keep: (settled) => memo.keep(session, how, window.text, settled),
      })
      const own = look.confidence * weight
      // What two messages show together is none of either alone; and that nobody has read a text says nothing of it.
      const isOwn = role === 'user' && window.from >= 0 && look.isUnread !== true
      if (isOwn && own >= thresholds.observe && unsure.size < MAX_TOLD) unsure.add(digestOf(window.text))
      const raised = raisedBy(raise, own)
      confidence = Math.max(confidence, raised)
      // Less than could have been observed is no finding.
      if (raised >= thresholds.observe) found.push(...findingsOf(look, position, window.from, raised))
    }
    if (isSaid) before = text.slice(-SEAM)
  }
  const techniques = [...new Set(found.map(({ threat }) => threat))].toSorted()
  return { confidence, techniques, findings: found.length, threats: surestOf(found), unsure: [...unsure] }
}

/** What the first stage says; it is all that is said, and remembered, where the policy has no second. */
function firstLook(text: string, isProse: boolean, { secondStage }: ScanInput['thresholds']): TextLook {
  const look = lookAtText(text, isProse)
  return secondStage === true ? look : { confidence: look.confidence, reasons: look.reasons }
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url')
}

function raisedBy(raise: number, confidence: number): number {
  return raise === 0 ? confidence : 1 / (1 + ((1 - confidence) / confidence) * Math.exp(-raise))
}

/** A number, a date or an id in digits is no order; a longer run of digits may be an encoded one. */
const IS_NUMBER = /^[\s\d.,:;+-]{0,40}$/

/** What stands at the end of a user's message and at the beginning of the next is read together, so far each way. */
const SEAM = 240

/** The end of one message and the beginning of the next, which begins behind the first and a space. */
function seamOf(before: string, text: string) {
  return { text: `${before} ${text.slice(0, SEAM)}`, from: -before.length - 1 }
}

function findingsOf(look: TextLook, { text, path }: TextPosition, from: number, confidence: number): ThreatFinding[] {
  return look.reasons.map(({ technique, start, end }) => ({
    ...{ kind: 'threat', threat: technique, position: path, confidence },
    // What stands in the message before is not counted here.
    start: Math.min(text.length, Math.max(0, from + start)),
    end: Math.min(text.length, Math.max(0, from + end)),
  }))
}

/** What is told of one request at most: an attacker who writes a thousand attacks is no better known by each. */
const MAX_TOLD = 16

/** The surest of the findings, one of each technique in each text. */
function surestOf(found: readonly ThreatFinding[]): readonly ThreatFinding[] {
  const surest = found.toSorted((one, other) => other.confidence - one.confidence)
  const told = new Map<string, ThreatFinding>()
  for (const finding of surest) {
    const name = JSON.stringify([finding.threat, finding.position])
    if (!told.has(name) && told.size < MAX_TOLD) told.set(name, finding)
  }
  return [...told.values()]
}
