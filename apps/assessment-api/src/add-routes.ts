import type { RouteConfig, RouteHandler } from '@hono/zod-openapi'
import type { ServiceApp, ServiceEnv } from '@sluice/service-kit'
import { type Endpoint, requireAccess } from './access.ts'
import type { AssessmentApi } from './assessment-api.ts'
import { limitBody } from './middleware/limit-body.ts'
import { auditRoute, getAudit } from './routes/audit.ts'
import { cbomKeyRoute, cbomRoute, getCbom, getCbomKey } from './routes/cbom.ts'
import {
  findingsRoute,
  getFindings,
  getPlan,
  getScores,
  getVerdict,
  planRoute,
  scoresRoute,
  verdictRoute,
} from './routes/documents.ts'
import { getPermissions, permissionsRoute } from './routes/permissions.ts'
import {
  listProjects,
  projectsRoute,
  removeProject,
  removeProjectRoute,
  uploadProject,
  uploadRoute,
} from './routes/projects.ts'
import {
  getResponse,
  getTemplate,
  listResponses,
  listTemplates,
  responseRoute,
  responsesRoute,
  submitAnswers,
  submitRoute,
  templateRoute,
  templatesRoute,
} from './routes/questionnaire.ts'
import { getReport, renderReport, renderReportRoute, reportRoute } from './routes/reports.ts'
import { createScan, getHistory, historyRoute, listScans, scanRoute, scansRoute } from './routes/scans.ts'
import { createToken, tokenRoute } from './routes/token.ts'
import type { Answer } from './wire/endpoint.ts'

/** Describes the endpoints for the OpenAPI document. */
export function describeRoutes(app: ServiceApp): void {
  describeSecurity(app)
  for (const { endpoint: _, ...route } of ROUTES) app.openAPIRegistry.registerPath(route)
}

/** Adds every endpoint: who may call it and how long its body may be are decided before anything of it is read. */
export function addRoutes(app: ServiceApp, api: AssessmentApi): void {
  describeSecurity(app)
  const limit = limitBody(api.maxBodyBytes)

  function add<Route extends RouteConfig & { readonly endpoint: Endpoint }>(route: Route, answer: Answer<Route>): void {
    const { endpoint, ...described }: RouteConfig & { readonly endpoint: Endpoint } = route
    // An upload is written to a file as it comes, and has a bound of its own.
    const middleware = [requireAccess(endpoint, api.identify), ...(endpoint === 'POST /v1/projects' ? [] : [limit])]
    // The engine hands over finished bytes, which the type of a JSON response cannot say; the tests check each answer
    // against the description instead.
    app.openapi({ ...described, middleware }, answer as unknown as RouteHandler<RouteConfig, ServiceEnv>)
  }

  add(tokenRoute, createToken(api))
  add(cbomRoute, getCbom(api))
  add(cbomKeyRoute, getCbomKey(api))
  add(findingsRoute, getFindings(api))
  add(scoresRoute, getScores(api))
  add(verdictRoute, getVerdict(api))
  add(planRoute, getPlan(api))
  add(reportRoute, getReport(api))
  add(renderReportRoute, renderReport(api))
  add(scanRoute, createScan(api))
  add(scansRoute, listScans(api))
  add(projectsRoute, listProjects(api))
  add(uploadRoute, uploadProject(api))
  add(removeProjectRoute, removeProject(api))
  add(permissionsRoute, getPermissions(api))
  add(historyRoute, getHistory(api))
  add(auditRoute, getAudit(api))
  add(templatesRoute, listTemplates(api))
  add(templateRoute, getTemplate(api))
  add(submitRoute, submitAnswers(api))
  add(responsesRoute, listResponses(api))
  add(responseRoute, getResponse(api))
}

function describeSecurity(app: ServiceApp): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of `POST /v1/auth/token`.',
  })
}

/** In the order of the specification, section 4. */
export const ROUTES = [
  tokenRoute,
  cbomRoute,
  cbomKeyRoute,
  findingsRoute,
  scoresRoute,
  verdictRoute,
  planRoute,
  reportRoute,
  renderReportRoute,
  scanRoute,
  scansRoute,
  projectsRoute,
  uploadRoute,
  removeProjectRoute,
  permissionsRoute,
  historyRoute,
  auditRoute,
  templatesRoute,
  templateRoute,
  submitRoute,
  responsesRoute,
  responseRoute,
]
