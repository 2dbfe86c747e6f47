import { admin } from './client.ts'
import { dataOf } from './problem.ts'

/**
 * Gets the bundle of a request, word for word as it was written: the verifier takes no other form.
 *
 * @param id Of a record of the trail, of a completion, or what was sent as `x-request-id`.
 */
export async function fetchBundle(id: string): Promise<string> {
  return await dataOf(
    admin.GET('/admin/evidence/{request_id}', { params: { path: { request_id: id } }, parseAs: 'text' }),
  )
}
