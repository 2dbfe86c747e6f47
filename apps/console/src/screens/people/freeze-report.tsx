import { useFreezeNews } from '../../api/freeze-news.ts'
import type { FreezeReport, FreezeTarget } from '../../api/people.ts'
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

/** What a freeze or unfreeze did: which gateways have confirmed it, and how safe it is. */
export function FreezeReportPanel({
  report,
  target,
}: {
  readonly report: FreezeReport
  readonly target: FreezeTarget
}) {
  const { state } = report
  const news = useFreezeNews(target)
  // A gateway that was late confirms behind the report.
  const acknowledged = Math.max(report.gateways.acknowledged, news?.state === 'frozen' ? news.acknowledged : 0)
  const missing = acknowledged >= report.gateways.alive ? [] : report.gateways.missing
  const gateways = { ...report.gateways, acknowledged, missing }
  return (
    <Panel title={state === 'frozen' ? 'The freeze' : 'The unfreeze'}>
      <Facts
        facts={[
          [
            'State',
            <Chip key="state" tone={state === 'frozen' ? 'danger' : 'good'}>
              {state === 'frozen' ? 'Frozen' : 'Active'}
            </Chip>,
          ],
          ['Since', report.at === undefined ? undefined : <Time key="at" at={report.at} />],
          ['Sessions reached', report.sessions],
          ['Gateways', state === 'frozen' ? <Gateways key="gateways" gateways={gateways} /> : undefined],
          ['Took', state === 'frozen' ? `${report.elapsed_ms.toFixed(0)} ms` : undefined],
          ['Kept', report.durable === undefined ? undefined : DURABLE[report.durable]],
        ]}
      />
      {!report.changed && <p className={styles.remark}>It was so already; the order was sent again.</p>}
      {!report.recorded && (
        <Notice tone="warn">
          It holds, but its audit record could not be written yet. It waits beside the freeze.
        </Notice>
      )}
    </Panel>
  )
}

function Gateways({ gateways: { alive, acknowledged, missing } }: Pick<FreezeReport, 'gateways'>) {
  return (
    <>
      {acknowledged} of {alive} have confirmed that nothing runs there any more.
      {missing.length > 0 && (
        <ul className={styles.missing}>
          {missing.map((id) => (
            <li key={id}>
              <code>{id}</code> has not; it stops by itself when its lease runs out.
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
