import type { EntityType } from '@sluice/contracts'

/** A secret that its provider made recognizable. */
export interface PrefixedSecret {
  readonly entity: Extract<EntityType, 'API_KEY' | 'ACCESS_TOKEN'>
  /** Every part is bounded; the first characters are its own. */
  readonly pattern: string
  /** Where the form is described. */
  readonly source: string
}

function key(pattern: string, source: string): PrefixedSecret {
  return { entity: 'API_KEY', pattern, source }
}

const ALNUM = '[A-Za-z0-9]'
const URL_SAFE = '[A-Za-z0-9_-]'
const HEX = '[0-9a-f]'

/** Secret scanning of code hosts knows the forms of most providers. */
const GITHUB_LIST =
  'https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns'

/** In the order in which they are tried. */
export const PREFIXED_SECRETS: readonly PrefixedSecret[] = [
  key(`sk-sluice-${URL_SAFE}{16,200}`, 'docs/credentials.md'),
  key(`sk-ant-${URL_SAFE}{20,200}`, 'https://docs.anthropic.com/en/api/getting-started'),
  key(`sk-or-v1-${HEX}{64}`, 'https://openrouter.ai/docs/api-reference/authentication'),
  key(
    `sk-(?:proj|svcacct|admin|None)-${URL_SAFE}{20,200}`,
    'https://platform.openai.com/docs/api-reference/authentication',
  ),
  key(`sk-${ALNUM}{32,64}`, 'https://platform.openai.com/docs/api-reference/authentication'),
  key(
    `(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}`,
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  ),
  key(`AIza${URL_SAFE}{35}`, GITHUB_LIST),
  key(`GOCSPX-${URL_SAFE}{28}`, GITHUB_LIST),
  key(`ya29\\.${URL_SAFE}{20,400}`, GITHUB_LIST),
  key(`gh[pousr]_${ALNUM}{36,255}`, 'https://github.blog/engineering/behind-githubs-new-authentication-token-formats/'),
  key(`github_pat_${ALNUM}{22}_${ALNUM}{59}`, GITHUB_LIST),
  key(`gl(?:pat|dt|rt|ptt|soat|ft|cbt|imt|agent)-${URL_SAFE}{20,64}`, 'https://docs.gitlab.com/security/tokens/'),
  key(`xox[abeoprs]-${ALNUM}[A-Za-z0-9-]{10,200}`, 'https://docs.slack.dev/authentication/tokens'),
  key(`xapp-\\d-${ALNUM}[A-Za-z0-9-]{10,200}`, 'https://docs.slack.dev/authentication/tokens'),
  key(`[sr]k_(?:live|test)_${ALNUM}{16,200}`, 'https://docs.stripe.com/keys'),
  key(`whsec_${ALNUM}{24,64}`, 'https://docs.stripe.com/webhooks'),
  key(`(?:AC|SK)${HEX}{32}`, 'https://www.twilio.com/docs/glossary/what-is-a-sid'),
  key(`SG\\.${URL_SAFE}{16,32}\\.${URL_SAFE}{16,64}`, GITHUB_LIST),
  key(`npm_${ALNUM}{36}`, 'https://docs.npmjs.com/about-access-tokens'),
  key(`pypi-AgE${URL_SAFE}{50,400}`, 'https://pypi.org/help/#apitoken'),
  key(`hf_${ALNUM}{30,64}`, 'https://huggingface.co/docs/hub/security-tokens'),
  key(`gsk_${ALNUM}{40,64}`, GITHUB_LIST),
  key(`xai-${ALNUM}{60,120}`, GITHUB_LIST),
  key(`pplx-${ALNUM}{40,64}`, GITHUB_LIST),
  key(`r8_${ALNUM}{36,44}`, GITHUB_LIST),
  key(`hv[sbr]\\.${URL_SAFE}{20,300}`, 'https://developer.hashicorp.com/vault/docs/concepts/tokens'),
  key(`shp(?:at|ca|pa|ss)_${HEX}{32}`, GITHUB_LIST),
  key(`do[opr]_v1_${HEX}{64}`, GITHUB_LIST),
  key(`dapi${HEX}{32}(?:-\\d)?`, GITHUB_LIST),
  key(`dp\\.(?:pt|st|ct|sa)\\.${ALNUM}{40,44}`, GITHUB_LIST),
  key(`gl(?:sa|c)_${URL_SAFE}{20,200}`, GITHUB_LIST),
  key(`PMAK-${HEX}{24}-${HEX}{34}`, GITHUB_LIST),
  key(`lin_(?:api|oauth)_${ALNUM}{40,64}`, GITHUB_LIST),
  key(`NRAK-[A-Z0-9]{27}`, GITHUB_LIST),
  key(`sntry[su]_${URL_SAFE}{40,300}`, GITHUB_LIST),
  key(`sq0(?:atp|csp)-${URL_SAFE}{22,43}`, GITHUB_LIST),
  key(`pscale_(?:tkn|pw|oauth)_${URL_SAFE}{32,64}`, GITHUB_LIST),
  key(`sbp_${HEX}{40}`, GITHUB_LIST),
  key(`ATATT3${URL_SAFE}{100,240}`, GITHUB_LIST),
  key(`key-${HEX}{32}`, GITHUB_LIST),
  key(`${HEX}{32}-us\\d{1,2}`, GITHUB_LIST),
  key(`xkeysib-${HEX}{64}-${ALNUM}{16}`, GITHUB_LIST),
  key(`${ALNUM}{14}\\.atlasv1\\.${URL_SAFE}{60,70}`, GITHUB_LIST),
  key(`AGE-SECRET-KEY-1[A-Z0-9]{58}`, 'https://github.com/C2SP/C2SP/blob/main/age.md'),
  {
    entity: 'ACCESS_TOKEN',
    pattern: `eyJ${URL_SAFE}{10,4096}\\.eyJ${URL_SAFE}{8,8192}\\.${URL_SAFE}{0,2048}`,
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
  },
]
