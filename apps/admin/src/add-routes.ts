import { OpenAPIHono } from '@hono/zod-openapi'
import { ADMIN_ACTIONS, type AdminAction } from '@sluice/policy'
import type { ServiceApp } from '@sluice/service-kit'
import { type AdminEnv, gateByPolicy } from './access-gate.ts'
import { describeConsoleSecurity } from './console/console-security.ts'
import type { Dependencies } from './dependencies.ts'
import { changeApiKeyLimits } from './routes/change-api-key-limits.ts'
import { checkCodenames } from './routes/check-codenames.ts'
import { confirmBreakGlass } from './routes/confirm-break-glass.ts'
import { confirmIdpSync } from './routes/confirm-idp-sync.ts'
import { createApiKey } from './routes/create-api-key.ts'
import { decideApproval } from './routes/decide-approval.ts'
import { deletePolicy } from './routes/delete-policy.ts'
import { erasePerson } from './routes/erase-person.ts'
import { exportEvidence, getEvidence } from './routes/evidence.ts'
import { challengeEvidence, getEvidenceChallenge } from './routes/evidence-challenges.ts'
import { forgetAnswers } from './routes/forget-answers.ts'
import { freezeSession } from './routes/freeze-session.ts'
import { freezeUser } from './routes/freeze-user.ts'
import { getApproval } from './routes/get-approval.ts'
import { getAuditLog } from './routes/get-audit-log.ts'
import { getIdpSync } from './routes/get-idp-sync.ts'
import { getLogKeys } from './routes/get-log-keys.ts'
import { getOverview } from './routes/get-overview.ts'
import { getPolicyDocument } from './routes/get-policy-document.ts'
import { getPolicyHistory } from './routes/get-policy-history.ts'
import { getSession } from './routes/get-session.ts'
import { getSiemEvents } from './routes/get-siem-events.ts'
import { getUsage } from './routes/get-usage.ts'
import { getUser } from './routes/get-user.ts'
import { getUserFreeze } from './routes/get-user-freeze.ts'
import { getUserLimits } from './routes/get-user-limits.ts'
import { jointUnfreezeUser } from './routes/joint-unfreeze-user.ts'
import { listLegalHolds, openLegalHold, releaseLegalHold } from './routes/legal-holds.ts'
import { getApiKey, listApiKeys } from './routes/list-api-keys.ts'
import { listApprovals } from './routes/list-approvals.ts'
import { listBreakGlass } from './routes/list-break-glass.ts'
import { listEndpoints } from './routes/list-endpoints.ts'
import { listLimits } from './routes/list-limits.ts'
import { listPolicies } from './routes/list-policies.ts'
import { listServices } from './routes/list-services.ts'
import { listSessions } from './routes/list-sessions.ts'
import { listSiemDeadLetters } from './routes/list-siem-dead-letters.ts'
import { listSiemReceivers } from './routes/list-siem-receivers.ts'
import { listSoarDeliveries } from './routes/list-soar-deliveries.ts'
import { listSoarReceivers } from './routes/list-soar-receivers.ts'
import { listUsers } from './routes/list-users.ts'
import { openBreakGlass } from './routes/open-break-glass.ts'
import type { Operation } from './routes/operation.ts'
import { readBreakGlassMappings } from './routes/read-break-glass-mappings.ts'
import { readCodenames } from './routes/read-codenames.ts'
import { resendAllSiemDeadLetters } from './routes/resend-all-siem-dead-letters.ts'
import { resendAllSoarDeliveries } from './routes/resend-all-soar-deliveries.ts'
import { resendSiemDeadLetter } from './routes/resend-siem-dead-letter.ts'
import { resendSoarDelivery } from './routes/resend-soar-delivery.ts'
import { revokeApiKey } from './routes/revoke-api-key.ts'
import { revokeBreakGlass } from './routes/revoke-break-glass.ts'
import { simulatePolicies } from './routes/simulate-policies.ts'
import { testPolicies } from './routes/test-policies.ts'
import { acceptToolDefinition, listToolDefinitions } from './routes/tool-definitions.ts'
import { unfreezeSession } from './routes/unfreeze-session.ts'
import { unfreezeUser } from './routes/unfreeze-user.ts'
import { validatePolicy } from './routes/validate-policy.ts'
import { verifyAuditLog } from './routes/verify-audit-log.ts'
import { viewCacheState } from './routes/view-cache.ts'
import { writeCodenames } from './routes/write-codenames.ts'
import { writePolicy } from './routes/write-policy.ts'
import { takeJsonBody } from './wire/json-body.ts'
import { requireDecodablePath } from './wire/path.ts'

