import { getRouteApi } from '@tanstack/react-router'
import { useMay, useSession } from '../../api/session.ts'
import { Segments } from '../../design/field.tsx'
import { Page } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { BacklogPanel, LayersPanel } from './counted-panels.tsx'
import { Figures } from './figures.tsx'
import styles from './overview.module.css'
import { ServicesPanel } from './services-panel.tsx'
import { UsagePanel } from './usage-panel.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

const route = getRouteApi('/')

const WINDOWS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
] as const

/** What is going on: what waits for somebody, then how everything runs. Each part for whoever may see it. */
export function OverviewScreen() {
  const { window = 'hour' } = route.useSearch()
  const navigate = route.useNavigate()
  const mayView = useMay('view-overview')
  const mayApprove = useMay('list-approvals')
  const mayReadUsage = useMay('read-usage')
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
        {mayReadUsage && <UsagePanel />}
        {mayView && <ServicesPanel />}
        {mayView && <BacklogPanel window={window} />}
      </div>
      {!mayView && !mayApprove && !mayReadUsage && <NothingHere />}
    </Page>
  )
}

function NothingHere() {
  const { user } = useSession()
  return (
    <Empty icon="people" title={`Nothing to watch over for ${user.name}`}>
      {user.roles.length === 0
        ? 'You have no role in this console. Whoever looks after your organisation’s directory gives one by a group.'
        : 'Your roles have no figures. Choose a screen from the menu.'}
    </Empty>
  )
}
