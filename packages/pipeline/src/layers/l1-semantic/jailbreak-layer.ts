import type { Level, PolicyViolation } from '@sluice/contracts'
import { loadPromptClassifier, loadRereader, loadSecondStage, SecondReaders } from '@sluice/prompt-classifier'
import type { Exchange, InspectorDecision, Layers } from '../../layer.ts'
import type { SessionSuspicions } from '../../ports/session-suspicions.ts'
import { isDocument, type LocalRequest, type ModelRequest } from '../../request/index.ts'
import { workInSlices } from '../../run/slice-queue.ts'
import type { WorkOwner } from '../../run/work-owner.ts'
import { sessionNameOf } from '../../session-scope.ts'
import { jailbreakSteps, type ScanInput, type Signs } from './jailbreak-steps.ts'
import { SecondLook } from './second-look.ts'
import { askGuards } from './second-opinion.ts'

interface JailbreakOptions {
  readonly timeoutMs: number
  /** The longest that guard models may take, in milliseconds. */
  readonly opinionTimeoutMs: number
  /** The highest level of values of a tenant that L3 leaves in texts. */
  readonly keptLevelOf: (tenant: string) => Level
  /** What sessions have sent before; nothing is remembered where it is left out. */
  readonly memory?: SessionMemory | undefined
}

interface SessionMemory {
  readonly suspicions: Pick<SessionSuspicions, 'scoreOf'>
  /** A digest of a text that nobody can find by trial. */
  readonly digest: (tenant: string, text: string) => string
}

/**
 * L1: how probably each text position is a jailbreak or a prompt injection (OWASP LLM01:2025), by a model of our own
 * over the folded text and its decodings, with the phrases of known techniques as evidence, weighted by role. The
 * request's confidence is that of its worst position. At or above the policy's `block` it is refused with
 * `jailbreak_detected`; at or above `observe` it goes on with a violation that says so, once guard models were asked,
 * where there are any (`second-opinion.ts`); where there are none it waits for a human, if the policy says so.
 *
 * Text to embed goes on in any case: no model acts on it. What a tool has answered is read by a model next, so it is
 * refused like an order.
 *
 * Messages of the user with signs of an attack raise the score of the next ones of the session (crescendo), each text
 * once and for a while; what tools and documents say raises nothing.
 *
 * It cannot catch what no wording tells: instructions in a document that only the application could tell from its data,
 * an attack that is spread over many messages without a sign in any, text in pictures or sound, ciphers that it does
 * not read, or a harmful question that is asked plainly. docs/model-card-l1.md has the figures.
 */
export function createJailbreakLayer(options: JailbreakOptions): Layers['L1'] {
  const { timeoutMs, opinionTimeoutMs, keptLevelOf, memory } = options
  // It takes some 80 ms, which no request is to wait for.
  loadPromptClassifier()
  loadRereader()
  loadSecondStage()
  readers.start()
  return {
    id: 'L1',
    timeoutMs,
    opinionTimeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { origin, runtime, scope } = exchange
      const thresholds = runtime.policy.jailbreak
      const raise = memory === undefined ? 0 : raiseOf(exchange, memory)
      const forGuards = runtime.endpoints.guards.length > 0
      const input = { thresholds, raise, session: sessionNameOf(origin), forGuards }
      const found = request.remote === undefined ? lookTwice(request, input, scope) : request.remote.L1(input, scope)
      const decided = (signs: Signs) => {
        const marks = memory === undefined || isDocument(request.kind) ? undefined : marksOf(signs, origin, memory)
        return decisionOn(signs, exchange, request.kind, { raise, marks })
      }
      return found instanceof Promise ? found.then(decided) : decided(found)
    },
    askGuards: (request, exchange) => askGuards(request, exchange, keptLevelOf(exchange.origin.principal.tenant)),
  }
}

/** The thread that runs the second stage for this one. */
const readers = new SecondReaders()

/**
 * Looks at a request. Where the policy has a second stage, looks again at what the first is unsure of, once that has
 * read it.
 */
export function lookTwice(request: LocalRequest, input: ScanInput, owner: WorkOwner): Signs | Promise<Signs> {
  const second = new SecondLook(input.thresholds.observe)
  const look = () => workInSlices(jailbreakSteps(request, input, second), owner)
  const after = (first: Signs) => {
    const questions = second.questions()
    if (questions.length === 0) return first
    return readers.ask(questions, owner.user).then((scores) => {
      second.answer(scores)
      return look()
    })
  }
  const first = look()
  return first instanceof Promise ? first.then(after) : after(first)
}

/** What earlier messages of the session add to the score of this one, in logits. */
function raiseOf({ origin, runtime }: Exchange, { suspicions }: SessionMemory): number {
  const { session } = runtime.policy.jailbreak
  if (session === undefined) return 0
  return (session.raise * suspicions.scoreOf(origin.session.id, session)) / session.messages
}

/** 48 bits tell the texts of one session apart. */
const MARK_LENGTH = 8

/** What the suspicion of a session knows its texts with signs by. */
function marksOf({ unsure }: Signs, { principal, session }: Exchange['origin'], { digest }: SessionMemory) {
  return unsure.map((text) => digest(principal.tenant, `${session.id} ${text}`).slice(0, MARK_LENGTH))
}

function decisionOn(
  { confidence, techniques, findings, threats }: Signs,
  { runtime: { policy, endpoints }, facts: { action } }: Exchange,
  kind: ModelRequest['kind'],
  { raise, marks }: { readonly raise: number; readonly marks: readonly string[] | undefined },
): InspectorDecision<'L1'> {
  const { observe, block, unsure } = policy.jailbreak
  const noted = marks === undefined ? {} : { marks }
  const said = (action: 'blocked' | 'held' | 'observed') => [violation(action, techniques, raise > 0)]
  const seen = { findingCount: findings, findings: threats }
  if (confidence >= block && (kind === 'tool-result' || !isDocument(kind))) {
    const facts = { threats, ...noted }
    return { type: 'deny', refusal: { code: 'jailbreak_detected' }, ...seen, facts, violations: said('blocked') }
  }
  if (confidence >= observe) {
    const isOrder = !isDocument(kind)
    const facts = { isUnsure: isOrder || kind === 'tool-result', threats, ...noted }
    const mayHold = unsure === 'hold' && isOrder && endpoints.guards.length === 0
    if (!mayHold || action === undefined) return { type: 'allow', ...seen, facts, violations: said('observed') }
    const reason = { category: action.category, rule: 'unsure-of-attack' }
    return { type: 'hold', reason, ...seen, facts, violations: said('held') }
  }
  return { type: 'allow', findings: [], ...(marks === undefined ? {} : { facts: noted }) }
}

function violation(
  action: 'blocked' | 'held' | 'observed',
  techniques: readonly string[],
  isRaised: boolean,
): PolicyViolation {
  const raised = isRaised ? ' Earlier messages of the session count as well.' : ''
  return {
    policy_id: 'jailbreak',
    layer: 'L1',
    action,
    severity: action === 'blocked' ? 'high' : 'medium',
    message: `Signs of a jailbreak: ${techniques.join(', ')}.${raised}`,
  }
}
