import { counted } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { Confidence, Setting } from '../model/detection.ts'
import { CONFIDENCE_WEIGHTS, RISK_WEIGHTS, SETTING_WEIGHTS } from '../score/score.ts'
import { CNSA_PROFILE } from '../verdict/cnsa-profile.ts'
import { RISK_TITLES } from './charts.ts'
import { coverageText, understoodText } from './coverage-text.ts'
import { readableText } from './readable-text.ts'
import type { Block, Section } from './report.ts'
import { numberText } from './tallies.ts'

/** What was looked at, by which rules, and on whose word. */
export function methodSection(assessment: Assessment): Section {
  const { knowledge, unassessed } = assessment
  const packs = knowledge.packs.map(({ pack, version, title }) => readableText(`${pack} ${version}: ${title}`, 200))
  const blocks: Block[] = [
    { kind: 'paragraph', text: scanText(assessment) },
    {
      kind: 'paragraph',
      text:
        `The system score is the mean of the risks of all findings (${weights(RISK_WEIGHTS, RISK_TITLES)}), ` +
        `weighted by the confidence of each finding (${weights(CONFIDENCE_WEIGHTS, confidenceWords)}) and by where it is ` +
        `(${weights(SETTING_WEIGHTS, settingWords)}).`,
    },
    {
      kind: 'paragraph',
      text:
        `The verdict follows the profile ${CNSA_PROFILE.profileName}, version ${CNSA_PROFILE.profileVersion}: every finding ` +
        'counts. A scan finds what source code, configuration and key files show; what is decided at run time, in libraries ' +
        'without source or in devices is not seen.',
    },
    { kind: 'list', items: packs.map((pack) => `Knowledge pack ${pack}`) },
  ]
  if (unassessed.length > 0) {
    const names = unassessed.map(({ algorithm, count }) => `${readableText(algorithm, 40)} (${count})`).join(', ')
    blocks.push({ kind: 'paragraph', text: `Found, but described by no loaded knowledge pack: ${names}.` })
  }
  blocks.push({ kind: 'paragraph', text: 'Sources:' }, { kind: 'list', items: sourcesOf(assessment) })
  return { id: 'method', title: 'Scan, method and sources', blocks }
}

function scanText(assessment: Assessment): string {
  const { filesSeen, filesRead, filesParsed, bytesRead, durationMs } = assessment.outcome.statistics
  const unread = coverageText(assessment)
  return (
    `The scan saw ${counted(filesSeen, 'file')}, read ${counted(filesRead, 'file')} ` +
    `(${numberText(Math.round(bytesRead / 1_024))} KiB) and parsed ${numberText(filesParsed)} of them in ` +
    `${(durationMs / 1_000).toFixed(1)} s. ${understoodText(assessment)} ${unread === '' ? 'Nothing was left out.' : unread}`
  )
}

const confidenceWords: Readonly<Record<Confidence, string>> = { High: 'high', Medium: 'medium', Low: 'low' }
const settingWords: Readonly<Record<Setting, string>> = {
  product: 'code of the product',
  configuration: 'configuration',
  keyMaterial: 'keys and certificates',
  vendored: 'code of others',
  test: 'tests',
}

function weights<Name extends string>(
  table: Readonly<Record<Name, number>>,
  words: Readonly<Record<Name, string>>,
): string {
  const names = Object.keys(words).filter((name): name is Name => name in table)
  return names.map((name) => `${words[name].toLowerCase()} ${table[name]}`).join(', ')
}

/** Only what the judgements in this report rest on. */
function sourcesOf({ gapGroups, knowledge }: Assessment): string[] {
  const used = new Set(gapGroups.flatMap(({ judgement }) => judgement.sources))
  return [...knowledge.sources]
    .filter(([id]) => used.has(id))
    .map(([id, { title, url }]) => readableText(`[${id}] ${title}${url === undefined ? '' : `. ${url}`}`, 400))
}
