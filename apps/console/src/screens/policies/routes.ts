import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { editorSearch, policiesSearch, policySearch } from './search.ts'

/** Every policy of the tenant. */
export const policiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policies',
  validateSearch: policiesSearch,
  component: lazyRouteComponent(() => import('./policies-screen.tsx'), 'PoliciesScreen'),
})

/** One policy with its versions. */
export const policyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policies/$policyId',
  validateSearch: policySearch,
  component: lazyRouteComponent(() => import('./policy-screen.tsx'), 'PolicyScreen'),
})

/** The editor of a policy. */
export const policyEditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policies/$policyId/edit',
  validateSearch: editorSearch,
  component: lazyRouteComponent(() => import('./editor-screen.tsx'), 'EditPolicyScreen'),
})

/** The editor of a policy that is not there yet. Every address under `/policies/` may be one that is. */
export const newPolicyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-policy',
  validateSearch: editorSearch,
  component: lazyRouteComponent(() => import('./editor-screen.tsx'), 'NewPolicyScreen'),
})
