import { createRouter } from '@tanstack/react-router'
import { Loading } from '../design/states.tsx'
import { approvalRoute, approvalsRoute } from '../screens/approvals/routes.ts'
import {
  answersRoute,
  assessedProjectRoute,
  assessmentRoute,
  questionnairesRoute,
} from '../screens/assessment/routes.ts'
import { auditRoute } from '../screens/audit/routes.ts'
import { breakGlassRequestRoute, breakGlassRoute } from '../screens/break-glass/routes.ts'
import { codenamesRoute, codenameUploadRoute } from '../screens/codenames/routes.ts'
import { endpointsRoute } from '../screens/endpoints/routes.ts'
import { evidenceRoute } from '../screens/evidence/routes.ts'
import { keyRoute, keysRoute, personLimitsRoute } from '../screens/keys/routes.ts'
import { overviewRoute } from '../screens/overview/routes.ts'
import { peopleRoute, personRoute, sessionRoute } from '../screens/people/routes.ts'
import { playgroundRoute } from '../screens/playground/routes.ts'
import { newPolicyRoute, policiesRoute, policyEditRoute, policyRoute } from '../screens/policies/routes.ts'
import { securityKeysRoute } from '../screens/security-keys/routes.ts'
import { siemSoarRoute } from '../screens/siem-soar/routes.ts'
import { rootRoute } from './root-route.tsx'

/** Every screen of the console. The code of each is loaded when it is entered. */
export const router = createRouter({
  basepath: '/console',
  routeTree: rootRoute.addChildren([
    overviewRoute,
    approvalsRoute,
    approvalRoute,
    peopleRoute,
    personRoute,
    sessionRoute,
    auditRoute,
    evidenceRoute,
    policiesRoute,
    newPolicyRoute,
    policyRoute,
    policyEditRoute,
    codenamesRoute,
    codenameUploadRoute,
    keysRoute,
    keyRoute,
    personLimitsRoute,
    breakGlassRoute,
    breakGlassRequestRoute,
    siemSoarRoute,
    endpointsRoute,
    ...[assessmentRoute, assessedProjectRoute, questionnairesRoute, answersRoute],
    playgroundRoute,
    securityKeysRoute,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading>Opening the screen …</Loading>,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
