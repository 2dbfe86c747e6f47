import { codeOf, findByText } from '../by-text/find-by-text.ts'
import type { Sighting } from '../model/file-summary.ts'
import type { TextRules } from '../packs/text-rules.ts'
import { OF_SHELL } from '../walk/other-languages.ts'
import { decodeSource } from '../walk/read-source.ts'

/** Their lines are commands of a shell: images, makefiles, pipelines, scripts of npm. */
const RECIPE =
  /^(?:(?:Docker|Container)file(?:\.[\w.-]+)?|[\w.-]+\.(?:Docker|Container)file|(?:GNU)?makefile(?:\.[\w.-]+)?|[\w.-]+\.mk|justfile|package\.json)$/i
const PIPELINE_NAME =
  /^(?:\.gitlab-ci|\.travis|\.drone|\.cirrus|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec|action|appveyor)[\w.-]*\.ya?ml$/i
const PIPELINE_FOLDER = /(?:^|\/)\.(?:github|gitlab|gitea|forgejo|circleci|buildkite|woodpecker|azure-pipelines)\//
const YAML = /\.ya?ml$/i

const keywords = new WeakMap<TextRules, readonly string[]>()

/** Whether a file may hold commands of a shell, by the file's name; of YAML only the path tells. */
export function mayHoldCommands(name: string): boolean {
  return RECIPE.test(name) || YAML.test(name)
}

/** What one of which stands in every file with a command that a rule knows. */
export function keywordsOfCommands(rules: TextRules): readonly string[] {
  const known = keywords.get(rules) ?? rules.keywordsOf('shell')
  keywords.set(rules, known)
  return known
}

/**
 * The commands that make keys or encrypt, by the patterns for shells: `RUN openssl genrsa 2048`. Comments are none. The
 * file is no source in a language that nobody understands: most of what such files say is not a shell's.
 */
export function describeCommands(bytes: Uint8Array, path: string, rules: TextRules): readonly Sighting[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (YAML.test(name) && !PIPELINE_NAME.test(name) && !PIPELINE_FOLDER.test(path)) return []
  const source = decodeSource(bytes)
  const code = codeOf(source, OF_SHELL)
  return findByText({ file: path, language: 'shell', source, code }, rules.of('shell')).sightings
}
