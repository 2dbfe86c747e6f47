import { getRouteApi } from '@tanstack/react-router'
import { useMay } from '../../api/session.ts'
import { Button } from '../../design/button.tsx'
import { Segments } from '../../design/field.tsx'
import { useKey } from '../../design/keys.ts'
import { Page } from '../../design/page.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { DepartmentList } from './department-list.tsx'
import { KeyTable } from './key-table.tsx'
import styles from './keys.module.css'
import { PersonUsage } from './person-usage.tsx'

const route = getRouteApi('/keys')

type View = 'keys' | 'departments' | 'people'

const LEADS: Readonly<Record<View, string>> = {
  keys: 'Keys act for people and services where nobody can log in. Each is shown once, and may be revoked at any time.',
  departments: 'What departments may use together, what they have used, and what the gateways have taken of it by now.',
  people: 'Who has used what in this month. Days and months are those of UTC.',
}

/** API keys, and the limits of departments and people; each for the roles that may see it. */
export function KeysScreen() {
  const { view, act } = route.useSearch()
  const navigate = route.useNavigate()
  const mayKeys = useMay('list-api-keys')
  const mayLimits = useMay('list-limits')
  const mayCreate = useMay('create-api-key')
  const views = [
    ...(mayKeys || !mayLimits ? [{ value: 'keys' as const, label: 'Keys' }] : []),
    ...(mayLimits
      ? [
          { value: 'departments' as const, label: 'Departments' },
          { value: 'people' as const, label: 'People' },
        ]
      : []),
  ]
  const shown = view ?? views[0]?.value ?? 'keys'
  const confirm = (next: 'create' | undefined) =>
    void navigate({ search: (old) => ({ ...old, act: next }), replace: true })
  useKey({ key: 'n', label: 'Make a key' }, () => confirm('create'), mayCreate)
  return (
    <Page
      title="Keys and limits"
      lead={LEADS[shown]}
      isFilled={shown !== 'departments'}
      actions={
        mayCreate && (
          <Button kind="primary" onClick={() => confirm('create')}>
            New key
          </Button>
        )
      }
    >
      {views.length > 1 && (
        <div className={styles.views}>
          <Segments
            label="View"
            value={shown}
            options={views}
            onChange={(next) => void navigate({ search: { view: next } })}
          />
        </div>
      )}
      {shown === 'keys' && <KeyTable />}
      {shown === 'departments' && <DepartmentList />}
      {shown === 'people' && <PersonUsage />}
      {mayCreate && <CreateDialog isOpen={act === 'create'} onClose={() => confirm(undefined)} />}
    </Page>
  )
}
