import { loadPromptClassifier, loadSecondStage, SecondReaders, type TokenSigns } from '@sluice/prompt-classifier'
import { median, percentile } from '../gateway/statistics.ts'
import { EVERYDAY_PROMPTS, proseOf, THIRTY_WORDS } from '../pii/texts.ts'

/** What reading one window costs, in microseconds: in its thread alone, and with the way there and back. */
interface WindowCost {
  readonly text: string
  readonly tokens: number
  readonly readP50: number
  readonly readP99: number
  readonly askP50: number
  readonly askP99: number
}

interface SecondStageCost {
  /** Everyday prompts that the first stage asks the second about. */
  readonly asked: number
  readonly prompts: number
  readonly windows: readonly WindowCost[]
}

const WARM_UP = 200

/** Measures the second stage on windows of several lengths, whether or not the first would ask about them. */
export async function measureSecondStage(rounds: number): Promise<SecondStageCost> {
  const [classifier, stage, readers] = [loadPromptClassifier(), loadSecondStage(), new SecondReaders()]
  const windowOf = (text: string) => {
    classifier.classify(text)
    return classifier.suspectsOf(Number.NEGATIVE_INFINITY, 1).suspects[0]
  }
  const asked = EVERYDAY_PROMPTS.filter((text) => (windowOf(text)?.logit ?? Number.NEGATIVE_INFINITY) >= stage.asksFrom)
  const texts = [
    ['an everyday prompt', EVERYDAY_PROMPTS[0] ?? ''],
    ['thirty words', THIRTY_WORDS],
    ['the most that it reads', proseOf(2_000)],
  ] as const
  const windows: WindowCost[] = []
  for (const [text, written] of texts) {
    const signs = windowOf(written)?.signs
    if (signs === undefined) throw new Error('A text of the bench has no words')
    const read = await timesOf(rounds * 20, () => stage.score(signs))
    const ask = await timesOf(rounds * 20, () => askOnce(readers, signs))
    windows.push({
      text,
      tokens: signs.count,
      ...{ readP50: median(read), readP99: percentile(read, 0.99) },
      ...{ askP50: median(ask), askP99: percentile(ask, 0.99) },
    })
  }
  await readers.close()
  return { asked: asked.length, prompts: EVERYDAY_PROMPTS.length, windows }
}

async function askOnce(readers: SecondReaders, signs: TokenSigns): Promise<void> {
  if ((await readers.ask([signs], 'bench')) === undefined) throw new Error('The second stage gave no answer')
}

/** The time of each call in microseconds, in compiled code, in rising order. */
async function timesOf(calls: number, call: () => unknown): Promise<readonly number[]> {
  for (let i = 0; i < WARM_UP; i += 1) await call()
  const times: number[] = []
  for (let i = 0; i < calls; i += 1) {
    const startMs = performance.now()
    const done = call()
    if (done instanceof Promise) await done
    times.push((performance.now() - startMs) * 1_000)
  }
  return times.toSorted((one, other) => one - other)
}

export function renderSecondStage({ asked, prompts, windows }: SecondStageCost): string {
  const cells = (values: readonly number[]) => values.map((value) => value.toFixed(0).padStart(10)).join(' ')
  const head = ['read p50', 'p99', 'asked p50', 'p99'].map((name) => name.padStart(10)).join(' ')
  return [
    `${'second stage, microseconds'.padEnd(30)} ${'tokens'.padStart(7)} ${head}`,
    ...windows.map(
      ({ text, tokens, readP50, readP99, askP50, askP99 }) =>
        `${text.padEnd(30)} ${String(tokens).padStart(7)} ${cells([readP50, readP99, askP50, askP99])}`,
    ),
    `The first stage asks it about ${asked} of ${prompts} everyday prompts.`,
  ].join('\n')
}
