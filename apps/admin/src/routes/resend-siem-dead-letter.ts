import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, SluiceError } from '@sluice/contracts'
import { addressOf, newId } from '@sluice/service-kit/environment'
import { uuidPath } from '../wire/path.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'post',
  path: '/admin/siem-dead-letters/{id}/resend',
  summary: 'Send a receiver again what it has refused',
  description:
    'SOC Analyst, CISO. It is sent within a second or two where the receiver answers, and is `dead` again where it refuses once more. ' +
    'It is on record first.',
  security: bearer,
  request: { params: uuidPath },
  responses: {
    202: jsonAnswer('It will be sent.', z.object({ id: z.string(), state: z.literal('pending') })),
    ...errorAnswers('invalid_request', 'not_found', 'conflict', 'audit_unavailable'),
  },
})

export const resendSiemDeadLetter: Operation = {
  action: 'resend-siem-dead-letter',
  route,
  add: (app, { siem, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const { tenant, sub } = context.get('caller').principal
      const letter = await siem.letters.find(tenant, id)
      // One that is pending is being sent as it is.
      if (letter === undefined || letter.state === 'pending') throw new SluiceError('not_found')
      if (!siem.configured.some(({ url }) => url === letter.receiver)) {
        throw new SluiceError({ code: 'conflict', message: 'There is no such receiver any more.' })
      }
      const details = { letter: id, record_id: letter.recordId, receiver: addressOf(letter.receiver) }
      await outbox.append(
        createControlRecord({
          ...{
            id: newId(),
            event: 'siem_dead_letter.resent',
            severity: 'low',
            timeMs: clock.nowMs(),
            service: 'admin',
          },
          ...{ actor: `user:${sub}`, tenant, requestId: context.get('requestId'), details },
        }),
      )
      if (!(await siem.letters.sendAgain(tenant, id))) throw new SluiceError('not_found')
      return context.json({ id, state: 'pending' as const }, 202)
    })
  },
}
