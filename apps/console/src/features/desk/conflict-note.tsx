import type { DeskRequest } from '@maru/contract'
import { requestStatusWords } from '@maru/contract/desk-words'
import { Button, formatTime, Icon } from '@maru/ui'
import { actWords } from '../../parts/act-words.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import type { Conflict } from './use-steps.ts'

/** Somebody else was first: what they did, what was seen, and that nothing was applied. The reason stays in its field. */
export function ConflictNote({
  row,
  conflict,
  onClose,
}: {
  row: DeskRequest
  conflict: Conflict
  onClose: () => void
}) {
  const newest = row.acts.findLast(({ refusal }) => refusal === null)
  return (
    <div className="conf" role="alert">
      <b>
        <Icon name="user" small />
        {newest ? `방금 ${newest.staffName} 님이 먼저 처리했습니다` : '그사이에 신청이 바뀌었습니다'}
      </b>
      {newest && (
        <p className="num">
          {formatTime(newest.at)} · {actWords[newest.action] ?? newest.action} · “{newest.reason}”
        </p>
      )}
      <BeforeAfter
        changes={[
          {
            name: '내가 본 상태 → 지금',
            before: `${requestStatusWords[conflict.saw.status]} · 버전 ${conflict.saw.version}`,
            after: `${requestStatusWords[row.status]} · 버전 ${row.version}`,
          },
          { name: '내가 누른 것', before: conflict.pressed, after: '적용 안 됨' },
        ]}
      />
      <Button size={36} onClick={onClose}>
        확인했습니다
      </Button>
    </div>
  )
}
