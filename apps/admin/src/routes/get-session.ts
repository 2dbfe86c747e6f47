import { createRoute } from '@hono/zod-openapi'
import { sessionPath } from '../wire/path.ts'
import { sessionViewSchema, viewSession } from '../wire/session-view.ts'
import { findSession } from './find-session.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

export const getSession: Operation = {
  route: createRoute({
    method: 'get',
    path: '/admin/sessions/{id}',
    summary: 'View the state of a session',
    description:
      'CISO: every session of the tenant. AIGO: sessions of its own departments; others seem not to exist. Messages are ' +
      'never shown.',
    security: bearer,
    request: { params: sessionPath },
    responses: { 200: jsonAnswer('The session.', sessionViewSchema), ...errorAnswers('invalid_request', 'not_found') },
  }),
  answer: (admin) => async (context) => {
    const session = await findSession(admin, context)
    const user = await admin.users.find(session.tenant, session.sub)
    return context.json(viewSession(session, user?.preferredUsername))
  },
}
