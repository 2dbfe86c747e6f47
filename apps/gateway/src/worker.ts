import { type ServiceDefinition, VERSION } from '@sluice/service-kit'
import { openBodies } from './bodies/open-bodies.ts'
import { composePipeline } from './compose-pipeline.ts'
import { type GatewayConfig, gatewayConfigSchema } from './config.ts'
import { openExchangeTraces } from './observation/open-exchange-traces.ts'
import { RequestObserver } from './observation/request-observer.ts'
import { openPorts } from './open-ports.ts'
import { openRelay } from './relay/open-relay.ts'
import { openApprovalQueue } from './workers/approval-queue.ts'
import { ApprovedRequests } from './workers/approved-requests.ts'
import { createHeldSessions } from './workers/held-sessions.ts'

/** The gateway's worker as a service: it carries out approved requests and publishes events, and has no routes. */
export const gatewayWorkerService: ServiceDefinition<GatewayConfig> = {
  name: 'gateway-worker',
  info: {
    title: 'Sluice gateway, worker',
    version: VERSION,
    description: 'Carries out requests that humans have approved, and publishes events to Kafka.',
  },
  configSchema: gatewayConfigSchema,
  docs: { title: 'the worker of the gateway', notes: [] },
  async build(context) {
    const { config, logger, metrics, clock, onClose, stopping } = context
    const ports = await openPorts(context, { kind: 'worker', sessionsOf: createHeldSessions })
    const observer = new RequestObserver(metrics, logger, () => undefined)
    const runs = metrics.counter({
      name: 'sluice_approved_runs_total',
      help: 'Approved requests that were carried out (done), failed, or could not be begun (postponed).',
      labelNames: ['outcome', 'code'],
    })
    const requests = new ApprovedRequests({
      ...ports,
      pipeline: composePipeline(context, ports, observer),
      bodies: openBodies(context),
      clock,
      traces: openExchangeTraces(context),
      limits: {
        localBodyBytes: config.LOCAL_BODY_BYTES,
        maxAnswerBytes: config.APPROVAL_MAX_ANSWER_BYTES,
        leaseMs: config.APPROVAL_LEASE_MS,
      },
      onRun: (approvalId, outcome, code = '') => {
        runs.inc({ outcome, code })
        logger.info({ approvalId, outcome, code }, 'approved request')
      },
    })
    const queue = openApprovalQueue({
      redisUrl: config.REDIS_URL,
      concurrency: config.APPROVAL_RUNS,
      sweepMs: config.APPROVAL_SWEEP_MS,
      approvals: ports.approvals,
      requests,
      onError: (err) => logger.warn({ err }, 'queue of approved requests'),
    })
    await openRelay(context, { version: VERSION, outbox: ports.outbox })
    stopping.addEventListener('abort', () => void queue.pause().catch(() => undefined), { once: true })
    onClose('queue of approved requests', () => queue.close())
    return { checks: ports.checks }
  },
}
