import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { freezeNewsKey, useFreezeNews } from '../../api/freeze-news.ts'
import { type FreezeOrder, type FreezeReport, type FreezeTarget, orderFreeze } from '../../api/people.ts'
import { useMay } from '../../api/session.ts'
import { useDraft } from '../../app/draft.ts'
import { freshLoginFor } from '../../app/fresh-login.tsx'
import { Button } from '../../design/button.tsx'
import { ConfirmDialog } from '../../design/dialog.tsx'
import { useKey } from '../../design/keys.ts'
import { useNotify } from '../../design/toast.tsx'
import { freezeWords } from './freeze-words.ts'

interface FreezeActsProps {
  readonly target: FreezeTarget
  readonly name: string
  readonly state: 'active' | 'frozen'
  /** What is being confirmed; it stands in the address. */
  readonly act: FreezeOrder['act'] | undefined
  readonly onAct: (act: FreezeOrder['act'] | undefined) => void
  /** Takes what the order did. */
  readonly onReport: (report: FreezeReport) => void
}

/** Freezes or unfreezes a person or a session, where the role may. */
export function FreezeActs({ target, name, state, act, onAct, onReport }: FreezeActsProps) {
  const mayFreeze = useMay(`freeze-${target.kind}`)
  const mayUnfreeze = useMay(`unfreeze-${target.kind}`)
  useKey({ key: 'f', label: `Freeze ${name}` }, () => onAct('freeze'), mayFreeze)
  return (
    <>
      {mayUnfreeze && state === 'frozen' && <Button onClick={() => onAct('unfreeze')}>Unfreeze</Button>}
      {mayFreeze && (
        <Button kind={state === 'frozen' ? 'plain' : 'danger'} icon="freeze" onClick={() => onAct('freeze')}>
          {state === 'frozen' ? 'Freeze again' : 'Freeze'}
        </Button>
      )}
      <FreezeDialog
        target={target}
        name={name}
        act={act}
        onClose={() => onAct(undefined)}
        onUndo={mayUnfreeze ? () => onAct('unfreeze') : undefined}
        onReport={onReport}
      />
    </>
  )
}

interface FreezeDialogProps {
  readonly target: FreezeTarget
  readonly name: string
  readonly act: FreezeOrder['act'] | undefined
  readonly onClose: () => void
  /** Begins the way back, for whoever may go it. */
  readonly onUndo: (() => void) | undefined
  readonly onReport: (report: FreezeReport) => void
}

function FreezeDialog({ target, name, act, onClose, onUndo, onReport }: FreezeDialogProps) {
  const [reason, setReason, forget] = useDraft(`freeze:${idOf(target)}`)
  const client = useQueryClient()
  const notify = useNotify()
  // What was chosen last is shown while the dialog closes.
  const [shown, setShown] = useState<FreezeOrder['act']>('freeze')
  useEffect(() => {
    if (act !== undefined) setShown(act)
  }, [act])
  const news = useFreezeNews(target)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: orderFreeze,
    onMutate: () => client.setQueryData(freezeNewsKey(target), null),
    onSuccess: async (report, order) => {
      onReport(report)
      forget()
      onClose()
      await client.invalidateQueries({ queryKey: ['people'] })
      const about = `freeze:${idOf(target)}`
      if (order.act === 'unfreeze') notify({ about, title: `${name} is free again` })
      else notify({ about, title: `${name} is frozen`, ...(onUndo && { undo: { label: 'Undo', run: onUndo } }) })
    },
  })
  return (
    <ConfirmDialog
      isOpen={act !== undefined}
      onClose={() => {
        reset()
        onClose()
      }}
      {...freezeWords(shown, target.kind, name)}
      {...(news?.state === 'frozen' && {
        busyLabel: `${news.acknowledged} of ${news.gateways} gateways and workers …`,
      })}
      isBusy={isPending}
      error={error}
      stepUp={freshLoginFor(error, `${shown}-${target.kind}`)}
      reason={{
        label: 'Reason',
        hint: 'Kept in the audit trail, with names, addresses and numbers of persons masked. Put no secrets here.',
        value: reason,
        onChange: setReason,
      }}
      onConfirm={() => mutate({ target, act: shown, reason: reason.trim() })}
    />
  )
}

function idOf(target: FreezeTarget): string {
  return target.kind === 'user' ? `user:${target.sub}` : `session:${target.id}`
}
