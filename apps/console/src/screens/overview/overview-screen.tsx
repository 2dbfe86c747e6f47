import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { Segments } from '../../design/field.tsx'
import { Page } from '../../design/page.tsx'
import { BacklogPanel, LayersPanel } from './counted-panels.tsx'
import { Figures } from './figures.tsx'
import styles from './overview.module.css'
import { ServicesPanel } from './services-panel.tsx'
import { Start } from './start.tsx'
import { UsagePanel } from './usage-panel.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

const route = getRouteApi('/')

const WINDOWS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
  { value: 'fortnight', label: 'Last 14 days' },
] as const

/** What is going on: what waits for somebody, then how everything runs. Each part for whoever may see it. */
export function OverviewScreen() {
  const { window = 'hour' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayView = useMay('view-overview')
  const mayApprove = useMay('list-approvals')
  const mayReadUsage = useMay('read-usage')
  if (!mayView && !mayApprove && !mayReadUsage) return <Start />
  return (
    <Page
      title="Overview"
      actions={
        mayView && (
          <Segments
            label="Time"
            value={window}
            options={WINDOWS}
            onChange={(next) => void navigate({ search: { window: next }, replace: true })}
          />
        )
      }
    >
      {mayView && <Figures window={window} />}
      <div className={styles.grid}>
        {mayApprove && <WaitingPanel />}
        {mayView && <LayersPanel window={window} />}
        {mayReadUsage && <UsagePanel hasCounts={mayView} />}
        {mayView && <ServicesPanel />}
        {mayView && <BacklogPanel window={window} />}
      </div>
    </Page>
  )
}
