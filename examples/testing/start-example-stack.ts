import { adminService } from '@sluice/admin/service'
import { assessmentService } from '@sluice/assessment-api/service'
import { gatewayService } from '@sluice/gateway/service'
import { gatewayWorkerService } from '@sluice/gateway/worker'
import { type ServiceConfig, type ServiceDefinition, startService } from '@sluice/service-kit'
import { soarListenerService } from '@sluice/soar-listener/service'
import { startTestStack } from '@sluice/test-stack'
import { findFreePort, type StubRequest, startKafka, startStubModel } from '@sluice/testkit'

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'role:employee'] },
  { sub: 'carol', groups: ['role:ciso'] },
  { sub: 'mallory', groups: ['role:employee'], preferredUsername: 'mallory' },
  { sub: 'oscar', groups: ['role:employee'], preferredUsername: 'oscar' },
]
const SOAR_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

/** Every service that the examples talk to, over real stores and Kafka; only the model is a stub. */
export async function startExampleStack() {
  const [model, kafka, portOfPlaybook, portOfPortal] = await Promise.all([
    startStubModel({ models: ['sluice-demo'], reply: replyTo }),
    startKafka(),
    findFreePort(),
    findFreePort(),
  ])
  const stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([
        { name: 'model', baseUrl: model.baseUrl, permittedLevel: 6, models: ['sluice-demo'] },
      ]),
      CLEARANCES: JSON.stringify({ 'dept:finance': { level: 5 } }),
    }),
  })
  const start = async <Config extends ServiceConfig>(
    definition: ServiceDefinition<Config>,
    changes: Readonly<Record<string, string>> = {},
  ) => await startService(definition, { env: { ...stack.env, ...changes }, logDestination: { write: () => undefined } })
  const services = [
    await start(gatewayWorkerService, { KAFKA_BROKERS: kafka.brokers.join(',') }),
    await start(adminService),
    await start(soarListenerService, {
      ...{ SOAR_CALLERS: JSON.stringify({ xsoar: [SOAR_SECRET] }), SOAR_CLIENTS: 'soar' },
      ...{
        SOAR_WEBHOOK_URL: `http://127.0.0.1:${portOfPlaybook}/`,
        SOAR_WEBHOOK_SECRETS: JSON.stringify([SOAR_SECRET]),
      },
      ANOMALY_JAILBREAKS: '2',
    }),
    await start(assessmentService),
  ] as const
  const [, admin, soar, assessment] = services
  const soarToken = await stack.mint({ sub: 'soar', client_id: 'soar', azp: 'soar', scope: 'soar' })
  return {
    model,
    tokenFor: (sub: string) => stack.tokenFor(sub),
    gatewayUrl: stack.url,
    portalUrl: `http://127.0.0.1:${portOfPortal}/`,
    playbookUrl: `http://127.0.0.1:${portOfPlaybook}/`,
    /** The variables that the examples read. */
    env: {
      ...{ SLUICE_URL: stack.url, SLUICE_TOKEN: await stack.tokenFor('alice') },
      ...{ ADMIN_URL: admin.url, ADMIN_TOKEN: await stack.tokenFor('carol') },
      ...{ SOAR_URL: soar.url, SOAR_SECRET, SOAR_TOKEN: soarToken, SOAR_WEBHOOK_SECRET: SOAR_SECRET },
      ...{ ASSESSMENT_URL: assessment.url, KAFKA_BROKERS: kafka.brokers.join(',') },
    },
    portOfPlaybook,
    portOfPortal,
    stop: async () => {
      for (const service of services) await service.stop()
      await stack.stop()
      await Promise.all([model.stop(), kafka.stop()])
    },
  }
}

/** Repeats what it was told. Where it has a tool, it calls it with the mail address of the question first. */
function replyTo({ body }: StubRequest) {
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : []
  const last = Object(messages.at(-1))
  const text = String(last.content)
  if (!Array.isArray(body.tools) || last.role === 'tool') return { text: `You wrote: ${text}` }
  const email = /EMAIL_ADDRESS_\w+/.exec(text)?.[0]
  return { toolCalls: [{ name: 'last_order', arguments: JSON.stringify({ email }) }] }
}
