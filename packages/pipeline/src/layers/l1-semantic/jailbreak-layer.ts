import type { ChatMessage, Level, PolicyViolation, ThreatFinding } from '@sluice/contracts'
import type { PolicySnapshot } from '@sluice/policy'
import type { Exchange, InspectorDecision, Layers } from '../../layer.ts'
import {
  type BodyWork,
  isDocument,
  type LocalRequest,
  type ModelRequest,
  positionsOf,
  type TextPosition,
} from '../../request/index.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { windowsOf } from '../../run/windows.ts'
import { combine, OVERLAP, type Scores, scoreSlice } from './score-text.ts'
import { askGuards } from './second-opinion.ts'

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

interface JailbreakOptions {
  readonly timeoutMs: number
  /** The longest that guard models may take, in milliseconds. */
  readonly opinionTimeoutMs: number
  /** The highest level of values of a tenant that L3 leaves in texts. */
  readonly keptLevelOf: (tenant: string) => Level
}

/**
 * L1: looks for the techniques of jailbreak and prompt injection in every text position, with a confidence of 0..1
 * each: a noisy-or of the technique's signs, weighted by role. The request's confidence is that of its worst position,
 * a noisy-or over techniques. At or above the policy's `block` it is refused with `jailbreak_detected`; at or above
 * `observe` it goes on with a violation that says so, once guard models were asked, where there are any
 * (`second-opinion.ts`); where there are none it waits for a human, if the policy says so. Text to embed goes on in any
 * case: no model acts on it. What a tool has answered is read by a model next, so it is refused like an order.
 *
 * It cannot catch a paraphrase without any known wording, a technique in a language that the tables lack, one that is
 * spread over several messages, instructions in a document that only the application could tell from its data, text in
 * pictures, sound or ciphers, or a harmful question that is asked plainly. It reads signs; it does not understand.
 */
export function createJailbreakLayer({ timeoutMs, opinionTimeoutMs, keptLevelOf }: JailbreakOptions): Layers['L1'] {
  return {
    id: 'L1',
    timeoutMs,
    opinionTimeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { scope } = exchange
      const { policy } = exchange.runtime
      const found =
        request.remote === undefined
          ? workInSlices(jailbreakSteps(request, policy.jailbreak), scope)
          : request.remote.L1(policy.jailbreak, scope)
      const decided = (signs: Signs) => decisionOn(signs, exchange, request.kind)
      return found instanceof Promise ? found.then(decided) : decided(found)
    },
    askGuards: (request, exchange) => askGuards(request, exchange, keptLevelOf(exchange.origin.principal.tenant)),
  }
}

/** The signs of a whole request. */
type Signs = BodyWork['L1']['output'] & { readonly threats?: readonly ThreatFinding[] }

/** Scores every text position of a request. */
export function* jailbreakSteps(
  request: LocalRequest,
  thresholds: PolicySnapshot['jailbreak'],
): SlicedWork<Signs & { readonly threats: readonly ThreatFinding[] }> {
  const threats: ThreatFinding[] = []
  let confidence = 0
  for (const position of positionsOf(request)) {
    for (const window of windowsOf(position.text, OVERLAP)) {
      yield window.length
      const scores = weighted(scoreSlice(window, position.kind === 'prose'), position)
      if (scores.size === 0) continue
      confidence = Math.max(confidence, combine(scores.values()))
      threats.push(...findingsOf(scores, position, thresholds))
    }
  }
  const techniques = [...new Set(threats.map(({ threat }) => threat))].toSorted()
  return { confidence, techniques, findings: threats.length, threats }
}

function decisionOn(
  { confidence, techniques, findings: findingCount, threats }: Signs,
  { runtime: { policy, endpoints }, facts: { action } }: Exchange,
  kind: ModelRequest['kind'],
): InspectorDecision<'L1'> {
  const { observe, block, unsure } = policy.jailbreak
  const findings = threats === undefined ? { findingCount } : { findings: threats }
  if (confidence >= block && (kind === 'tool-result' || !isDocument(kind))) {
    const violations = [violation('blocked', techniques)]
    return { type: 'deny', refusal: { code: 'jailbreak_detected' }, ...findings, violations }
  }
  if (confidence >= observe) {
    const facts = { isUnsure: !isDocument(kind) }
    const mayHold = unsure === 'hold' && facts.isUnsure && endpoints.guards.length === 0
    if (!mayHold || action === undefined)
      return { type: 'allow', ...findings, facts, violations: [violation('observed', techniques)] }
    const reason = { category: action.category, rule: 'unsure-of-attack' }
    return { type: 'hold', reason, ...findings, facts, violations: [violation('held', techniques)] }
  }
  return { type: 'allow', ...findings }
}

function violation(action: 'blocked' | 'held' | 'observed', techniques: readonly string[]): PolicyViolation {
  return {
    policy_id: 'jailbreak',
    layer: 'L1',
    action,
    severity: action === 'blocked' ? 'high' : 'medium',
    message: `Signs of a jailbreak: ${techniques.join(', ')}.`,
  }
}

/** Single weak signs are no finding: only what could have been observed, were it alone or with its neighbours. */
function findingsOf(scores: Scores, { path }: TextPosition, { observe }: PolicySnapshot['jailbreak']): ThreatFinding[] {
  if (combine(scores.values()) < observe) return []
  return [...scores].map(([threat, confidence]) => ({ kind: 'threat', threat, position: path, confidence }))
}

function weighted(scores: Scores, { role }: TextPosition): Scores {
  const weight = ROLE_WEIGHTS[role ?? 'none']
  return weight === 1 || scores.size === 0
    ? scores
    : new Map([...scores].map(([name, score]) => [name, score * weight]))
}
