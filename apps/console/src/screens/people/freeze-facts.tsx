import type { FreezeState } from '../../api/people.ts'
import { Chip } from '../../design/chip.tsx'
import { Facts, Panel } from '../../design/page.tsx'
import { Time } from '../../design/time.tsx'

/** Since when something is frozen or free again, why, and by whom. */
export function FreezeFacts({ title, freeze }: { readonly title: string; readonly freeze: FreezeState }) {
  return (
    <Panel title={title}>
      <Facts
        facts={[
          [
            'State',
            <Chip key="state" tone={freeze.state === 'frozen' ? 'danger' : 'good'}>
              {freeze.state === 'frozen' ? 'Frozen' : 'Free again'}
            </Chip>,
          ],
          ['Since', <Time key="at" at={freeze.at} />],
          ['Reason', freeze.reason],
          ['By', <code key="by">{freeze.by}</code>],
        ]}
      />
    </Panel>
  )
}
