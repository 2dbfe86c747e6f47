import type { FreezeReport, FreezeState, UserFreeze } from '../../api/people.ts'
import { Chip } from '../../design/chip.tsx'
import { Facts, Panel } from '../../design/page.tsx'
import { Notice } from '../../design/states.tsx'
import { Time } from '../../design/time.tsx'
import styles from './people.module.css'

const DURABLE = {
  fsynced: 'on the disk of Redis',
  replicated: 'in another Redis as well',
  unconfirmed: 'in force, but not yet seen on a disk or in another Redis',
} as const

interface FreezePanelProps {
  readonly title: string
  readonly freeze: FreezeState
  /** Which gateways have confirmed it; absent a minute after it. */
  readonly gateways?: UserFreeze['gateways'] | undefined
  /** What the order from this page did, where there was one. */
  readonly report?: FreezeReport | undefined
}

/** Since when something is frozen or free again, why and by whom, and what each gateway has said to it. */
export function FreezePanel({ title, freeze, gateways, report }: FreezePanelProps) {
  const isFrozen = freeze.state === 'frozen'
  const own = report?.version === freeze.version ? report : undefined
  return (
    <Panel title={title}>
      <Facts
        facts={[
          [
            'State',
            <Chip key="state" tone={isFrozen ? 'danger' : 'good'}>
              {isFrozen ? 'Frozen' : 'Free again'}
            </Chip>,
          ],
          ['Since', <Time key="at" at={freeze.at} />],
          ['Reason', freeze.reason],
          ['By', <code key="by">{freeze.by}</code>],
          ['Gateways and workers', isFrozen ? <Gateways gateways={gateways} report={own} /> : undefined],
          ['Took', own !== undefined && isFrozen ? `${own.elapsed_ms.toFixed(0)} ms` : undefined],
          ['Sessions reached', own?.sessions],
          ['Kept', own?.durable === undefined ? undefined : DURABLE[own.durable]],
        ]}
      />
      {own?.recorded === false && (
        <Notice tone="warn">
          It holds, but its audit record could not be written yet. It waits beside the freeze.
        </Notice>
      )}
    </Panel>
  )
}

function Gateways({ gateways, report }: Pick<FreezePanelProps, 'gateways' | 'report'>) {
  if (gateways === undefined && report === undefined) {
    return <span className={styles.remark}>What each has said is shown for a minute after the order.</span>
  }
  const confirmed = gateways?.acknowledged ?? []
  const missing = gateways?.missing ?? report?.gateways.missing ?? []
  const count = Math.max(confirmed.length, report?.gateways.acknowledged ?? 0)
  return (
    <>
      {count} of {count + missing.length} have confirmed that nothing runs there any more.
      <ul className={styles.gateways}>
        {confirmed.map((id) => (
          <li key={id}>
            <Chip tone="good">confirmed</Chip> <code>{id}</code>
          </li>
        ))}
        {missing.map((id) => (
          <li key={id}>
            <Chip tone="warn">not yet</Chip> <code>{id}</code> stops by itself when its lease runs out.
          </li>
        ))}
      </ul>
    </>
  )
}
