import type { DeskRequest } from '@maru/contract'
import { Button } from '@maru/ui'
import { useNow } from '../../live/use-now.ts'
import { Left } from '../../parts/age.tsx'
import { For } from '../../parts/may.tsx'
import { TakenBy } from '../../parts/taken-by.tsx'
import { useMe } from '../../session/staff.ts'
import { CompleteForm } from './complete-form.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DecideForm } from './decide-form.tsx'
import { HandOver } from './hand-over.tsx'
import { PayoutEndForm } from './payout-end-form.tsx'
import { t } from './texts.ts'
import { type Steps, useSteps } from './use-steps.ts'
import { isOpen, stageOf } from './words.ts'

/** What can be done about a request now, or why nothing can; and who was first where somebody else was. */
export function RequestActions({ row, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  const steps = useSteps(row, onChanged)
  return (
    <>
      {steps.conflict && <ConflictNote row={row} conflict={steps.conflict} onClose={steps.forget} />}
      {isOpen(row) && (
        <For permission="money" what={t('approveAndReject')}>
          <Actions row={row} steps={steps} />
          {row.payout?.isEndable && <PayoutEndForm row={row} onChanged={onChanged} />}
        </For>
      )}
    </>
  )
}

function Actions({ row, steps }: { row: DeskRequest; steps: Steps }) {
  const { memberId } = useMe()
  const now = useNow()
  const stage = stageOf(row, now)
  const [first] = row.approvals
  if (stage === 'cancelable')
    return (
      <p className="locked">
        {t('cancelTime')} <Left until={row.cancelableUntil ?? 0} /> {t('afterwards')}
      </p>
    )
  if (stage === 'paying') return <CompleteForm steps={steps} />
  // A first yes that lapsed counts no more: somebody gives it again.
  const isSecond = row.approvalsNeeded > 1 && first !== undefined && now < (row.approvalsExpireAt ?? 0)
  if (isSecond && first.staffId === memberId)
    return (
      <div className="row-act">
        <p className="locked">{t('approvedByMe')}</p>
        {row.takenBy === memberId && (
          <>
            <Button size={36} onClick={steps.release}>
              {t('release')}
            </Button>
            <HandOver row={row} onChanged={steps.changed} />
          </>
        )}
      </div>
    )
  const { takenBy } = row
  if (!isSecond && takenBy !== null && takenBy !== memberId)
    return (
      <TakenBy
        name={row.takenByName}
        heldBy={(name) => t('takenBy', { name })}
        title={t('takeOverTitle')}
        takeOver={(by) => steps.takeOver({ ...by, from: takenBy })}
        onDone={steps.changed}
      />
    )
  return <DecideForm row={row} steps={steps} isSecond={isSecond} />
}
