import { call } from '@maru/client/api/client'
import type { ListedApproval } from '@maru/contract'
import { Badge, Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Left } from '../../parts/age.tsx'
import { kindWords } from '../../parts/approval-words.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { said } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useMe } from '../../session/staff.ts'
import { ImportLines } from './import-lines.tsx'
import { LogoPicture } from './logo-picture.tsx'
import { t } from './texts.ts'
import { changesOf, failureOf, stateOf, summaryOf } from './words.ts'

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
                  {t('refuse')} <kbd>R</kbd>
                </Button>
                <Button tone="primary" onClick={() => setAsked('approve')}>
                  {t('second')} <kbd>A</kbd>
                </Button>
              </div>
            )}
          </For>
        )
      }
    >
      <Facts row={row} />
      {asked !== null && (
        <ActionDialog
          title={
            asked === 'approve'
              ? t('secondOf', { kind: kindWords[row.kind] })
              : t('refuseOf', { kind: kindWords[row.kind] })
          }
          confirm={asked === 'approve' ? t('approve') : t('refuse')}
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

function Facts({ row }: { row: ListedApproval }) {
  const { request } = row
  return (
    <>
      {request && <p className="sum">{formatMoney(request.point, request.currency)}</p>}
      <h3>{t('request')}</h3>
      {row.fields.length > 0 && <BeforeAfter changes={changesOf(row)} />}
      {row.kind === 'SITE_LOGO' && row.detail['logo'] !== '' && <LogoPicture id={String(row.detail['logo'])} />}
      <dl className="kv">
        {(request || row.fields.length === 0) && (
          <>
            <dt>{t('content')}</dt>
            <dd>{summaryOf(row)}</dd>
          </>
        )}
        <dt>{t('requestedBy')}</dt>
        <dd>{row.requestedByName}</dd>
        <dt>{t('requestedAt')}</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>{t('untilExpiry')}</dt>
        <dd>{row.state === 'PENDING' ? <Left until={row.expiresAt} /> : stateOf(row)}</dd>
        {failureOf(row) !== null && (
          <>
            <dt>{t('whyNotDone')}</dt>
            <dd>{failureOf(row)}</dd>
          </>
        )}
      </dl>
      {row.kind === 'STATEMENT_IMPORT' && <ImportLines importId={String(row.detail['importId'])} />}
      {row.reason !== null && (
        <>
          <h3>{t('firstReason')}</h3>
          <p className="said">“{row.reason}”</p>
        </>
      )}
      {request && request.flagWords.length > 0 && (
        <>
          <h3>
            {t('riskCheck')} <Badge tone="warn">{request.flagWords.length}</Badge>
          </h3>
          <ul className="chk">
            {request.flagWords.map(said).map((words) => (
              <li key={words} className="warn">
                {words}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
