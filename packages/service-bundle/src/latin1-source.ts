import type { Plugin } from 'rolldown'

/** A character beyond Latin-1, as one or two UTF-16 units, with the backslashes before it. */
const BEYOND_LATIN1 = /(\\*)([^\0-\xff])/g

/**
 * Writes what lies beyond Latin-1 as escapes. V8 keeps the text of a file in memory, in one byte a character where all
 * are of Latin-1 and in two where one is not, and a bundle is megabytes. Strings, templates and patterns mean the same;
 * what reads the text of a template as it was written (`String.raw`) would read the escape.
 */
export function escapeBeyondLatin1(): Plugin {
  return {
    name: 'escape-beyond-latin1',
    // Behind everything that prints strings anew.
    generateBundle(_, files) {
      for (const file of Object.values(files)) if (file.type === 'chunk') file.code = inLatin1(file.code)
    },
  }
}

function inLatin1(code: string): string {
  return code.replace(BEYOND_LATIN1, (_, slashes: string, unit: string) => slashes + escapeOf(unit, slashes))
}

/** A backslash that stands before the character already begins the escape. */
function escapeOf(unit: string, slashes: string): string {
  const written = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return slashes.length % 2 === 1 ? written.slice(1) : written
}
