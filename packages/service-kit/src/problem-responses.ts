import { ERRORS, type ErrorCode } from '@sluice/contracts'
import { PROBLEM_CONTENT_TYPE, problemSchema } from './problem.ts'

/** OpenAPI responses for errors, one per status with its codes. A status selects every code that has it. */
export function problemResponses(errors: readonly (ErrorCode | number)[]) {
  const codes = Object.entries(ERRORS).filter(([code, { status }]) =>
    errors.some((one) => one === code || one === status),
  )
  const statuses = [...new Set(codes.map(([, { status }]) => status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [status, problemResponse(codes.filter(([, entry]) => entry.status === status))]),
  )
}

function problemResponse(codes: readonly (readonly [string, { readonly publicMessage: string }])[]) {
  return {
    description: codes.map(([code, { publicMessage }]) => `\`${code}\`: ${publicMessage}`).join('\n\n'),
    content: { [PROBLEM_CONTENT_TYPE]: { schema: problemSchema } },
  }
}
