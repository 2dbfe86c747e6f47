import { RISK_LEVELS, type RiskLevel } from '../model/assessment.ts'
import { MILESTONES, TRANSITION_CLASSES } from '../verdict/cnsa-profile.ts'
import type { Drawing, Paint, Shape } from './drawing.ts'
import { readableText } from './readable-text.ts'
import type { Tone } from './report.ts'

export type RiskCounts = Readonly<Record<RiskLevel, number>>

export const RISK_TONES: Readonly<Record<RiskLevel, Exclude<Tone, 'plain'>>> = {
  QuantumBroken: 'broken',
  QuantumVulnerable: 'vulnerable',
  Mitigable: 'mitigable',
  QuantumSafe: 'safe',
}

export const RISK_TITLES: Readonly<Record<RiskLevel, string>> = {
  QuantumBroken: 'Quantum-broken',
  QuantumVulnerable: 'Quantum-vulnerable',
  Mitigable: 'Mitigable',
  QuantumSafe: 'Quantum-safe',
}

/** Narrow enough that a phone shows the text large enough to read. */
const WIDTH = 520
const TEXT = 13

/** The titles of the risks differ in length. */
const LEGEND_X = [0, 128, 278, 384]

/** One bar from left to right, split by risk, with its legend. */
export function riskDistributionChart(counts: RiskCounts): Drawing {
  const total = sum(counts)
  const shapes: Shape[] = [{ kind: 'bar', x: 0, y: 8, width: WIDTH, height: 30, paint: 'line' }]
  shapes.push(...stackedBar({ counts, x: 0, y: 8, height: 30, width: total === 0 ? 0 : WIDTH, total }))
  RISK_LEVELS.forEach((level, index) => {
    const x = LEGEND_X[index] ?? 0
    const share = total === 0 ? 0 : Math.round((counts[level] / total) * 100)
    shapes.push(
      { kind: 'bar', x, y: 56, width: 12, height: 12, paint: RISK_TONES[level] },
      { kind: 'text', x: x + 20, y: 67, text: RISK_TITLES[level], size: 12, paint: 'ink' },
      { kind: 'text', x: x + 20, y: 85, text: `${counts[level]} (${share} %)`, size: 12, paint: 'muted' },
    )
  })
  return {
    title: 'Risk distribution',
    description: RISK_LEVELS.map((level) => `${RISK_TITLES[level]}: ${counts[level]}`).join('; '),
    width: WIDTH,
    height: 94,
    shapes,
  }
}

export interface AlgorithmCounts {
  readonly algorithm: string
  readonly counts: RiskCounts
}

const MAX_BARS = 15
const ROW = 30
const LABEL_WIDTH = 104

/** One bar for each algorithm, the most frequent first, split by risk. */
export function algorithmsChart(algorithms: readonly AlgorithmCounts[]): Drawing {
  const sorted = algorithms.toSorted((a, b) => sum(b.counts) - sum(a.counts)).slice(0, MAX_BARS)
  const most = Math.max(1, ...sorted.map(({ counts }) => sum(counts)))
  const longest = WIDTH - LABEL_WIDTH - 56
  const shapes = sorted.flatMap(({ algorithm, counts }, index): Shape[] => {
    const y = index * ROW + 4
    const total = sum(counts)
    // Something that was found is never drawn as nothing.
    const width = Math.max(3, (total / most) * longest)
    const label = { kind: 'text', y: y + 16, size: TEXT, paint: 'ink' } as const
    return [
      { ...label, x: LABEL_WIDTH - 12, text: readableText(algorithm, 16), anchor: 'end', isBold: true },
      ...stackedBar({ counts, x: LABEL_WIDTH, y, height: 22, width, total }),
      { ...label, x: LABEL_WIDTH + width + 8, text: String(total), paint: 'muted' },
    ]
  })
  const bottom = Math.max(1, sorted.length) * ROW + 8
  return {
    title: 'Findings per algorithm',
    description: sorted.map(({ algorithm, counts }) => `${readableText(algorithm, 40)}: ${sum(counts)}`).join('; '),
    width: WIDTH,
    height: bottom + 18,
    shapes: [...shapes, ...riskLegend(bottom)],
  }
}

/** What the colours of a bar mean. */
function riskLegend(y: number): Shape[] {
  return RISK_LEVELS.flatMap((level, index): Shape[] => {
    const x = LEGEND_X[index] ?? 0
    return [
      { kind: 'bar', x, y, width: 12, height: 12, paint: RISK_TONES[level] },
      { kind: 'text', x: x + 20, y: y + 11, text: RISK_TITLES[level], size: 12, paint: 'ink' },
    ]
  })
}

const FIRST_YEAR = 2025
const LAST_YEAR = 2036
const AXIS_LEFT = 184
const CLASS_ROW = 38
const AXIS_TOP = 30

