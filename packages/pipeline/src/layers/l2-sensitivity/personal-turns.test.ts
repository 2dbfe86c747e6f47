import { describe, expect, it } from 'vitest'
import { compileCodenames } from '../../ports/codename-registry.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests } from '../../testing/exchange-for-tests.ts'
import { createSensitivityLayer, RULES } from './index.ts'

const layer = createSensitivityLayer({
  codenames: { current: () => ({ version: '1', index: compileCodenames([]) }) },
  unreadableLevels: { image: 5, audio: 6, file: 7, readFile: 7 },
  recognizers: RULES,
  timeoutMs: 1_000,
})

/** Messages as `role: text`. */
async function found(...written: readonly string[]): Promise<readonly string[]> {
  const messages = written.map((line) => {
    const [role = '', content = ''] = line.split(': ')
    return { role, content, ...(role === 'tool' ? { tool_call_id: '1' } : {}) }
  })
  const request = chat({ model: 'm', messages } as Parameters<typeof chat>[0])
  const { findings = [] } = await layer.decide(request, exchangeForTests())
  return findings.flatMap((each) => (each.kind === 'entity' ? [`${each.entity} ${each.position}`] : []))
}

describe('an illness', () => {
  const illness = 'user: The finding is multiple sclerosis.'
  const name = 'user: Her name is Anna Schmidt.'

  it('counts beside a name in a later message of the turn', async () => {
    expect(await found(illness, name)).toEqual(['DIAGNOSIS /messages/0/content', 'PERSON /messages/1/content'])
    expect(
      await found('user: Hello', 'assistant: Hello', ...[illness, name].map((text) => text.replace('user', 'tool'))),
    ).toEqual(['DIAGNOSIS /messages/2/content', 'PERSON /messages/3/content'])
  })

  it('stays as it was sent before an answer', async () => {
    expect(await found(illness, 'assistant: Hello', name)).toEqual(['PERSON /messages/2/content'])
  })

  it('counts where the writer says it of himself, without a name', async () => {
    expect(await found('user: I have multiple sclerosis.')).toEqual(['DIAGNOSIS /messages/0/content'])
    expect(await found('user: What helps against multiple sclerosis?')).toEqual([])
  })
})
