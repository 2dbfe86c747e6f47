import { Link } from '@tanstack/react-router'
import type { LayerTime, PlayedPrompt, Violation } from '../../api/playground.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Chip, type Tone } from '../../design/chip.tsx'
import layout from '../../design/layout.module.css'
import { Panel } from '../../design/page.tsx'
import { BarList } from '../../design/plot.tsx'
import { Notice } from '../../design/states.tsx'
import { TokenText } from '../../design/token-text.tsx'
import { layerName } from './layer-names.ts'
import styles from './playground.module.css'

interface PlayedPanelsProps {
  readonly played: PlayedPrompt
  /** Whose clearance the answer was written for. */
  readonly reader: string
}

/** What became of a prompt, in the order in which it happened. */
export function PlayedPanels({ played, reader }: PlayedPanelsProps) {
  if (played.type === 'refused') {
    return (
      <>
        <Notice tone="danger">
          <p>
            Refused: <code>{played.code}</code>
          </p>
          <p>{played.message} Nothing went to a model.</p>
        </Notice>
        <Found violations={played.violations} />
        <Times times={played.times} />
      </>
    )
  }
  const { answer, metadata, times } = played
  return (
    <>
      {metadata.approval_required && <Held id={metadata.approval_id} reader={reader} />}
      <Found violations={metadata.policy_violations} />
      <Sent sent={metadata.sent} isHeld={metadata.approval_required} isCached={metadata.cache_hit} />
      <div className={layout.halves}>
        <Received received={metadata.received} isHeld={metadata.approval_required} />
        <Panel
          title={`What ${reader} may see of it`}
          aside={metadata.cache_hit && <Chip tone="info">from the cache</Chip>}
        >
          <p className={styles.text}>
            <TokenText text={answer} />
          </p>
          <p className={styles.note}>A token stands where {reader} may not see the value.</p>
        </Panel>
      </div>
      <Times times={times} />
    </>
  )
}

function Held({ id, reader }: { readonly id: string | undefined; readonly reader: string }) {
  const isOwn = useSession().user.name === reader
  const maySee = useMay('view-approval') || isOwn
  return (
    <Notice tone="warn">
      A human has to agree before anything is sent.{' '}
      {id !== undefined && maySee && (
        <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
          Look at the held request
        </Link>
      )}
    </Notice>
  )
}

const TONES: Readonly<Record<Violation['severity'], Tone>> = {
  low: 'neutral',
  medium: 'warn',
  high: 'danger',
  critical: 'danger',
}

function Found({ violations }: { readonly violations: readonly Violation[] }) {
  return (
    <Panel title="What was found">
      {violations.length === 0 ? (
        <p className={styles.note}>Nothing that a policy speaks of.</p>
      ) : (
        <ul className={styles.found}>
          {violations.map(({ layer, policy_id: policy, severity, message }) => (
            <li key={`${layer} ${policy} ${message}`}>
              <span className={styles.layer}>{layer}</span>
              <span>{message}</span>
              <Chip tone={TONES[severity]}>{severity}</Chip>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type ReceivedTexts = Extract<PlayedPrompt, { readonly type: 'answered' }>['metadata']['received']

interface SentProps {
  readonly sent:
    | readonly { readonly path: string; readonly role?: string | undefined; readonly text: string }[]
    | undefined
  readonly isHeld: boolean
  readonly isCached: boolean
}

function Sent({ sent, isHeld, isCached }: SentProps) {
  return (
    <Panel title="What left the house">
      {sent === undefined ? (
        <p className={styles.note}>{whyNothing(isHeld, isCached)}</p>
      ) : (
        sent.map(({ path, role, text }) => (
          <div key={path}>
            <p className={styles.role}>{role ?? path}</p>
            <p className={styles.text}>
              <TokenText text={text} />
            </p>
          </div>
        ))
      )}
    </Panel>
  )
}

/** The model's own words. The gateway masks in them what it masks in the answer. */
function Received({ received, isHeld }: { readonly received: ReceivedTexts; readonly isHeld: boolean }) {
  return (
    <Panel title="What came back">
      {received === undefined ? (
        <p className={styles.note}>{isHeld ? 'Nothing so far: no model was asked.' : NOT_SHOWN}</p>
      ) : (
        <>
          {received.map(({ part, path, text }) => (
            <div key={`${part} ${path}`}>
              {path !== '/content' && <p className={styles.role}>{path}</p>}
              <p className={styles.text}>
                <TokenText text={text} />
              </p>
            </div>
          ))}
          <p className={styles.note}>The model’s words, before tokens became values again.</p>
        </>
      )}
    </Panel>
  )
}

const NOT_SHOWN = 'The gateway does not show it. For development, SHOW_SENT=true lets it.'

function whyNothing(isHeld: boolean, isCached: boolean): string {
  if (isHeld) return 'Nothing so far: it waits for a human.'
  if (isCached) return 'Nothing: the answer was known.'
  return NOT_SHOWN
}

function Times({ times }: { readonly times: readonly LayerTime[] }) {
  if (times.length === 0) return null
  const rows = times.map(({ layer, ms }, index) => ({
    id: `${index} ${layer}`,
    label: `${layer} ${layerName(layer)}`,
    value: ms,
    words: ms < 1 ? `${Math.round(ms * 1000)} µs` : `${ms.toFixed(1)} ms`,
  }))
  const own = times.filter(({ layer }) => layer !== 'L5').reduce((sum, { ms }) => sum + ms, 0)
  return (
    <Panel title="How long each layer worked" aside={<span>{own.toFixed(1)} ms without the model</span>}>
      <BarList label="Time of each layer" rows={rows} />
    </Panel>
  )
}
