import type { ApprovalWithContent } from '../../api/approvals.ts'
import { Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { TokenText } from '../../design/token-text.tsx'
import styles from './approvals.module.css'
import { readContent } from './read-content.ts'

/**
 * What is asked, and where an answer waits that as well, as far as the clearance of who looks allows. What is above it
 * stands there as a chip.
 */
export function RequestContent({ approval }: { readonly approval: ApprovalWithContent }) {
  const { request, answer, withheld } = approval
  if (request === undefined) {
    return (
      <Panel title="What is asked">
        <Empty icon="evidence" title="The content is no longer kept">
          A day after its end a request is deleted. What was found in it, and who decided, is still here and in the
          audit trail.
        </Empty>
      </Panel>
    )
  }
  return (
    <>
      <Panel title="What is asked" aside={<Withheld count={withheld ?? 0} />}>
        <Content content={request} whole="The whole request" />
      </Panel>
      {answer !== undefined && (
        <Panel title="The answer that waits">
          <Content content={answer} whole="The whole answer" />
        </Panel>
      )}
    </>
  )
}

function Content({ content, whole }: { readonly content: object; readonly whole: string }) {
  return (
    <>
      <ol className={styles.turns}>
        {readContent(content).map(({ speaker, text }, index) => (
          <li key={index}>
            <span className={styles.speaker}>{speaker}</span>
            <p className={styles.said}>
              <TokenText text={text} />
            </p>
          </li>
        ))}
      </ol>
      <details className={styles.whole}>
        <summary>{whole}</summary>
        <pre>
          <TokenText text={JSON.stringify(content, null, 2)} />
        </pre>
      </details>
    </>
  )
}

function Withheld({ count }: { readonly count: number }) {
  if (count === 0) return <span>All of it is within your clearance.</span>
  return <span>{count === 1 ? '1 value is' : `${count} values are`} above your clearance, shown as tokens.</span>
}
