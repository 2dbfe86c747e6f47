import { SluiceError } from '@sluice/contracts'
import { maskReason } from '@sluice/pipeline/mask-text'
import { defined } from '@sluice/service-kit/async'
import { actorOf, type Caller } from '../callers/authenticate-caller.ts'
import { withClaim } from '../claim-store.ts'
import type { Dependencies } from '../dependencies.ts'
import type { SoarAnswer } from './answer.ts'
import type { Command } from './command.ts'
import { type ExecuteDependencies, executeCommand } from './execute-command.ts'
import { executeRepeatably, type Repeated, readIdempotencyKey } from './idempotency.ts'

/** A command as it has come in, from a caller who is proven. */
interface ReceivedCommand {
  readonly caller: Caller
  readonly command: Command
  /** Header `idempotency-key`. */
  readonly idempotencyKey: string | undefined
  readonly requestId: string
  /** When the request arrived, monotonic. */
  readonly receivedMs: number
}

type OnceDependencies = ExecuteDependencies & Pick<Dependencies, 'answers' | 'clock' | 'counts' | 'logger' | 'messages'>

/**
 * Executes a command: once for a signed message, and once for each caller and idempotency key.
 * Throws `message_replayed`, `in_flight`, `idempotency_key_reused`, and what the command throws.
 */
export async function executeOnce(dependencies: OnceDependencies, received: ReceivedCommand): Promise<Repeated> {
  const { caller } = received
  if (caller.messageId === undefined) return await execute(dependencies, received)
  const claim = await dependencies.messages.claim([caller.name, caller.messageId], '')
  if (claim.state === 'claimed') throw new SluiceError({ code: 'in_flight', retryAfterSeconds: 1 })
  if (claim.state === 'done') throw new SluiceError('message_replayed')
  return await withClaim(
    claim,
    () => execute(dependencies, received),
    () => '',
    logClaimFailure(dependencies, received),
  )
}

async function execute(dependencies: OnceDependencies, received: ReceivedCommand): Promise<Repeated> {
  const { caller, command } = received
  const key = readIdempotencyKey(command, received.idempotencyKey)
  const work = () => answerCommand(dependencies, received)
  if (key === undefined) return { answer: await work(), replayed: false }
  const onError = logClaimFailure(dependencies, received)
  const result = await executeRepeatably(dependencies.answers, { caller: caller.name, key, command }, work, onError)
  if (result.replayed) {
    dependencies.counts.command(command.command, 'replayed', elapsedMsSince(dependencies, received))
  }
  return result
}

async function answerCommand(dependencies: OnceDependencies, received: ReceivedCommand): Promise<SoarAnswer> {
  const { caller, command, requestId } = received
  const incidentId = command.incident_id ?? undefined
  const reason = await maskReason(command.reason, dependencies.clock)
  const order = { reason, actor: actorOf(caller), incidentId, requestId }
  const { user, report, sessionId, marked } = await executeCommand(dependencies, caller, command, order)
  const elapsedMs = elapsedMsSince(dependencies, received)
  dependencies.counts.command(command.command, report.changed ? 'changed' : 'unchanged', elapsedMs)
  const { state, changed, version, gateways, durable, recorded } = report
  return {
    command: command.command,
    user: { tenant: user.tenant, sub: user.sub },
    ...defined({ session_id: sessionId }),
    state,
    changed,
    sessions_frozen: state === 'frozen' ? report.sessions : 0,
    gateways: { ...gateways, missing: [...gateways.missing] },
    elapsed_ms: Math.round(elapsedMs * 10) / 10,
    version,
    incident_id: incidentId ?? null,
    ...defined({ durable }),
    recorded,
    ...(marked ? { marked } : {}),
  }
}

function elapsedMsSince({ clock }: Pick<Dependencies, 'clock'>, { receivedMs }: ReceivedCommand): number {
  return clock.monotonicMs() - receivedMs
}

/** The claim then ends by itself; the command stays executed. */
function logClaimFailure({ logger }: Pick<Dependencies, 'logger'>, { requestId }: ReceivedCommand) {
  return (err: unknown) => logger.error({ requestId, err }, 'a claim could not be settled')
}
