import { createRouter } from '@tanstack/react-router'
import { Loading } from '../design/states.tsx'
import { approvalRoute, approvalsRoute } from '../screens/approvals/routes.ts'
import { breakGlassRequestRoute, breakGlassRoute } from '../screens/break-glass/routes.ts'
import { overviewRoute } from '../screens/overview/routes.ts'
import { peopleRoute, personRoute, sessionRoute } from '../screens/people/routes.ts'
import { playgroundRoute } from '../screens/playground/routes.ts'
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
    breakGlassRoute,
    breakGlassRequestRoute,
    playgroundRoute,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading>Opening the screen …</Loading>,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
