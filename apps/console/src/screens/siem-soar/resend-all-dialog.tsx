import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { siemReceiversQuery, soarReceiversQuery } from '../../api/receivers.ts'
import { useMay } from '../../api/session.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useResend } from './use-resend.ts'

const route = getRouteApi('/siem-and-soar')

/** What one order has sent again at most. */
const AT_ONCE = 1_000

/** Confirms that all that a receiver has not taken is sent again. */
export function ResendAllDialog() {
  const { act, receiver: wanted = '' } = route.useSearch()
  const navigate = route.useNavigate()
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState({ act: act ?? 'siem', wanted })
  useEffect(() => {
    if (act !== undefined) setShown({ act, wanted })
  }, [act, wanted])
  const siem = useQuery({ ...siemReceiversQuery, enabled: useMay('list-siem-receivers') })
  const soar = useQuery({ ...soarReceiversQuery, enabled: useMay('list-soar-receivers') })
  const receiver = siem.data?.data.find(({ id }) => id === shown.wanted)
  const close = () =>
    void navigate({ search: (old) => ({ ...old, act: undefined, receiver: undefined }), replace: true })
  const { mutate, isPending, error, reset } = useResend(close)
  const isSiem = shown.act === 'siem'
  const count = isSiem ? (receiver?.dead_letters ?? 0) : (soar.data?.dead ?? 0)
  const name = isSiem ? (receiver?.receiver ?? 'the receiver') : 'the SOAR system'
  return (
    <ConfirmDialog
      isOpen={act !== undefined}
      onClose={() => {
        reset()
        close()
      }}
      title={`Send again what ${name} has not taken?`}
      consequences={[
        count > AT_ONCE
          ? `The newest ${AT_ONCE.toLocaleString()} of ${count.toLocaleString()} messages are sent.`
          : `${count === 1 ? 'One message is' : `${count.toLocaleString()} messages are`} sent.`,
        isSiem
          ? 'They go beside what is new, twenty at a time, and hold nothing up.'
          : 'Each is tried as often as a new one, under the same id.',
        'It cannot be called back. What is not taken this time either is here again; that you have asked is on record.',
      ]}
      confirmLabel="Send again"
      busyLabel="Asking …"
      kind="primary"
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, isSiem ? 'resend-all-siem-dead-letters' : 'resend-all-soar-deliveries')}
      onConfirm={() => mutate(isSiem ? { to: 'siem', receiverId: shown.wanted } : { to: 'soar' })}
    />
  )
}
