import type { FreezeOrder, FreezeTarget } from '../../api/people.ts'
import type { Confirmation } from '../../design/dialog.tsx'

/** What a freeze or unfreeze means, for the dialog that asks before it. */
export function freezeWords(act: FreezeOrder['act'], kind: FreezeTarget['kind'], name: string): Confirmation {
  if (act === 'unfreeze') {
    return {
      title: `Unfreeze ${name}?`,
      consequences: [
        kind === 'user' ? 'New requests are taken again.' : 'New requests in this session are taken again.',
        kind === 'user'
          ? 'Sessions that were frozen one by one stay frozen.'
          : 'A freeze of its user, if there is one, holds on.',
        'The audit record is written first; without it nothing changes.',
      ],
      confirmLabel: 'Unfreeze',
      busyLabel: 'Unfreezing …',
      kind: 'primary',
    }
  }
  return {
    title: `Freeze ${name}?`,
    consequences: [
      'What runs now is stopped at every gateway within half a second.',
      kind === 'user'
        ? 'Every session is stopped, those to come too, and the person is logged out of this console.'
        : 'The person may begin another session; freeze the person to prevent it.',
      'It lasts until a CISO unfreezes.',
    ],
    confirmLabel: 'Freeze',
    busyLabel: 'Freezing …',
    kind: 'danger',
  }
}
