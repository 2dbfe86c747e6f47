/** How L2 knows a secret by itself: for what looks for secrets in the repository. */

export { entropyOf } from './layers/l2-sensitivity/identifiers/secrets/assigned.ts'
export { PREFIXED_SECRETS } from './layers/l2-sensitivity/identifiers/secrets/prefixed.ts'
