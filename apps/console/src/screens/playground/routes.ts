import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { playgroundSearch } from './search.ts'

/** A prompt on the left, what becomes of it on the right. */
export const playgroundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('./playground-screen.tsx'), 'PlaygroundScreen'),
})
