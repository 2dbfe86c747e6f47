import { useMay } from '../../api/session.ts'
import { Page } from '../../design/page.tsx'
import { SiemReceivers, SoarReceivers } from './receivers.tsx'
import { ResendAllDialog } from './resend-all-dialog.tsx'
import { SentMessages } from './sent-messages.tsx'
import styles from './siem-soar.module.css'

/** Who is told of what happens here, whether they listen, and what they have not taken. */
export function SiemSoarScreen() {
  const maySeeReceivers = useMay('list-siem-receivers')
  const maySeeSoar = useMay('list-soar-receivers')
  return (
    <Page
      title="SIEM and SOAR"
      lead="Who is told of what happens here, whether they take it, and what was refused. It can be sent again."
    >
      {(maySeeReceivers || maySeeSoar) && (
        <div className={styles.receivers}>
          {maySeeReceivers && <SiemReceivers />}
          {maySeeSoar && <SoarReceivers />}
        </div>
      )}
      <SentMessages />
      <ResendAllDialog />
    </Page>
  )
}