export const OPERATIONS: readonly Operation[] = [
  listSessions,
  getSession,
  freezeSession,
  unfreezeSession,
  getUserFreeze,
  freezeUser,
  unfreezeUser,
  jointUnfreezeUser,
  getIdpSync,
  confirmIdpSync,
  listPolicies,
  writePolicy,
  deletePolicy,
  getPolicyHistory,
  getPolicyDocument,
  getEvidence,
  exportEvidence,
  challengeEvidence,
  getEvidenceChallenge,
  simulatePolicies,
  testPolicies,
  getAuditLog,
  verifyAuditLog,
  getUsage,
  getSiemEvents,
  listLegalHolds,
  openLegalHold,
  releaseLegalHold,
  erasePerson,
  listSoarDeliveries,
  resendSoarDelivery,
  resendAllSoarDeliveries,
  listSoarReceivers,
  readCodenames,
  writeCodenames,
  openBreakGlass,
  listBreakGlass,
  confirmBreakGlass,
  revokeBreakGlass,
  readBreakGlassMappings,
  listApprovals,
  getApproval,
  decideApproval,
  createApiKey,
  changeApiKeyLimits,
  listApiKeys,
  getApiKey,
  revokeApiKey,
  listToolDefinitions,
  acceptToolDefinition,
  forgetAnswers,
  viewCacheState,
  validatePolicy,
  getLogKeys,
  checkCodenames,
  listUsers,
  getUser,
  listSiemReceivers,
  listSiemDeadLetters,
  resendSiemDeadLetter,
  resendAllSiemDeadLetters,
  listServices,
  listEndpoints,
  getOverview,
  getUserLimits,
  listLimits,
]

/** Describes the routes for the OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  describeCredentials(app)
  for (const { route } of OPERATIONS) app.openAPIRegistry.registerPath(route)
}

/**
 * Adds the admin routes behind the gate. Throws where a route names no action, or an action has not exactly one route:
 * then the service does not start.
 */
export function addRoutes(
  app: ServiceApp,
  dependencies: Dependencies,
  operations: readonly Operation[] = OPERATIONS,
): void {
  const actions = actionsByEndpoint(operations)
  const gated = new OpenAPIHono<AdminEnv>()
  gated.use(
    '/admin/*',
    gateByPolicy(dependencies, (method, path) => actions.get(`${method} ${path}`)),
    requireDecodablePath,
  )
  for (const { route, add } of operations) {
    const path = route.getRoutingPath()
    if (route.request?.body) gated.on(route.method, path, takeJsonBody(dependencies.maxBodyBytes))
    add(gated, dependencies)
  }
  requireActions(gated.routes, actions)
  describeCredentials(app)
  app.route('/', gated)
}

/** The action of each endpoint, by method and path as the router writes them. Throws where one of them stands twice. */
function actionsByEndpoint(operations: readonly Operation[]): ReadonlyMap<string, AdminAction> {
  const actions = new Map(
    operations.map(({ action, route }) => [`${route.method.toUpperCase()} ${route.getRoutingPath()}`, action]),
  )
  if (actions.size < operations.length) throw new Error('an admin route was added twice')
  const routed = new Set(actions.values())
  if (routed.size < actions.size) throw new Error('two admin routes name the same action')
  const unrouted = ADMIN_ACTIONS.find((action) => !routed.has(action))
  if (unrouted) throw new Error(`no admin route names the action ${unrouted}`)
  return actions
}

interface Route {
  readonly method: string
  readonly path: string
}

/** An operation may add no route beside its own. */
function requireActions(routes: readonly Route[], actions: ReadonlyMap<string, AdminAction>): void {
  const stray = routes.find(({ method, path }) => method !== 'ALL' && !actions.has(`${method} ${path}`))
  if (stray) throw new Error(`${stray.method} ${stray.path} names no action of the policy`)
}

function describeCredentials(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'An OAuth 2.0 / OIDC access token of the enterprise identity provider.',
  })
  describeConsoleSecurity(app)
}
