import { call } from '@maru/client/api/client'
import type { ConsoleArticle } from '@maru/contract'
import { Strip } from '@maru/ui'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { type ArticleDraft, articleBodyOf } from './article-draft.ts'
import { useLoudness } from './loudness.ts'
import { NewerText } from './newer-text.tsx'
import { t } from './texts.ts'
import { useVersion } from './use-version.ts'
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
  const { isNewer, send } = useVersion(row?.version ?? 0)
  const step = row ? t('edit') : isDraft ? t('saveDraft') : t('publish')
  return (
    <ActionDialog
      title={row ? t('editArticle') : isDraft ? t('savesDraft') : t('publishArticle')}
      confirm={isNewer ? t('writeOver') : loud.isLoud ? t('showAll') : step}
      done={isDraft ? t('draftSaved') : t('articleSaved')}
      missing={loud.missing}
      changes={loud.changes}
      run={({ reason, key }) => {
        const body = { reason, ...articleBodyOf(draft, row) }
        return row
          ? send((version) =>
              call('POST /api/console/article/:id', {
                params: { id: String(row.id) },
                body: { ...body, version },
                key,
              }),
            )
          : call('POST /api/console/article', { params: {}, body: { ...body, kind: draft.kind, isDraft }, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {isOut && isKept(draft.kind) && <Strip tone="warn">{t('keptHint')}</Strip>}
      {loud.isLoud && draft.kind === 'POPUP' && <Strip tone="warn">{t('popupHint')}</Strip>}
      {isNewer && row && (
        <NewerText
          id={row.id}
          read={() => call('GET /api/console/article', { query: { kind: row.kind, size: '100' } })}
        />
      )}
    </ActionDialog>
  )
}
