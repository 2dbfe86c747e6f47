import { deriveToken, type MappingKeys, type SensitiveValue } from '@sluice/token-vault'
import { requireAtMost } from '../../request/index.ts'

/** Mints the tokens of one request; each value is hashed once. */
export class TokenMint {
  readonly minted = new Map<string, SensitiveValue>()
  readonly #key
  readonly #tokens = new Map<string, string>()

  constructor({ tokenKey }: Pick<MappingKeys, 'tokenKey'>) {
    this.#key = tokenKey
  }

  /** The token of a value. Throws where two values would share a token, and `request_too_large` for too many. */
  tokenOf({ entity, level, value, replacement }: SensitiveValue): string {
    const name = `${entity}\0${replacement ?? ''}\0${value}`
    const known = this.#tokens.get(name)
    const token = known ?? deriveToken(this.#key, entity, value, replacement)
    const minted = this.minted.get(token)
    if (minted !== undefined && minted.value !== value) throw new Error('Two values have one token.')
    if (minted === undefined || level > minted.level) this.minted.set(token, { entity, level, value })
    requireAtMost('distinctValues', this.minted.size)
    if (known === undefined) this.#tokens.set(name, token)
    return token
  }
}
