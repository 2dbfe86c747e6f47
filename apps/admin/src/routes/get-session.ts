import { createRoute } from '@hono/zod-openapi'
import { sessionPath } from '../wire/path.ts'
import { sessionViewSchema, viewSession } from '../wire/session-view.ts'
import { findSession } from './find-session.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const route = createRoute({
  method: 'get',
  path: '/admin/sessions/{id}',
  summary: 'View the state of a session',
  description:
    'CISO: every session of the tenant. AIGO: sessions of its own departments; others seem not to exist. Messages ' +
    'are never shown.',
  security: bearer,
  request: { params: sessionPath },
  responses: {
    200: jsonAnswer('The session.', sessionViewSchema),
    ...errorAnswers('invalid_request', 'not_found', 'audit_unavailable'),
  },
})

export const getSession: Operation = {
  action: 'view-session',
  route,
  add: (app, { sessions, users, readRecords }) => {
    app.openapi(route, async (context) => {
      await readRecords.note('sessions.read', context.get('caller').principal, context.get('requestId'))
      const session = await findSession({ sessions }, context.get('caller'), context.req.valid('param').id)
      const user = await users.find(session.tenant, session.sub)
      return context.json(viewSession(session, user?.preferredUsername), 200)
    })
  },
}
