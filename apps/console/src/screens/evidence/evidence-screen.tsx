import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchBundle } from '../../api/evidence.ts'
import { useTrustedKeys } from '../../app/trusted-keys.ts'
import type { NamedBlob } from '../../app/verification/lines-of.ts'
import { FilterBar, SearchField } from '../../design/field.tsx'
import layout from '../../design/layout.module.css'
import { Page } from '../../design/page.tsx'
import { Failed } from '../../design/states.tsx'
import { DropZone } from './drop-zone.tsx'
import { KeyPanel } from './key-panel.tsx'
import { Result } from './result.tsx'
import { useVerification } from './use-verification.ts'

const route = getRouteApi('/evidence')

/** Evidence of requests: opened here, verified in this browser, told in words. */
export function EvidenceScreen() {
  const { request = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const keys = useTrustedKeys()
  const { state, verify, stop } = useVerification()
  const [files, setFiles] = useState<readonly NamedBlob[]>([])
  const text = keys.text
  const open = (chosen: readonly NamedBlob[]) => {
    if (chosen.length === 0) return
    setFiles(chosen)
    if (request !== '') void navigate({ search: {}, replace: true })
    if (text !== undefined) verify(text, async () => chosen)
  }
  const verifyNow = useEffectEvent(() => {
    if (text === undefined) return
    if (request !== '') verify(text, () => bundleOf(request))
    else if (files.length > 0) verify(text, async () => files)
  })
  // Anew for another request, and with other keys.
  useEffect(() => verifyNow(), [request, text])
  return (
    <Page
      title="Evidence"
      lead="Verified in this browser, by itself: nothing that you open here is sent anywhere, and no prompt or value is in it."
    >
      <FilterBar>
        <SearchField
          label="Fetch the evidence of a request"
          placeholder="Id of a record, a completion or a request"
          value={request}
          onSearch={(next) => {
            setFiles([])
            if (next === '') stop()
            void navigate({ search: { request: next || undefined } })
          }}
        />
      </FilterBar>
      <div className={layout.columns}>
        <div className={layout.column}>
          <DropZone onFiles={open} />
          <Result state={state} onStop={stop} onRetry={verifyNow} isOwnKeys={keys.isOwn} />
        </div>
        <div className={layout.column}>
          {keys.error === null ? (
            <KeyPanel keys={keys} />
          ) : (
            <Failed error={keys.error} doing="get the keys of the log" onRetry={keys.retry} />
          )}
        </div>
      </div>
    </Page>
  )
}

async function bundleOf(request: string): Promise<readonly NamedBlob[]> {
  return [{ name: `${request}.json`, content: new Blob([await fetchBundle(request)]) }]
}
