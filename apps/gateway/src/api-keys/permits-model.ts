import type { KeyGrant } from './api-keys.ts'

/** Tells whether a caller's key permits a model, under the very name that a request has used. */
export function permitsModel(grant: KeyGrant | undefined, model: string): boolean {
  return grant?.models === undefined || grant.models.includes(model)
}
