import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { endpointsSearch } from './search.ts'

/** Which endpoint may see what, how each does, and what the cache is worth. */
export const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints',
  validateSearch: endpointsSearch,
  component: lazyRouteComponent(() => import('./endpoints-screen.tsx'), 'EndpointsScreen'),
})
