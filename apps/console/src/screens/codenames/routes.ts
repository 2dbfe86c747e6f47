import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { codenamesSearch } from './search.ts'

/** The codenames of the tenant. */
export const codenamesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codenames',
  validateSearch: codenamesSearch,
  component: lazyRouteComponent(() => import('./codenames-screen.tsx'), 'CodenamesScreen'),
})

/** The upload of codenames. */
export const codenameUploadRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/codenames/upload',
  component: lazyRouteComponent(() => import('./upload-screen.tsx'), 'UploadScreen'),
})
