import { call } from '@maru/client/api/client'
import type { ConsoleArticle } from '@maru/contract'
import { Strip } from '@maru/ui'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { type ArticleDraft, articleBodyOf } from './article-draft.ts'
import { useLoudness } from './loudness.ts'
import { isKept } from './words.ts'

interface Props {
  draft: ArticleDraft
  row: ConsoleArticle | null
  isDraft: boolean
  onDone: () => void
  onClose: () => void
}

/** Asks for the reason; what reaches all members says how many they are. */
export function ArticleSave({ draft, row, isDraft, onDone, onClose }: Props) {
  const isOut = row === null ? !isDraft : row.state === 'PUBLISHED'
  const loud = useLoudness(draft, isOut)
  const step = row ? '고치기' : isDraft ? '임시 저장' : '게시'
  return (
    <ActionDialog
      title={row ? '글을 고칩니다' : isDraft ? '임시 저장합니다' : '글을 게시합니다'}
      confirm={loud.isLoud ? '모든 회원에게 보이기' : step}
      done={isDraft ? '임시 저장했습니다' : '글을 저장했습니다'}
      missing={loud.missing}
      changes={loud.changes}
      run={({ reason, key }) => {
        const body = { reason, ...articleBodyOf(draft, row) }
        return row
          ? call('POST /api/console/article/:id', {
              params: { id: String(row.id) },
              body: { ...body, version: row.version },
              key,
            })
          : call('POST /api/console/article', { params: {}, body: { ...body, kind: draft.kind, isDraft }, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {isOut && isKept(draft.kind) && (
        <Strip tone="warn">게시한 판은 고칠 수 없고, 시행한 뒤에는 내릴 수 없습니다. 바꾸려면 새 판을 씁니다.</Strip>
      )}
      {loud.isLoud && draft.kind === 'POPUP' && (
        <Strip tone="warn">회원의 화면 앞에 뜹니다. 회원은 하루 동안 보지 않기를 고를 수 있습니다.</Strip>
      )}
    </ActionDialog>
  )
}
