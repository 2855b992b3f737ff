import type { DeskRequest } from '@maru/contract'
import { Button } from '@maru/ui'
import { useNow } from '../../live/use-now.ts'
import { Left } from '../../parts/age.tsx'
import { For } from '../../parts/may.tsx'
import { useMe } from '../../session/staff.ts'
import { CompleteForm } from './complete-form.tsx'
import { ConflictNote } from './conflict-note.tsx'
import { DecideForm } from './decide-form.tsx'
import { type Steps, useSteps } from './use-steps.ts'
import { isOpen, stageOf } from './words.ts'

/** What can be done about a request now, or why nothing can; and who was first where somebody else was. */
export function RequestActions({ row, onChanged }: { row: DeskRequest; onChanged: () => void }) {
  const steps = useSteps(row, onChanged)
  return (
    <>
      {steps.conflict && <ConflictNote row={row} conflict={steps.conflict} onClose={steps.forget} />}
      {isOpen(row) && (
        <For permission="money" what="승인과 반려">
          <Actions row={row} steps={steps} />
        </For>
      )}
    </>
  )
}

function Actions({ row, steps }: { row: DeskRequest; steps: Steps }) {
  const { memberId } = useMe()
  const stage = stageOf(row, useNow())
  const [first] = row.approvals
  if (stage === 'cancelable')
    return (
      <p className="locked">
        회원이 취소할 수 있는 시간입니다. <Left until={row.cancelableUntil ?? 0} /> 뒤에 처리할 수 있습니다.
      </p>
    )
  if (stage === 'paying') return <CompleteForm steps={steps} />
  const isSecond = row.status === 'REVIEW' && first !== undefined && row.approvalsNeeded > 1
  if (isSecond && first.staffId === memberId)
    return (
      <div className="row-act">
        <p className="locked">내가 1차 승인했습니다. 다른 직원이 승인해야 합니다.</p>
        <Button size={36} onClick={steps.release}>
          놓기
        </Button>
      </div>
    )
  if (!isSecond && row.takenBy !== null && row.takenBy !== memberId)
    return (
      <p className="locked">{row.takenByName ?? '다른 직원'} 님이 맡고 있습니다. 놓으면 이어서 처리할 수 있습니다.</p>
    )
  return <DecideForm row={row} steps={steps} isSecond={isSecond} />
}
