import { infiniteQueryOptions } from '@tanstack/react-query'
import { admin, type Records } from './client.ts'
import { dataOf } from './problem.ts'

export type Codename = Records['Codename']
export type CodenameCheck = Records['CodenameCheck']

const PAGE = '500'

/** Codenames that this person may see, in pages; all departments without one. */
export function codenamesQuery(department: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['codenames', 'list', department ?? ''],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(department && { department }), ...(pageParam && { cursor: pageParam }) }
      return dataOf(admin.GET('/admin/private-semantic-map', { params: { query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
}

export type UploadMode = 'add' | 'replace' | 'remove'

/** Terms as they are sent. */
export interface CodenameUpload {
  readonly mode: UploadMode
  readonly content:
    | { readonly format: 'csv'; readonly text: string }
    | { readonly format: 'json'; readonly terms: readonly unknown[] }
}

/** Says what an upload would change, or which of its lines are wrong. Nothing is stored. */
export async function checkCodenames(upload: CodenameUpload): Promise<CodenameCheck> {
  return await dataOf(
    admin.POST('/admin/private-semantic-map/check', {
      params: { query: queryOf(upload) },
      fetch: withBody(upload, { mode: upload.mode }),
    }),
  )
}

interface UploadOrder {
  readonly upload: CodenameUpload
  /** Of the registry that the check was held against: another one is refused. */
  readonly version: number
  readonly reason: string
}

/** Stores terms; every gateway has them some moments later. */
export async function uploadCodenames({ upload, version, reason }: UploadOrder) {
  return await dataOf(
    admin.POST('/admin/private-semantic-map', {
      params: {
        query: upload.content.format === 'csv' ? { ...queryOf(upload), version: String(version), reason } : {},
      },
      fetch: withBody(upload, { mode: upload.mode, version, reason }),
    }),
  )
}

/** A CSV has the rest of the order in the query, JSON in its body. */
function queryOf({ content, mode }: CodenameUpload): { mode?: UploadMode } {
  return content.format === 'csv' ? { mode } : {}
}

/** The description of the API names no body for uploads, which are read in a thread of their own: it is added here. */
function withBody({ content }: CodenameUpload, order: object): (request: Request) => Promise<Response> {
  const [type, body] =
    content.format === 'csv'
      ? ['text/csv; charset=utf-8', content.text]
      : ['application/json', JSON.stringify({ ...order, terms: content.terms })]
  return (request) => {
    const headers = new Headers(request.headers)
    headers.set('content-type', type)
    return fetch(new Request(request, { headers, body }))
  }
}
