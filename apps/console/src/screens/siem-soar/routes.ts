import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { siemSoarSearch } from './search.ts'

/** Who is told of events, and what became of it. */
export const siemSoarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/siem-and-soar',
  validateSearch: siemSoarSearch,
  component: lazyRouteComponent(() => import('./siem-soar-screen.tsx'), 'SiemSoarScreen'),
})
