import type { Fault } from './fault.ts'
import { isDevelopmentFile, type SourceFile } from './source-file.ts'

/** What makes a result depend on the moment or the machine; product code takes it as a parameter instead. */
const FORBIDDEN_GLOBALS = [
  { name: 'Date.now', pattern: /\bDate\.now\b/ },
  { name: 'new Date()', pattern: /\bnew Date\(\s*\)/ },
  { name: 'performance.now', pattern: /\bperformance\.now\b/ },
  { name: 'Math.random', pattern: /\bMath\.random\b/ },
  { name: 'process.env', pattern: /\bprocess\.env\b/ },
] as const

/** Where clocks, random sources and the environment are read and handed on. */
const ALLOWED_PLACES = [
  /^packages\/(?:service-kit|testkit)\//,
  /^(?:infra|bench|tools|examples)\//,
  /\/src\/adapters\//,
  /\/src\/(?:main|outbox|unfreeze|server|config|compose-[a-z-]+|write-openapi)\.ts$/,
]

/** Finds clocks, randomness and environment variables outside composition files and adapters. */
export function checkForbiddenGlobals(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => !isDevelopmentFile(path) && !ALLOWED_PLACES.some((place) => place.test(path)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        FORBIDDEN_GLOBALS.filter(({ pattern }) => pattern.test(withoutComment(line))).map(({ name }): Fault => {
          const message = `${name} belongs into a composition file or an adapter`
          return { path, line: index + 1, rule: 'forbidden-global', message }
        }),
      ),
    )
}

function withoutComment(line: string): string {
  return /^\s*(?:\*|\/\*)/.test(line) ? '' : line.replace(/(?:^|\s)\/\/.*$/, '')
}
