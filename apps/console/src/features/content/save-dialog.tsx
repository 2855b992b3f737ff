import { call } from '@maru/client/api/client'
import type { ConsoleNotice } from '@maru/contract'
import { formatCount, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { bodyOf, type Draft } from './draft.ts'

interface Props {
  draft: Draft
  row: ConsoleNotice | null
  isDraft: boolean
  onDone: () => void
  onClose: () => void
}

/** Asks for the reason; a notice that every member has to read says how many they are. */
export function SaveDialog({ draft, row, isDraft, onDone, onClose }: Props) {
  const isLoud = draft.isForced && !isDraft && row?.state !== 'DRAFT' && row?.state !== 'WITHDRAWN'
  const reach = useQuery({
    queryKey: ['notice', 'reach'],
    queryFn: () => call('GET /api/console/notice/reach'),
    enabled: isLoud,
  })
  const members = reach.data === undefined ? null : `${formatCount(reach.data.members)}명`
  return (
    <ActionDialog
      title={
        isLoud
          ? '모든 회원에게 강제로 띄웁니다'
          : row
            ? '공지를 고칩니다'
            : isDraft
              ? '임시 저장합니다'
              : '공지를 게시합니다'
      }
      confirm={isLoud ? '강제 알림 보내기' : row ? '고치기' : isDraft ? '임시 저장' : '게시'}
      done={isDraft ? '임시 저장했습니다' : '공지를 저장했습니다'}
      missing={isLoud && members === null ? '받는 회원을 세고 있습니다' : null}
      changes={isLoud && members !== null ? [{ name: '꼭 읽어야 하는 회원', before: '0명', after: members }] : []}
      run={({ reason, key }) => {
        const body = { reason, ...bodyOf(draft, row) }
        return row
          ? call('POST /api/console/notice/:id', {
              params: { id: String(row.id) },
              body: { ...body, version: row.version },
              key,
            })
          : call('POST /api/console/notice', { params: {}, body: { ...body, isDraft }, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {isLoud && (
        <Strip tone="warn">
          주문 화면을 가립니다. 바깥을 누르거나 Esc로 닫히지 않고, 닫은 시각이 회원마다 남습니다.
        </Strip>
      )}
    </ActionDialog>
  )
}
