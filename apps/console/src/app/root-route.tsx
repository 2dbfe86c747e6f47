import { useQuery } from '@tanstack/react-query'
import { createRootRoute, type ErrorComponentProps, Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { endReasonQuery, sessionQuery } from '../api/session.ts'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { Shell } from './shell.tsx'
import { Welcome } from './welcome.tsx'

/** The parent of every screen. */
export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: Broken,
  notFoundComponent: Missing,
})

function Root() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const { data: reason } = useQuery(endReasonQuery)
  if (error instanceof ApiProblem && error.code === 'session_frozen') return <Welcome reason="frozen" />
  if (error !== null) return <Failed error={error} doing="ask who is logged in" onRetry={() => void refetch()} />
  if (session === undefined) return <Loading>Asking who is logged in …</Loading>
  if (session === null) return <Welcome reason={reason ?? undefined} />
  return (
    <Shell>
      <Suspense fallback={<Loading>Opening the screen …</Loading>}>
        <Outlet />
      </Suspense>
    </Shell>
  )
}

function Broken({ error, reset }: ErrorComponentProps) {
  return <Failed error={error} doing="show this screen" onRetry={reset} />
}

function Missing() {
  return (
    <Page title="Not found">
      <Empty icon="search" title="There is no screen at this address">
        Go to the <Link to="/">overview</Link>, or choose one from the menu.
      </Empty>
    </Page>
  )
}
