import { isDevelopmentFile, type SourceFile } from './source-file.ts'

/** What makes a result depend on the moment or the machine; product code takes it as a parameter instead. */
const forbiddenGlobals = [
  { name: 'Date.now', pattern: /\bDate\.now\b/ },
  { name: 'new Date()', pattern: /\bnew Date\(\s*\)/ },
  { name: 'performance.now', pattern: /\bperformance\.now\b/ },
  { name: 'Math.random', pattern: /\bMath\.random\b/ },
  { name: 'process.env', pattern: /\bprocess\.env\b/ },
] as const

/** Where clocks, random sources and the environment are read and handed on. */
const allowedPlaces = [
  /^packages\/(?:service-kit|testkit)\//,
  /^(?:infra|bench|tools)\//,
  /\/src\/adapters\//,
  /\/src\/(?:main|server|config|compose-[a-z-]+|write-openapi)\.ts$/,
]

/** Finds clocks, randomness and environment variables outside composition files and adapters; one line per fault. */
export function checkForbiddenGlobals(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !isDevelopmentFile(path) && !allowedPlaces.some((place) => place.test(path)))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          forbiddenGlobals
            .filter(({ pattern }) => pattern.test(withoutComment(line)))
            .map(({ name }) => `${path}:${index + 1}: ${name} belongs into a composition file or an adapter`),
        ),
    )
}

function withoutComment(line: string): string {
  return /^\s*(?:\*|\/\*)/.test(line) ? '' : line.replace(/(?:^|\s)\/\/.*$/, '')
}
