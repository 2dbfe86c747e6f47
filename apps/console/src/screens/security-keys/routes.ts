import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { securityKeysSearch } from './search.ts'

/** One's own security keys. */
export const securityKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/security-keys',
  validateSearch: securityKeysSearch,
  component: lazyRouteComponent(() => import('./security-keys-screen.tsx'), 'SecurityKeysScreen'),
})
