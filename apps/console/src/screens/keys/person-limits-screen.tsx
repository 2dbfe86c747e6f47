import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { personLimitsQuery, type Spending, type UserLimits } from '../../api/keys.ts'
import { useMay } from '../../api/session.ts'
import layout from '../../design/layout.module.css'
import { Facts, Page, Panel } from '../../design/page.tsx'
import { Failed, Loading } from '../../design/states.tsx'
import { currencyOf } from './amounts.ts'
import { BackToKeys } from './key-screen.tsx'
import styles from './keys.module.css'
import { limitMeters } from './limit-meters.ts'
import { limitWords } from './limit-words.ts'
import { Meters } from './meters.tsx'
import { UsedFigures } from './used-figures.tsx'

const route = getRouteApi('/keys/people/$subject')

/** What one person may use, by whose limit, and has used. */
export function PersonLimitsScreen() {
  const { subject } = route.useParams()
  const query = useQuery(personLimitsQuery(subject))
  return (
    <Page
      title={`Limits of ${subject}`}
      back={<BackToKeys />}
      lead="By the groups that the directory has now. The first limit that has no room refuses a request."
      actions={<Ways subject={subject} />}
    >
      {query.isPending && <Loading>Adding up what was used …</Loading>}
      {query.isError && <Failed error={query.error} doing="load these limits" onRetry={() => void query.refetch()} />}
      {query.data !== undefined && <Panels limits={query.data} />}
    </Page>
  )
}

function Ways({ subject }: { readonly subject: string }) {
  const mayPerson = useMay('view-user')
  const mayKeys = useMay('list-api-keys')
  return (
    <span className={styles.chips}>
      {mayKeys && (
        <Link to="/keys" search={{ view: 'keys', owner: subject }}>
          Keys
        </Link>
      )}
      {mayPerson && (
        <Link to="/people/$subject" params={{ subject }}>
          Person and sessions
        </Link>
      )}
    </span>
  )
}

const TITLES = { user: 'Of this person', department: 'Of all of', tenant: 'Of all together' } as const

function Panels({ limits }: { readonly limits: UserLimits }) {
  const { use, departments, tenant, spending, used } = limits
  return (
    <>
      <Panel title="What was used" aside={<span>days of UTC, up to some seconds ago</span>}>
        <UsedFigures used={used} />
      </Panel>
      <div className={layout.halves}>
        <Panel title="What may be spent">
          <div className={styles.panel}>
            {spending.length === 0 && (
              <p className={styles.quiet}>No limit on tokens or money holds for this person.</p>
            )}
            {spending.map((one) => (
              <OwnSpending key={`${one.scope} ${one.name}`} spending={one} used={used} />
            ))}
          </div>
        </Panel>
        <Panel title="What may be asked at a time">
          <Facts
            facts={[
              ['This person', limitWords(use) || 'no limit'],
              ...departments.map(({ name, ...ofAll }) => [`All of ${name}`, limitWords(ofAll)] as const),
              ['All together', tenant && limitWords(tenant)],
            ]}
          />
          <p className={styles.note}>
            At all gateways together, by QUOTAS of the gateways. How much of a minute is left is known to each gateway
            alone.
          </p>
        </Panel>
      </div>
    </>
  )
}

interface OwnSpendingProps {
  readonly spending: Spending
  /** Of the person: what others of a department have used is not known here. */
  readonly used: UserLimits['used']
}

function OwnSpending({ spending, used }: OwnSpendingProps) {
  const { scope, name, taken } = spending
  const title = scope === 'department' ? `${TITLES.department} ${name}` : TITLES[scope]
  const meters = limitMeters(spending, taken, scope === 'user' ? used : undefined, currencyOf(used))
  const perMinute = limitWords({}, { tokens_per_minute: spending.tokens_per_minute })
  return (
    <section className={styles.own}>
      <h3>{title}</h3>
      {meters.length > 0 && <Meters label={title} meters={meters} />}
      {perMinute !== '' && <p className={styles.quiet}>{perMinute}</p>}
      {taken === undefined && <p className={styles.quiet}>What others have taken of it is not for your role.</p>}
    </section>
  )
}
