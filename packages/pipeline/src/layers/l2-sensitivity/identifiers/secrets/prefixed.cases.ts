/** Characters of a kind, the same each time, so that no row holds a whole key as it is written here. */
function made(length: number, alphabet = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xY'): string {
  return Array.from({ length }, (_, at) => alphabet.charAt((at * 7 + 3) % alphabet.length)).join('')
}

const hex = (length: number) => made(length, '0f1e2d3c4b5a6978')
const capitals = (length: number) => made(length, 'A7B6C5D4E3F2')

/** A key of each form, in the order of the forms. */
export const PREFIXED_KEYS: readonly string[] = [
  `sk-sluice-${hex(16)}_${made(49)}`,
  `sk-ant-api03-${made(95)}`,
  `sk-or-v1-${hex(64)}`,
  `sk-proj-${made(48)}`,
  `sk-${made(48)}`,
  `AKIA${capitals(16)}`,
  `AIza${made(35)}`,
  `GOCSPX-${made(28)}`,
  `ya29.${made(60)}`,
  `ghp_${made(36)}`,
  `github_pat_${made(22)}_${made(59)}`,
  `glpat-${made(20)}`,
  `xoxb-${made(12, '0123456789')}-${made(13, '0123456789')}-${made(24)}`,
  `xapp-1-${made(40)}`,
  `sk_live_${made(24)}`,
  `whsec_${made(32)}`,
  `SK${hex(32)}`,
  `SG.${made(22)}.${made(43)}`,
  `npm_${made(36)}`,
  `pypi-AgE${made(80)}`,
  `hf_${made(34)}`,
  `gsk_${made(52)}`,
  `xai-${made(80)}`,
  `pplx-${made(48)}`,
  `r8_${made(37)}`,
  `hvs.${made(24)}`,
  `shpat_${hex(32)}`,
  `dop_v1_${hex(64)}`,
  `dapi${hex(32)}`,
  `dp.pt.${made(43)}`,
  `glsa_${made(32)}_${hex(8)}`,
  `PMAK-${hex(24)}-${hex(34)}`,
  `lin_api_${made(40)}`,
  `NRAK-${capitals(27)}`,
  `sntrys_${made(60)}`,
  `sq0atp-${made(22)}`,
  `pscale_tkn_${made(43)}`,
  `sbp_${hex(40)}`,
  `ATATT3${made(180)}`,
  `key-${hex(32)}`,
  `${hex(32)}-us12`,
  `xkeysib-${hex(64)}-${made(16)}`,
  `${made(14)}.atlasv1.${made(64)}`,
  `AGE-SECRET-KEY-1${capitals(58)}`,
  `eyJ${made(20)}.eyJ${made(40)}.${made(43)}`,
]

/** What looks like one and is none. */
export const NO_KEYS: readonly string[] = [
  'AKIAIOSFODNN7EXAMPLE',
  'sk-learn-pipeline-with-a-long-name',
  'AKIA is how such keys begin',
  `desk-${made(48)}`,
  `ghp_${made(35)}é`,
  `AKIA${capitals(17)}`,
  'the class SKLearnPipelineWithALongName2024',
  `commit ${hex(40)}`,
  `sha256:${hex(64)}`,
  `eyJ${made(20)}.${made(40)}`,
  `SK${hex(31)}`,
]
