import { call } from '@maru/client/api/client'
import type { DeskRequest, Payee } from '@maru/contract'
import { Button } from '@maru/ui'
import { Fragment, useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'
import { useMay } from '../../parts/may.tsx'
import { t } from './texts.ts'

/** Who is paid and where to, unmasked once a reason is written down; masked again when the panel closes. */
export function PayeeFacts({ row }: { row: DeskRequest }) {
  const [isAsked, setAsked] = useState(false)
  const [payee, setPayee] = useState<Payee | null>(null)
  const mayPay = useMay('money')
  if (!mayPay) return null
  if (payee !== null) return <Facts payee={payee} isDeposit={row.type === 'D'} />
  return (
    <p className="pad-x">
      <Button size={36} onClick={() => setAsked(true)}>
        {t('payeeShow')}
      </Button>
      {isAsked && (
        <ActionDialog
          title={t('payeeTitle')}
          confirm={t('payeeShow')}
          done={t('payeeSeen')}
          canned={[row.type === 'D' ? t('payeeWhyPayer') : t('payeeWhyPay')]}
          run={({ reason, key }) =>
            call('POST /api/console/dnw/:id/payee', { params: { id: String(row.id) }, body: { reason }, key })
          }
          onDone={setPayee}
          onClose={() => setAsked(false)}
        />
      )}
    </p>
  )
}

function Facts({ payee: { name, account, place, tag }, isDeposit }: { payee: Payee; isDeposit: boolean }) {
  const facts = [
    [isDeposit ? t('payeePayer') : t('payeeHolder'), name],
    [t('payeePlace'), place],
    [t('payeeAccount'), account],
    [t('payeeTag'), tag],
  ] as const
  return (
    <dl className="kv" aria-label={t('payeeTitle')}>
      {facts.map(
        ([label, text]) =>
          text !== null && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                <Copied text={text} label={label} />
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
