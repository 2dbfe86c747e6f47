import { z } from './zod.ts'

const problemShape = z.object({
  title: z.string(),
  detail: z.string().optional(),
  code: z.string(),
  request_id: z.string().optional(),
  errors: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        line: z.number().optional(),
        column: z.number().optional(),
      }),
    )
    .optional(),
})

type FieldError = NonNullable<z.infer<typeof problemShape>['errors']>[number]

/** An answer that is an error (RFC 9457), or what stands for it where there was none or it cannot be read. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  /** Such as `session_frozen`; `unreadable` where the answer has none, `offline` without an answer. */
  readonly code: string
  readonly detail: string | undefined
  readonly requestId: string | undefined
  readonly errors: readonly FieldError[]

  constructor(status: number, body: unknown) {
    const parsed = problemShape.safeParse(body)
    super(parsed.success ? parsed.data.title : `The service answered with status ${status}.`)
    this.status = status
    this.code = parsed.success ? parsed.data.code : 'unreadable'
    this.detail = parsed.data?.detail
    this.requestId = parsed.data?.request_id
    this.errors = parsed.data?.errors ?? []
  }

  /** Whether nobody is logged in any more. */
  get isLoggedOut(): boolean {
    return this.status === 401 && !this.needsFreshLogin
  }

  /** Whether the act asks for a fresher or stronger login (RFC 9470). */
  get needsFreshLogin(): boolean {
    return this.code === 'insufficient_user_authentication'
  }
}

interface ClientAnswer<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/**
 * Gives the data of a call.
 *
 * @throws {ApiProblem} Where the answer is an error, and with the code `offline` where there was none.
 */
export async function dataOf<Data>(call: Promise<ClientAnswer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiProblem(0, { title: 'The service could not be reached.', code: 'offline' })
  })
  if (!response.ok || data === undefined) throw new ApiProblem(response.status, error)
  return data
}
