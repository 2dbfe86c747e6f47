import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'
import { z } from './zod.ts'

export type Policy = Records['Policy']
export type PolicyFault = Records['PolicyFault']
export type Simulation = Records['Simulation']
export type PolicyTest = Records['PolicyTest']
export type PolicyTestReport = Records['PolicyTestReport']
export type SimulatedEffect = Simulation['examples'][number]['simulated']

/** What of a test is looked at here; the API reads the rest. */
const testShape = z.looseObject({
  action: z.string(),
  groups: z.array(z.string()),
  effect: z.enum(['permit', 'hold', 'require-reason', 'forbid']),
})

/** A test of a policy as it may be sent. */
export const policyTestShape = z.custom<PolicyTest>((value) => testShape.safeParse(value).success)

/** What the API calls a policy that has no id yet; no other policy has it. */
const DRAFT = 'draft'
/** More pages than a tenant may have policies. */
const MAX_PAGES = 50

/** Every policy that decides for the tenant, built-in and stored, in the order of their ids. */
export const policiesQuery = queryOptions({
  queryKey: ['policies', 'list'],
  queryFn: async ({ signal }): Promise<Policy[]> => {
    const all: Policy[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = { limit: '100', ...(cursor && { cursor }) }
      const { data, next } = await dataOf(admin.GET('/admin/policies', { params: { query }, signal }))
      all.push(...data)
      cursor = next
      if (cursor === undefined) break
    }
    return all
  },
})

/** Every version of a stored policy, the newest first, in pages. Deleted ones have theirs, too. */
export function policyHistoryQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['policies', 'history', id],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        admin.GET('/admin/policies/{id}/history', {
          params: { path: { id }, query: { limit: '50', ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

/**
 * What saving a text would refuse or warn of. It is the same for the same text.
 *
 * @param id As the policy is, or will be, called; one without an id yet is checked all the same.
 */
export function validationQuery(id: string | undefined, text: string) {
  return queryOptions({
    queryKey: ['policies', 'validation', id ?? '', text],
    queryFn: ({ signal }) =>
      dataOf(admin.POST('/admin/policies/validate', { body: { id: id ?? DRAFT, text }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { isFixed: true },
  })
}

interface SimulationOrder {
  readonly last: number
  readonly id: string
  /** The text as it would be; undefined where the policy would not decide any more. */
  readonly text: string | undefined
}

/** Decides the last recorded requests again, as if one policy were otherwise. Nothing is changed. */
export async function simulatePolicy({ last, id, text }: SimulationOrder): Promise<Simulation> {
  const body = text === undefined ? { last, set: [], remove: [id] } : { last, set: [{ id, text }], remove: [] }
  return await dataOf(admin.POST('/admin/policies/simulate', { body }))
}

interface TestOrder {
  readonly id: string | undefined
  readonly text: string
  readonly immutable: boolean
  readonly tests: readonly PolicyTest[]
}

/** Runs the tests of a policy as it would be, and those that are kept with the others. Nothing is stored. */
export function policyTestsQuery({ id = DRAFT, text, immutable, tests }: TestOrder) {
  return queryOptions({
    queryKey: ['policies', 'tests', id, text, immutable, tests],
    queryFn: ({ signal }) => {
      const body = { set: [{ id, text, immutable, tests: [...tests] }], remove: [] }
      return dataOf(admin.POST('/admin/policies/test', { body, signal }))
    },
    // Others may have been published meanwhile.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

interface PolicyOrder {
  readonly id: string
  /** Of the policy that was seen; undefined where it is created. */
  readonly version: number | undefined
  readonly description: string
  readonly text: string
  readonly immutable: boolean
  readonly enabled: boolean
  readonly tests: readonly PolicyTest[]
  readonly reason: string
}

/** Creates or changes a policy; it holds at every gateway within a second. */
export async function savePolicy({ version, tests, ...order }: PolicyOrder): Promise<Records['PolicySaved']> {
  return await dataOf(
    admin.POST('/admin/policies', {
      body: { ...order, tests: [...tests], ...(version === undefined ? {} : { version }) },
    }),
  )
}

/** Deletes a policy; its history stays. */
export async function deletePolicy({ id, version }: { readonly id: string; readonly version: number }): Promise<void> {
  await dataOf(admin.DELETE('/admin/policies/{id}', { params: { path: { id }, query: { version: String(version) } } }))
}
