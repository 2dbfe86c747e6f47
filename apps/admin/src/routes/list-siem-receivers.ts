import { createRoute, z } from '@hono/zod-openapi'
import { digestOfReceiver } from '@sluice/redis'
import { defined } from '@sluice/service-kit/async'
import { addressOf } from '@sluice/service-kit/environment'
import { receiversSaid, viewReceiverState } from '../wire/receiver-state.ts'
import { siemReceiverSchema } from '../wire/siem-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/siem-receivers',
  summary: 'See what the receivers of events have been sent, and what waits for them',
  description:
    'SOC Analyst, CISO: the receivers that this service is configured with, at most 17, and how each does, as the processes that send to ' +
    'it said in the last minute. They get the events of all tenants; the numbers are of the records of the own one.',
  security: bearer,
  responses: {
    200: jsonAnswer('The receivers.', z.object({ data: z.array(siemReceiverSchema) })),
    ...errorAnswers(),
  },
})

export const listSiemReceivers: Operation = {
  action: 'list-siem-receivers',
  route,
  add: (app, { siem, serviceStates, clock }) => {
    app.openapi(route, async (context) => {
      const { tenant } = context.get('caller').principal
      const [dead, states] = await Promise.all([siem.letters.countDead(tenant), serviceStates()])
      const said = receiversSaid(states, 'admin')
      const nowMs = clock.nowMs()
      const data: z.output<typeof siemReceiverSchema>[] = []
      // One after another: each counts up to 20,000 entries of an index.
      for (const receiver of siem.configured) {
        const backlog = await siem.receivers.backlogOf(receiver.url, tenant)
        const id = digestOfReceiver(receiver.url)
        data.push({
          ...{ id, receiver: addressOf(receiver.url), ...viewReceiverState(said.get(id), nowMs) },
          ...('format' in receiver
            ? { over: 'https' as const, format: receiver.format }
            : { over: 'syslog' as const, format: 'cef' as const }),
          ...defined({
            waiting: backlog && { grave: backlog.grave, others: backlog.others },
            batch_sent_at: backlog?.batchSentAt.toISOString(),
          }),
          dead_letters: dead.get(receiver.url) ?? 0,
        })
      }
      return context.json({ data }, 200)
    })
  },
}
