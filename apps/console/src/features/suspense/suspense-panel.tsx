import type { Suspense } from '@maru/contract'
import { Badge, Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { Copied } from '../../parts/copied.tsx'
import { suspenseCauseWords, suspenseStateWords } from '../../parts/desk-words.ts'
import { useKeys } from '../../parts/keys.ts'
import { Marks } from '../../parts/marks.tsx'
import { For } from '../../parts/may.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { OffsetDialog } from './offset-dialog.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  row: Suspense
  place: { at: number; of: number; go: (by: 1 | -1) => void }
  onClose: () => void
  onChanged: () => void
}

/** What came, from whom, why it fits nothing, and the ways on: to a member, or back; what was taken back is offset. */
export function SuspensePanel({ row, place, onClose, onChanged }: Props) {
  const [asked, setAsked] = useState<'assign' | 'return' | 'offset' | null>(null)
  const isOpen = row.state === 'OPEN'
  const isTakenBack = row.amount.startsWith('-')
  // What is taken back is nobody's deposit.
  const main = isTakenBack ? 'offset' : 'assign'
  const mainLabel = isTakenBack ? t('offset') : t('match')
  useKeys(
    [
      { key: 'a', label: mainLabel, run: () => setAsked(main) },
      { key: 'r', label: t('returnShort'), run: () => setAsked('return') },
    ],
    isOpen && !row.isAsked,
  )
  return (
    <SidePanel
      title={t('money')}
      badges={
        <>
          <Badge>{row.id}</Badge>
          <Badge tone={isOpen ? 'warn' : 'neutral'}>{suspenseStateWords[row.state]}</Badge>
        </>
      }
      place={place}
      onClose={onClose}
      footer={
        isOpen &&
        (row.isAsked ? (
          <p className="locked">
            {t('askedNote')} <Link to="/approvals">{t('toApprovals')}</Link>
          </p>
        ) : (
          <For permission="suspense" what={t('matchAndReturn')}>
            <div className="act2">
              <Button onClick={() => setAsked('return')}>
                {t('returnShort')}… <kbd>R</kbd>
              </Button>
              <Button tone="primary" onClick={() => setAsked(main)}>
                {mainLabel}… <kbd>A</kbd>
              </Button>
            </div>
          </For>
        ))
      }
    >
      <Marks marks={row.marks} />
      <p className="sum">{formatMoney(row.amount, row.currency)}</p>
      <p className="said">{suspenseCauseWords[row.cause]}</p>
      <h3>{t('arrivedMoney')}</h3>
      <dl className="kv">
        <dt>{t('sender')}</dt>
        <dd>{row.payer || t('noName')}</dd>
        <dt>{t('provider')}</dt>
        <dd>{row.provider}</dd>
        <dt>{t('providerNumber')}</dt>
        <dd>
          <Copied text={row.providerRef} label={t('providerNumber')} />
        </dd>
        <dt>{t('memo')}</dt>
        <dd>{row.reference || '–'}</dd>
        <dt>{t('arrived')}</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        <dt>{t('whose')}</dt>
        <dd>{row.memberId ?? t('unknown')}</dd>
        {row.dnwId !== null && (
          <>
            <dt>{t('becameDeposit')}</dt>
            <dd>{row.dnwId}</dd>
          </>
        )}
      </dl>
      {row.note !== '' && (
        <>
          <h3>{t('record')}</h3>
          <p className="said">{row.note}</p>
        </>
      )}
      {asked === 'assign' && <AssignDialog row={row} onDone={onChanged} onClose={() => setAsked(null)} />}
      {asked === 'offset' && <OffsetDialog row={row} onDone={onChanged} onClose={() => setAsked(null)} />}
      {asked === 'return' && <ReturnDialog row={row} onDone={onChanged} onClose={() => setAsked(null)} />}
    </SidePanel>
  )
}
