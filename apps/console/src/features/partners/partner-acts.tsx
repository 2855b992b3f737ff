import { call } from '@maru/client/api/client'
import type { PartnerRow } from '@maru/contract'
import { Button } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { For } from '../../parts/may.tsx'
import { partnerStatusWords } from '../../parts/table-words.ts'
import { CodeDialog } from './code-dialog.tsx'
import { ratesText } from './partner-cells.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { t } from './texts.ts'

type Act = 'accept' | 'reject' | 'suspend' | 'lift'
type Change = 'terms' | 'code'

/** What headquarters do with a partner: what stops him is done by one person, what lets him earn by two. */
export function PartnerActs({ row, onDone }: { row: PartnerRow; onDone: () => void }) {
  const [act, setAct] = useState<Act | Change | null>(null)
  return (
    <For permission="partners" what={t('changes')}>
      <div className="pn-acts">
        {row.status === 'PENDING' && <Button onClick={() => setAct('reject')}>{t('rejectDots')}</Button>}
        {row.status === 'PENDING' && (
          <Button tone="primary" onClick={() => setAct('accept')}>
            {t('acceptDots')}
          </Button>
        )}
        {row.status === 'ACTIVE' && row.memberCount === 0 && (
          <Button onClick={() => setAct('code')}>{t('codeDots')}</Button>
        )}
        {row.status === 'ACTIVE' && <Button onClick={() => setAct('terms')}>{t('termsDots')}</Button>}
        {row.status === 'ACTIVE' && <Button onClick={() => setAct('suspend')}>{t('suspendDots')}</Button>}
        {row.status === 'SUSPENDED' && <Button onClick={() => setAct('lift')}>{t('liftDots')}</Button>}
      </div>
      {act === 'terms' && <TermsDialog row={row} onDone={onDone} onClose={() => setAct(null)} />}
      {act === 'code' && <CodeDialog row={row} onDone={onDone} onClose={() => setAct(null)} />}
      {act !== null && act !== 'terms' && act !== 'code' && (
        <ActOnPartner row={row} act={act} onDone={onDone} onClose={() => setAct(null)} />
      )}
    </For>
  )
}

interface Props {
  row: PartnerRow
  act: Act
  onDone: () => void
  onClose: () => void
}

function ActOnPartner({ row, act, onDone, onClose }: Props) {
  const params = { id: String(row.id) }
  const { name } = row
  const isTwo = act === 'accept' || act === 'lift'
  const title = {
    accept: t('acceptOf', { name }),
    reject: t('rejectOf', { name }),
    suspend: t('suspendOf', { name }),
    lift: t('liftOf', { name }),
  }[act]
  const after = { accept: 'ACTIVE', reject: 'REJECTED', suspend: 'SUSPENDED', lift: 'ACTIVE' } as const
  const send = (reason: string, key: string): Promise<unknown> => {
    if (act === 'accept' || act === 'reject')
      return call('POST /api/console/partner/:id/decide', { params, body: { reason, accept: act === 'accept' }, key })
    const status = act === 'suspend' ? 'SUSPENDED' : 'ACTIVE'
    return call('POST /api/console/partner/:id/status', { params, body: { reason, status }, key })
  }
  return (
    <ActionDialog
      title={title}
      confirm={isTwo ? t('askSecond') : t('doIt')}
      done={isTwo ? t('askedSecond') : t('doneIt')}
      changes={[
        { name: t('status'), before: partnerStatusWords[row.status], after: partnerStatusWords[after[act]] },
        { name: t('rates'), before: ratesText(row), after: ratesText(row) },
      ]}
      run={({ reason, key }) => send(reason, key)}
      onDone={onDone}
      onClose={onClose}
    >
      {act === 'suspend' && <p className="dim">{t('suspendEffect')}</p>}
    </ActionDialog>
  )
}
