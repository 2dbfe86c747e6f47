import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { freezeSearch, peopleSearch } from './search.ts'

/** The sessions of all people, and the search for one of them. */
export const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  validateSearch: peopleSearch,
  component: lazyRouteComponent(() => import('./people-screen.tsx'), 'PeopleScreen'),
})

/** One person. */
export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$subject',
  validateSearch: freezeSearch,
  component: lazyRouteComponent(() => import('./person-screen.tsx'), 'PersonScreen'),
})

/** One session. */
export const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/sessions/$sessionId',
  validateSearch: freezeSearch,
  component: lazyRouteComponent(() => import('./session-screen.tsx'), 'SessionScreen'),
})
