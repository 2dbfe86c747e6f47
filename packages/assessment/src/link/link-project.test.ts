import { beforeAll, expect, test } from 'vitest'
import { analyseSource } from '../evaluate/analyse-source.ts'
import type { FileSummary } from '../model/file-summary.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { type Knowledge, prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { linkProject } from './link-project.ts'

let knowledge: Knowledge
beforeAll(async () => {
  knowledge = prepareKnowledge(await loadPacks())
})

/** A command as generated clients have them by the thousand: the same names in every file. */
const COMMAND = `import jwt
from base import Command

class Create(Command):
    def Run(self, args):
        self.Sign(args, "RS256")

    def Sign(self, claims, how):
        return jwt.encode(claims, self.key, algorithm=how)

def Register(command):
    return command.Run({})

Register(Create())
`

async function copies(count: number): Promise<readonly FileSummary[]> {
  const summary = await analyseSource('unit0.py', COMMAND, knowledge)
  const text = JSON.stringify(summary)
  return Array.from({ length: count }, (_, i): FileSummary => JSON.parse(text.replaceAll('unit0', `unit${i}`)))
}

test('files by the thousand whose classes and functions have the same names are linked one by one', async () => {
  const files = await copies(20_000)
  const { detections, isWhole } = linkProject(files, { ...knowledge, maxDetections: 200_000 })
  expect(isWhole).toBe(true)
  const ofOne = detections.filter(({ file }) => file === 'unit17777.py').map(({ line, algorithm }) => [line, algorithm])
  expect(ofOne).toEqual([
    [6, 'RSA'],
    [9, 'RSA'],
  ])
  expect(detections).toHaveLength(40_000)
}, 60_000)

test('it ends when it may not go on, with what was found', async () => {
  let asked = 0
  const { detections, isWhole } = linkProject(await copies(10), {
    ...{ ...knowledge, maxDetections: 200 },
    mayGoOn: () => {
      asked += 1
      return asked <= 3
    },
  })
  expect(isWhole).toBe(false)
  expect(new Set(detections.map(({ file }) => file))).toEqual(new Set(['unit0.py', 'unit1.py', 'unit2.py']))
})

test('what is shown of a line is one line, without what steers a terminal', async () => {
  const source = 'import jwt\njwt.encode({}, "\u001b[2J",\r\talgorithm="RS256")\n'
  const summary = await analyseSource('a.py', source, knowledge)
  const { detections } = linkProject(summary ? [summary] : [], { ...knowledge, maxDetections: 10 })
  expect(detections.map(({ evidence }) => evidence)).toEqual(['jwt.encode({}, " [2J", \talgorithm="RS256")'])
})

test('an import that names nothing ends, and what stands beside it is found', async () => {
  const source = 'using System.Security.Cryptography;\nclass A { RSA Make() => RSA.Create(Bits); }\n'
  const summary = await analyseSource('A.cs', source, knowledge)
  const broken = summary ? [{ ...summary, wildcards: ['', '.', ...(summary.wildcards ?? [])] }] : []
  const { detections } = linkProject(broken, { ...knowledge, maxDetections: 10 })
  expect(detections.map(({ line, algorithm }) => [line, algorithm])).toEqual([[2, 'RSA']])
})

test('a file whose linking fails is named, and the others are linked all the same', async () => {
  const files = await copies(3)
  for (const sighting of files[1]?.sightings ?? []) {
    Object.defineProperty(sighting, 'guessed', {
      get: () => {
        throw new RangeError('too deep')
      },
    })
  }
  const { detections, isWhole, failed } = linkProject(files, { ...knowledge, maxDetections: 200 })
  expect([isWhole, failed]).toEqual([true, ['unit1.py']])
  expect(new Set(detections.map(({ file }) => file))).toEqual(new Set(['unit0.py', 'unit2.py']))
})
