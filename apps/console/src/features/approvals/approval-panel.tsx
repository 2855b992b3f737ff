import { call } from '@maru/client/api/client'
import type { ListedApproval } from '@maru/contract'
import { Badge, Button, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useMe } from '../../session/staff.ts'
import { ApprovalFacts } from './approval-facts.tsx'
import { t } from './texts.ts'
import { changesOf, stateOf } from './words.ts'

interface Props {
  row: ListedApproval
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onDecided: () => void
}

/** What the first person asked for and why, and the second one's answer. */
export function ApprovalPanel({ row, place, onClose, onDecided }: Props) {
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null)
  const mine = useMe().memberId === row.requestedBy
  const { mayApprove } = row
  const isOpen = row.state === 'PENDING'
  useKeys(
    [
      { key: 'a', label: t('approve'), run: () => setAsked('approve') },
      { key: 'r', label: t('refuse'), run: () => setAsked('refuse') },
    ],
    isOpen && mayApprove,
  )
  return (
    <SidePanel
      title={kindWords[row.kind]}
      badges={<Badge tone={isOpen ? 'warn' : 'neutral'}>{stateOf(row)}</Badge>}
      place={place}
      onClose={onClose}
      footer={
        isOpen && (
          <For permission="approvals" what={t('approve')}>
            {mine ? (
              <p className="locked">{t('ownRequest')}</p>
            ) : !mayApprove ? (
              <p className="locked">{t('notYours')}</p>
            ) : (
              <div className="act2">
                <Button onClick={() => setAsked('refuse')}>
                  {t('refuse')}… <kbd>R</kbd>
                </Button>
                <Button tone="primary" onClick={() => setAsked('approve')}>
                  {t('second')}… <kbd>A</kbd>
                </Button>
              </div>
            )}
          </For>
        )
      }
    >
      <ApprovalFacts row={row} />
      {asked !== null && (
        <ActionDialog
          title={
            asked === 'approve'
              ? t('secondOf', { kind: kindWords[row.kind] })
              : t('refuseOf', { kind: kindWords[row.kind] })
          }
          confirm={[
            row.request && formatMoney(row.request.point, row.request.currency),
            asked === 'approve' ? t('approve') : t('refuse'),
          ]
            .filter(Boolean)
            .join(' ')}
          tone={asked === 'approve' ? 'primary' : 'danger'}
          done={asked === 'approve' ? t('approved') : t('refused')}
          changes={asked === 'approve' ? changesOf(row) : []}
          run={({ reason, key }) =>
            asked === 'approve'
              ? call('POST /api/console/approvals/:id/approve', {
                  params: { id: String(row.id) },
                  body: { reason },
                  key,
                })
              : call('POST /api/console/approvals/:id/refuse', {
                  params: { id: String(row.id) },
                  body: { reason },
                  key,
                })
          }
          onDone={onDecided}
          onClose={() => setAsked(null)}
        />
      )}
    </SidePanel>
  )
}
