import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { startService } from '@sluice/service-kit'
import { soarListenerService } from '@sluice/soar-listener/service'
import { startTestStack } from '@sluice/test-stack'
import { startKafka, startRsyslog, startStubModel } from '@sluice/testkit'

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'dave', groups: ['role:soc-analyst'] },
  { sub: 'erin', groups: ['role:aigo'] },
  { sub: 'grace', groups: ['role:auditor'] },
]
export type Person = 'alice' | 'dave' | 'erin' | 'grace'

/** With which the SOAR system of the tour signs its commands. */
export const SOAR_SECRET = Buffer.alloc(32, 5)

/** Every service of the product and what it talks to; only the model is a stub, which repeats what it was told. */
export async function startTourStack() {
  const [model, rsyslog, kafka] = await Promise.all([
    startStubModel({ models: ['demo'], reply: ({ body }) => ({ text: `You wrote: ${lastText(body)}` }) }),
    startRsyslog(),
    startKafka(),
  ])
  const stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([{ name: 'model', baseUrl: model.baseUrl, permittedLevel: 6, models: ['demo'] }]),
      CLEARANCES: JSON.stringify({ 'dept:finance': { level: 5 } }),
    }),
  })
  const start = async (definition: Parameters<typeof startService>[0], changes: Readonly<Record<string, string>>) => {
    const logDestination = { write: () => undefined }
    const service = await startService(definition, { env: { ...stack.env, ...changes }, logDestination })
    return { url: service.url, stop: () => service.stop() }
  }
  const worker = await start(gatewayWorkerService, { KAFKA_BROKERS: kafka.brokers.join(','), APPROVAL_SWEEP_MS: '100' })
  const admin = await start(adminService, {
    ...{ AUDIT_WRITER: 'true', EVIDENCE_WORKERS: '1', TLOG_KEY: Buffer.alloc(32, 9).toString('base64') },
    ...{ TLOG_ORIGIN: 'sluice.example/tlog', TLOG_CHECKPOINT_MS: '200', EVIDENCE_WAIT_MS: '30000' },
    SIEM_BATCH_MS: '1000',
    SIEM_SYSLOG_URL: `syslog+tcp://127.0.0.1:${rsyslog.ports.tcp}`,
  })
  const soar = await start(soarListenerService, {
    SOAR_CALLERS: JSON.stringify({ xsoar: [`whsec_${SOAR_SECRET.toString('base64')}`] }),
  })
  return {
    model,
    rsyslog,
    kafka,
    urls: { gateway: stack.url, admin: admin.url, soar: soar.url },
    tokenFor: (person: Person) => stack.tokenFor(person),
    stop: async () => {
      for (const service of [worker, admin, soar]) await service.stop()
      await stack.stop()
      await Promise.all([model.stop(), rsyslog.stop(), kafka.stop()])
    },
  }
}

export type TourStack = Awaited<ReturnType<typeof startTourStack>>

function lastText(body: Readonly<Record<string, unknown>>): string {
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : []
  return String(Object(messages.at(-1)).content)
}
