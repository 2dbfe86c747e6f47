import styles from './assessment.module.css'
import type { TrendPoint } from './trend.ts'
import { counted, RISK_WORDS } from './words.ts'

const MAX_POINTS = 24
const HEIGHT = 120
/** Of few scans the bars are wide. */
const FEW = 12
const WIDE = { step: 64, bar: 44 }
const NARROW = { step: 34, bar: 22 }

const PARTS = [
  { of: 'quantumSafe', risk: 'QuantumSafe', style: styles.safeBar },
  { of: 'mitigable', risk: 'Mitigable', style: styles.mitigableBar },
  { of: 'quantumVulnerable', risk: 'QuantumVulnerable', style: styles.vulnerableBar },
  { of: 'quantumBroken', risk: 'QuantumBroken', style: styles.brokenBar },
] as const

/** A bar for each scan, with what is broken on top, and the number of its findings above it. */
export function TrendChart({ points }: { readonly points: readonly TrendPoint[] }) {
  const shown = points.slice(-MAX_POINTS)
  const most = Math.max(1, ...shown.map(({ findingCount }) => findingCount))
  const size = shown.length > FEW ? NARROW : WIDE
  const width = shown.length * size.step
  const last = shown.at(-1)
  const first = shown[0]
  const words = `Findings of ${counted(shown.length, 'scan')}: ${first?.findingCount ?? 0} in the first, ${last?.findingCount ?? 0} in the last, of which ${last?.figures.quantumBroken ?? 0} broken`
  return (
    <div className={styles.trend}>
      <svg width={width} height={HEIGHT + 20} viewBox={`0 0 ${width} ${HEIGHT + 20}`} role="img" aria-label={words}>
        {shown.map((point, index) => (
          <Bar key={point.id} point={point} index={index} size={size} most={most} />
        ))}
      </svg>
      <ul className={styles.legend}>
        {PARTS.toReversed().map(({ risk, style }) => (
          <li key={risk}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={style} />
            </svg>
            {RISK_WORDS[risk].label}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BarProps {
  readonly point: TrendPoint
  readonly index: number
  readonly size: typeof WIDE
  readonly most: number
}

function Bar({ point: { figures, findingCount }, index, size: { step, bar }, most }: BarProps) {
  const x = index * step + (step - bar) / 2
  let bottom = HEIGHT + 18
  const whole = (HEIGHT * findingCount) / most
  return (
    <g>
      <text x={x + bar / 2} y={HEIGHT + 18 - whole - 5} textAnchor="middle" className={styles.barText}>
        {findingCount.toLocaleString()}
      </text>
      {PARTS.map(({ of, style }) => {
        const height = (HEIGHT * figures[of]) / most
        bottom -= height
        return height === 0 ? null : <rect key={of} x={x} y={bottom} width={bar} height={height} className={style} />
      })}
    </g>
  )
}
