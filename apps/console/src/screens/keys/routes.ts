import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { keySearch, keysSearch } from './search.ts'

/** Every API key, and the limits of departments and people. */
export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: keysSearch,
  component: lazyRouteComponent(() => import('./keys-screen.tsx'), 'KeysScreen'),
})

/** One API key. */
export const keyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys/$keyId',
  validateSearch: keySearch,
  component: lazyRouteComponent(() => import('./key-screen.tsx'), 'KeyScreen'),
})

/** The limits of one person. */
export const personLimitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys/people/$subject',
  component: lazyRouteComponent(() => import('./person-limits-screen.tsx'), 'PersonLimitsScreen'),
})
