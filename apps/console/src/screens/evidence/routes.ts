import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { evidenceSearch } from './search.ts'

/** Evidence, verified in the browser. */
export const evidenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evidence',
  validateSearch: evidenceSearch,
  component: lazyRouteComponent(() => import('./evidence-screen.tsx'), 'EvidenceScreen'),
})
