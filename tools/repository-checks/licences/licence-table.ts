/**
 * Licences under which code may be shipped with this product, by SPDX id: each permits that without asking that the
 * source of what it is shipped with be given too. Source of the ids: https://spdx.org/licenses/.
 */
export const ALLOWED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

/** Packages whose licence is accepted though it is not in the list, by the name of the package. */
export interface LicenceException {
  /** What the package says, to the letter: another text needs another decision. */
  readonly licence: string
  readonly reason: string
}

export const LICENCE_EXCEPTIONS: Readonly<Record<string, LicenceException>> = {
  jsonify: {
    licence: 'Public Domain',
    reason: 'its author gives it up to the public; SPDX has no id for that without a text',
  },
  'spdx-exceptions': {
    licence: 'CC-BY-3.0',
    reason: 'a list of names of licences, for the check of licences alone; no service has it',
  },
  'spdx-ranges': { licence: '(MIT AND CC-BY-3.0)', reason: 'as spdx-exceptions' },
}
