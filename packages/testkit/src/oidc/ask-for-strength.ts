import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider'

/** The provider's rules on whom it asks to log in, and one more: a login that is weaker than `acr_values` asks for. */
export function askForStrength(policies: typeof interactionPolicy): interactionPolicy.DefaultPolicy {
  const policy = policies.base()
  const check = new policies.Check('acr_values', 'a login of one of these classes is asked for', isTooWeak)
  policy.get('login')?.checks.add(check)
  return policy
}

function isTooWeak({ oidc }: KoaContextWithOIDC): boolean {
  const wanted = oidc.params?.acr_values
  if (typeof wanted !== 'string' || wanted === '') return false
  return !wanted.split(' ').includes(oidc.session?.acr ?? '')
}
