import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { breakGlassRequestSearch, breakGlassSearch } from './search.ts'

/** The list of break-glass requests, and the form of a new one. */
export const breakGlassRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/break-glass',
  validateSearch: breakGlassSearch,
  component: lazyRouteComponent(() => import('./break-glass-screen.tsx'), 'BreakGlassScreen'),
})

/** One request: its keys, its clock and, while it is open, the values. */
export const breakGlassRequestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/break-glass/$requestId',
  validateSearch: breakGlassRequestSearch,
  component: lazyRouteComponent(() => import('./request-screen.tsx'), 'BreakGlassRequestScreen'),
})
