import { createRoute } from '@hono/zod-openapi'
import { userPath } from '../wire/path.ts'
import { personSchema, viewPerson } from '../wire/user-view.ts'
import { findKnownSubject } from './find-subject.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/users/{sub}',
  summary: 'See who somebody is',
  description: 'CISO, SOC Analyst, Legal Counsel. `{sub}` is claim `sub` of the person, percent-encoded.',
  security: bearer,
  request: { params: userPath },
  responses: {
    200: jsonAnswer('The person.', personSchema),
    ...errorAnswers('invalid_request', 'user_not_found', 'audit_unavailable'),
  },
})

export const getUser: Operation = {
  action: 'view-user',
  route,
  add: (app, { sessions, users, readPrincipal, readRecords }) => {
    app.openapi(route, async (context) => {
      const caller = context.get('caller')
      await readRecords.note('users.read', caller.principal, context.get('requestId'))
      const subject = await findKnownSubject({ sessions, users }, caller, context.req.valid('param').sub)
      return context.json(viewPerson(subject, readPrincipal), 200)
    })
  },
}
