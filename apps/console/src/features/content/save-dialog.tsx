import { call } from '@maru/client/api/client'
import type { ConsoleNotice } from '@maru/contract'
import { formatCount, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { bodyOf, type Draft } from './draft.ts'
import { NewerText } from './newer-text.tsx'
import { t } from './texts.ts'
import { useVersion } from './use-version.ts'

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
  const { isNewer, send } = useVersion(row?.version ?? 0)
  const step = isLoud ? t('sendForced') : row ? t('edit') : isDraft ? t('saveDraft') : t('publish')
  const reach = useQuery({
    queryKey: ['notice', 'reach'],
    queryFn: () => call('GET /api/console/notice/reach'),
    enabled: isLoud,
  })
  const members = reach.data === undefined ? null : t('membersCount', { count: formatCount(reach.data.members) })
  return (
    <ActionDialog
      title={isLoud ? t('forceTitle') : row ? t('editsNotice') : isDraft ? t('savesDraft') : t('publishNotice')}
      confirm={isNewer ? t('writeOver') : step}
      done={isDraft ? t('draftSaved') : t('noticeSaved')}
      missing={isLoud && members === null ? t('countingReach') : null}
      changes={
        isLoud && members !== null
          ? [{ name: t('mustRead'), before: t('membersCount', { count: 0 }), after: members }]
          : []
      }
      run={({ reason, key }) => {
        const body = { reason, ...bodyOf(draft, row) }
        return row
          ? send((version) =>
              call('POST /api/console/notice/:id', { params: { id: String(row.id) }, body: { ...body, version }, key }),
            )
          : call('POST /api/console/notice', { params: {}, body: { ...body, isDraft }, key })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {isLoud && <Strip tone="warn">{t('forcedHint')}</Strip>}
      {isNewer && row && (
        <NewerText id={row.id} read={() => call('GET /api/console/notice', { query: { size: '100' } })} />
      )}
    </ActionDialog>
  )
}
