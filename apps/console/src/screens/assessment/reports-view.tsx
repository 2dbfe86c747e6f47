import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../adapters/clock.ts'
import { saveFile } from '../../adapters/save-file.ts'
import { useMayAssess } from '../../api/assessment.ts'
import { type AssessmentFile, fetchAssessmentFile } from '../../api/assessment-files.ts'
import { Button } from '../../design/button.tsx'
import { TextField } from '../../design/field.tsx'
import layout from '../../design/layout.module.css'
import { Panel } from '../../design/page.tsx'
import { Notice, ProblemWords } from '../../design/states.tsx'
import { useNotify } from '../../design/toast.tsx'
import styles from './assessment.module.css'
import { projectName, sizeText } from './plan-upload.ts'

interface FileKind {
  readonly file: AssessmentFile
  readonly label: string
  readonly about: string
  /** What the file is called, behind the project and the day. */
  readonly ending: string
  readonly endpoint: string
}

const REPORTS: readonly FileKind[] = [
  {
    ...{ file: 'pdf', label: 'Report, PDF', ending: '.pdf', endpoint: 'POST /v1/reports/render' },
    about: 'To hand on: verdict, coverage, findings, plan and method.',
  },
  {
    ...{ file: 'html', label: 'Report, HTML', ending: '.html', endpoint: 'GET /v1/reports' },
    about: 'The same as one page that loads nothing and runs nothing.',
  },
  {
    ...{ file: 'md', label: 'Report, Markdown', ending: '.md', endpoint: 'GET /v1/reports' },
    about: 'The same as text, for a repository or a ticket.',
  },
]

const RECORDS: readonly FileKind[] = [
  {
    ...{ file: 'cbom', label: 'Bill of materials, signed', ending: '.cbom.json', endpoint: 'GET /v1/cbom' },
    about: 'Every use of cryptography, signed. It is verified offline with the public key of the service.',
  },
  {
    ...{ file: 'cyclonedx', label: 'Bill of materials, CycloneDX', ending: '.cdx.json', endpoint: 'GET /v1/cbom' },
    about: 'CycloneDX 1.6, for tools that keep bills of materials.',
  },
  {
    ...{ file: 'sarif', label: 'Findings, SARIF', ending: '.sarif', endpoint: 'GET /v1/findings' },
    about: 'SARIF 2.1.0, for editors and code scanning.',
  },
]

/** What can be had of a project as a file. */
export function ReportsView({ path, name }: { readonly path: string; readonly name: string }) {
  const [organization, setOrganization] = useState('')
  const [classification, setClassification] = useState('')
  const mayReport = useMayAssess('GET /v1/reports')
  const mayRender = useMayAssess('POST /v1/reports/render')
  const notify = useNotify()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async ({ file, ending }: FileKind) => {
      const names = { name, organization: organization.trim(), classification: classification.trim() }
      return { ending, content: await fetchAssessmentFile(file, path, names) }
    },
    onSuccess: ({ ending, content }) => {
      const saved = `${projectName(name)}-${new Date(now()).toISOString().slice(0, 10)}${ending}`
      saveFile(saved, content)
      notify({ title: `${saved} is saved`, detail: sizeText(content.size) })
    },
  })
  const list = (kinds: readonly FileKind[]) => (
    <ul className={styles.files}>
      {kinds.map((kind) => (
        <FileLine
          key={kind.file}
          kind={kind}
          busy={isPending && variables.file === kind.file}
          onSave={() => mutate(kind)}
        />
      ))}
    </ul>
  )
  return (
    <>
      {error !== null && (
        <Notice tone="danger">
          <ProblemWords error={error} />
        </Notice>
      )}
      <div className={layout.halves}>
        <Panel title="Reports">
          {mayReport ? (
            <div className={styles.form}>
              {list(REPORTS)}
              {mayRender && (
                <TextField
                  label="Organization"
                  value={organization}
                  onChange={setOrganization}
                  maxLength={120}
                  hint="Stands on the PDF; the one that is configured where it is empty."
                />
              )}
              <TextField
                label="Classification"
                value={classification}
                onChange={setClassification}
                maxLength={120}
                hint="How the report is to be handled, such as “Internal”."
              />
            </div>
          ) : (
            <p className={styles.small}>
              Reports are not for your role: a CISO hands them on. What they are drawn from is beside, and signed.
            </p>
          )}
        </Panel>
        <Panel title="Records">{list(RECORDS)}</Panel>
      </div>
      <p className={styles.small}>
        A file is made of the project as it is now; it has the date of its scan and what was not looked at in it.
      </p>
    </>
  )
}

interface FileLineProps {
  readonly kind: FileKind
  readonly busy: boolean
  readonly onSave: () => void
}

function FileLine({ kind: { label, about, endpoint }, busy, onSave }: FileLineProps) {
  if (!useMayAssess(endpoint)) return null
  return (
    <li>
      <div>
        <h3>{label}</h3>
        <p className={styles.small}>{about}</p>
      </div>
      <Button aria-label={`Save ${label}`} busy={busy && 'Making it …'} onClick={onSave}>
        Save
      </Button>
    </li>
  )
}
