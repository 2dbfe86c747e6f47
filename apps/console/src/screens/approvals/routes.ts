import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { approvalSearch, approvalsSearch } from './search.ts'

/** The inbox of held requests. */
export const approvalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals',
  validateSearch: approvalsSearch,
  component: lazyRouteComponent(() => import('./approvals-screen.tsx'), 'ApprovalsScreen'),
})

/** One held request. */
export const approvalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/approvals/$approvalId',
  validateSearch: approvalSearch,
  component: lazyRouteComponent(() => import('./approval-screen.tsx'), 'ApprovalScreen'),
})
