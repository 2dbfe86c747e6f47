import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { expect } from 'vitest'
import { createLevelPolicy } from '../level/level-policy.ts'
import { ConfiguredPolicy } from '../policy-config.ts'
import type { PolicyQuestion } from '../question.ts'
import { tileForTests } from '../testing/questions.ts'
import { randomPolicy } from '../testing/random-policies.ts'
import { randomQuestion } from '../testing/random-questions.ts'
import { CedarRequests } from './cedar-request.ts'
import { CedarSnapshot, type SnapshotContext } from './cedar-snapshot.ts'
import { compilePolicy } from './compiled-policy.ts'
import { DecisionsOfKind, RememberedDecisions } from './remembered-decisions.ts'

const configured = new ConfiguredPolicy({
  clearances: { '*': { level: 1 }, finance: { level: 4, reveal: ['CREDIT_CARD'] } },
  modelsByGroup: { '*': ['small'], finance: ['large'] },
  soar: { scope: 'soar', clients: ['splunk'], allowUnfreeze: true },
})

fuzz('policies', {
  'a remembered decision is the one that would be made anew, whatever the policies look at': {
    property: fc.property(
      fc.array(randomPolicy, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(randomQuestion, fc.nat(2)), { minLength: 2, maxLength: 6 }),
      (texts, asked) => {
        const compiled = texts.flatMap((text, at) => compilePolicy(text, `own-${at}`) ?? [])
        expect(compiled.length).toBe(texts.length)
        const time = { nowMs: 0 }
        const documents = () => createLevelPolicy({ clearances: {} }).current('default').documents()
        const snapshotWith = (remembered: SnapshotContext['remembered']) =>
          new CedarSnapshot(
            { version: 'v', policies: compiled, documents },
            {
              configured,
              requests: new CedarRequests(configured),
              remembered,
              clock: { nowMs: () => time.nowMs },
            },
          )
        const remembering = snapshotWith(new RememberedDecisions())
        const forgetful = snapshotWith({
          ofKind: () => new DecisionsOfKind(),
          count: () => undefined,
          countFailure: () => undefined,
        })
        for (const [question, minutes] of asked.flatMap(([one, at]) =>
          neighboursOf(one).map((near) => [near, at] as const),
        )) {
          time.nowMs = Date.UTC(2026, 0, 5, 12, minutes)
          const anew = forgetful.decide({ ...question, principal: { ...question.principal } })
          expect([question, remembering.decide(question)]).toEqual([question, anew])
        }
      },
    ),
    runs: 200,
  },
})

/** The question, and those that a forgetful reader of a policy would take for the same. */
function neighboursOf(question: PolicyQuestion): PolicyQuestion[] {
  const { principal } = question
  const others = [{ sub: 'alice' }, { sub: 'bob' }, { client: 'c' }, { client: 'd' }].map((change) => ({
    ...question,
    principal: { ...principal, ...change },
  }))
  return [question, ...others, ...withOtherTile(question)]
}

function withOtherTile(question: PolicyQuestion): PolicyQuestion[] {
  if (question.action !== 'perform-action' || question.context.tile === undefined) return []
  const { tile, ...context } = question.context
  const other = tileForTests(tile.level, { categories: { ...tile.categories, PII: 3 - tile.categories.PII } })
  return [
    { ...question, context: { ...context, tile: other } },
    { ...question, context },
  ]
}
