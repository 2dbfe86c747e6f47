import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Finding, RiskLevel } from '../../api/assessment.ts'
import { classNames } from '../../design/class-names.ts'
import { FilterBar, SearchField, SelectField } from '../../design/field.tsx'
import { Empty } from '../../design/states.tsx'
import { type Column, DataTable } from '../../design/table.tsx'
import styles from './assessment.module.css'
import { RiskChip } from './chips.tsx'
import { FindingPanel } from './finding-panel.tsx'
import { type FindingRow, idOf, rowsByFile } from './findings-rows.ts'
import { counted, roleWords } from './words.ts'

const route = getRouteApi('/assessment/project')

const RISKS = [
  { value: 'any', label: 'Any' },
  { value: 'QuantumBroken', label: 'Broken' },
  { value: 'QuantumVulnerable', label: 'Vulnerable' },
  { value: 'Mitigable', label: 'Mitigable' },
  { value: 'QuantumSafe', label: 'Safe' },
] as const satisfies readonly { readonly value: RiskLevel | 'any'; readonly label: string }[]

const PARTS = [
  { value: 'any', label: 'All code' },
  { value: 'product', label: 'What is shipped' },
  { value: 'test', label: 'Tests' },
] as const

const CODE: Column<FindingRow> = {
  id: 'code',
  header: 'File, line and code',
  cell: (row) =>
    row.kind === 'file' ? (
      <span className={styles.file}>
        <b>{row.file}</b> <span className={styles.small}>{counted(row.count, 'finding')}</span>
      </span>
    ) : (
      <span className={styles.codeLine}>
        <span className={styles.lineNumber}>{row.finding.line}</span>
        <code>{row.finding.code}</code>
      </span>
    ),
}

const WHAT: Column<FindingRow> = {
  id: 'what',
  header: 'Uses',
  width: '10rem',
  isWideOnly: true,
  cell: (row) =>
    row.kind === 'file' ? null : (
      <span className={styles.uses}>
        <b>{row.finding.algorithm}</b>
        <span>{roleWords(row.finding.role)}</span>
      </span>
    ),
}

const RISK: Column<FindingRow> = {
  id: 'risk',
  header: 'Risk',
  width: '7.5rem',
  cell: (row) => (row.kind === 'file' ? null : <RiskChip risk={row.finding.risk} />),
}

const COLUMNS: readonly Column<FindingRow>[] = [
  CODE,
  WHAT,
  RISK,
  {
    id: 'replace',
    header: 'Replace by',
    width: '15rem',
    isWideOnly: true,
    cell: (row) =>
      row.kind === 'finding' && row.finding.replacement !== undefined ? (
        <span className={styles.uses}>
          <span className={styles.target}>{row.finding.replacement.target || 'to be found out'}</span>
          <span>until {row.finding.replacement.exclusiveBy}</span>
        </span>
      ) : null,
  },
]

const COLUMNS_BESIDE = [CODE, RISK]

/** Every use of cryptography, by file, with its line of code. */
export function FindingsView({ findings }: { readonly findings: readonly Finding[] }) {
  const { risk, part, find = '', open } = route.useSearch()
  const navigate = route.useNavigate()
  const rows = useMemo(() => rowsByFile(findings, { risk, part, find }), [findings, risk, part, find])
  const opened = findings.find((finding) => idOf(finding) === open)
  if (findings.length === 0) {
    return (
      <Empty icon="search" title="No cryptography was found">
        That holds for what was read and understood only; above stands what was not.
      </Empty>
    )
  }
  return (
    <div className={styles.findings}>
      <FilterBar>
        <SearchField
          label="Find a file, an algorithm or a line of code"
          placeholder="File, algorithm or code"
          value={find}
          onSearch={(next) => void navigate({ search: (old) => ({ ...old, find: next || undefined }), replace: true })}
        />
        <SelectField
          label="Risk"
          value={risk ?? 'any'}
          options={RISKS}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, risk: next === 'any' ? undefined : next }), replace: true })
          }
        />
        <SelectField
          label="In"
          value={part ?? 'any'}
          options={PARTS}
          onChange={(next) =>
            void navigate({ search: (old) => ({ ...old, part: next === 'any' ? undefined : next }), replace: true })
          }
        />
      </FilterBar>
      {rows.length === 0 ? (
        <Empty icon="search" title="Nothing matches">
          Empty the search with Escape, or choose another risk.
        </Empty>
      ) : (
        <div className={classNames(styles.split, opened && styles.isOpen)}>
          <div className={styles.list}>
            <DataTable
              label="Findings"
              columns={opened === undefined ? COLUMNS : COLUMNS_BESIDE}
              rows={rows}
              idOf={({ id }) => id}
              openId={opened && open}
              onOpen={(row) => {
                if (row.kind === 'finding')
                  void navigate({ search: (old) => ({ ...old, open: row.id }), replace: open !== undefined })
              }}
            />
          </div>
          {opened !== undefined && <FindingPanel finding={opened} />}
        </div>
      )}
    </div>
  )
}
