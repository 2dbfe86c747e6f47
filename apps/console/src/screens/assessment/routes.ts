import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'
import { answersSearch, assessmentSearch, projectSearch } from './search.ts'

/** The projects and their latest scans. */
export const assessmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/assessment',
  validateSearch: assessmentSearch,
  component: lazyRouteComponent(() => import('./assessment-screen.tsx'), 'AssessmentScreen'),
})

/** One project. Its path is that of a folder, which no part of an address can hold. */
export const assessedProjectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/assessment/project',
  validateSearch: projectSearch,
  component: lazyRouteComponent(() => import('./project-screen.tsx'), 'ProjectScreen'),
})

/** The questionnaires and the answers that are saved. */
export const questionnairesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/assessment/questionnaires',
  component: lazyRouteComponent(() => import('./questionnaires-screen.tsx'), 'QuestionnairesScreen'),
})

/** One questionnaire, with saved answers or new ones. */
export const answersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/assessment/questionnaires/$templateId',
  validateSearch: answersSearch,
  component: lazyRouteComponent(() => import('./answers-screen.tsx'), 'AnswersScreen'),
})