/** The dates of CNSA 2.0 for each class of equipment, where the project stands today, and what is bound for which. */
export function timelineChart(today: Date, findingsByClass: ReadonlyMap<string, number>): Drawing {
  const bottom = AXIS_TOP + TRANSITION_CLASSES.length * CLASS_ROW + 6
  const shapes: Shape[] = []
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const x = xOf(year)
    shapes.push({ kind: 'line', from: [x, AXIS_TOP], to: [x, bottom], paint: 'line' })
    if (year % 2 === 1) {
      shapes.push({ kind: 'text', x, y: AXIS_TOP - 10, text: String(year), size: 12, paint: 'muted', anchor: 'middle' })
    }
  }
  TRANSITION_CLASSES.forEach((transition, index) => {
    shapes.push(...transitionShapes(transition, AXIS_TOP + index * CLASS_ROW, findingsByClass.get(transition.id) ?? 0))
  })
  shapes.push(...todayShapes(today, bottom), ...legendShapes(bottom + 44))
  const classes = TRANSITION_CLASSES.map(({ title, preferBy, exclusiveBy }) =>
    preferBy === null
      ? `${title}: exclusive by ${exclusiveBy}`
      : `${title}: preferred ${preferBy}, exclusive ${exclusiveBy}`,
  )
  return {
    title: 'Timeline of CNSA 2.0',
    description: [...classes, ...MILESTONES.map(({ date, title }) => `${date}: ${title}`)].join('; '),
    width: WIDTH,
    height: bottom + 54,
    shapes,
  }
}

function transitionShapes(
  { title, preferBy, exclusiveBy }: (typeof TRANSITION_CLASSES)[number],
  top: number,
  findings: number,
): Shape[] {
  const start = xOf(preferBy ?? FIRST_YEAR)
  const end = xOf(exclusiveBy)
  const middle = top + CLASS_ROW / 2
  const [first = '', second] = wrapped(title, 28)
  const label = { kind: 'text', x: 0, size: 12, paint: 'ink' } as const
  const shapes: Shape[] = [
    { ...label, y: second === undefined ? middle + 4 : middle - 3, text: first },
    { kind: 'bar', x: start, y: middle - 7, width: end - start, height: 14, paint: 'muted' },
    { kind: 'bar', x: end, y: middle - 7, width: xOf(LAST_YEAR) - end, height: 14, paint: 'accent' },
  ]
  if (second !== undefined) shapes.push({ ...label, y: middle + 12, text: second })
  if (findings > 0) {
    shapes.push({
      ...label,
      x: xOf(LAST_YEAR) - 6,
      y: middle + 4,
      text: `${findings} open`,
      anchor: 'end',
      isBold: true,
      paint: 'ground',
    })
  }
  return shapes
}

function todayShapes(today: Date, bottom: number): Shape[] {
  const year = today.getUTCFullYear() + today.getUTCMonth() / 12
  if (year < FIRST_YEAR || year > LAST_YEAR) return []
  const x = xOf(year)
  return [
    { kind: 'line', from: [x, AXIS_TOP - 4], to: [x, bottom + 4], paint: 'ink' },
    { kind: 'dot', x, y: AXIS_TOP - 4, radius: 4, paint: 'ink' },
    { kind: 'text', x, y: bottom + 20, text: 'today', size: 12, paint: 'ink', anchor: 'middle', isBold: true },
  ]
}

function legendShapes(y: number): Shape[] {
  const text = { kind: 'text', y, size: 12, paint: 'muted' } as const
  return [
    { kind: 'bar', x: 0, y: y - 10, width: 12, height: 12, paint: 'muted' },
    { ...text, x: 18, text: 'support and prefer CNSA 2.0' },
    { kind: 'bar', x: 250, y: y - 10, width: 12, height: 12, paint: 'accent' },
    { ...text, x: 268, text: 'exclusively CNSA 2.0' },
  ]
}

function xOf(year: number): number {
  return AXIS_LEFT + ((year - FIRST_YEAR) / (LAST_YEAR - FIRST_YEAR)) * (WIDTH - AXIS_LEFT - 8)
}

interface StackedBar {
  readonly counts: RiskCounts
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly total: number
}

function stackedBar({ counts, x, y, width, height, total }: StackedBar): Shape[] {
  let left = x
  return RISK_LEVELS.flatMap((level): Shape[] => {
    const share = total === 0 ? 0 : (counts[level] / total) * width
    const paint: Paint = RISK_TONES[level]
    const bar: Shape = { kind: 'bar', x: left, y, width: share, height, paint }
    left += share
    return share === 0 ? [] : [bar]
  })
}

function sum(counts: RiskCounts): number {
  return RISK_LEVELS.reduce((total, level) => total + counts[level], 0)
}

/** Up to two lines of at most so many characters; the titles are this project's own. */
function wrapped(text: string, maxChars: number): readonly string[] {
  if (text.length <= maxChars) return [text]
  const cut = text.lastIndexOf(' ', maxChars)
  return [text.slice(0, cut), text.slice(cut + 1)]
}
