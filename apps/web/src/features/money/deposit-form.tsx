import { useTexts } from '@maru/client/i18n/texts'
import type { DnwSite } from '@maru/contract'
import { Button, formatKrw, maskName } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { depositLeft, limitsQuery } from '../../protection/limits.ts'
import { showAlert } from '../../shell/alert.tsx'
import { VirtualNote } from '../../shell/virtual-note.tsx'
import { AmountField } from './amount-field.tsx'
import { faultOf } from './deposit-fault.ts'
import { hoursOf } from './durations.ts'
import { HouseAccount } from './house-account.tsx'
import { keepAmount, useKeptAmount } from './kept-amount.ts'
import { moneyTexts } from './texts.ts'
import { useMoneyLane } from './use-money-lane.ts'
import { useRefusal } from './use-refusal.ts'
import { takeOver } from './use-request-news.ts'

const steps = [10_000, 50_000, 100_000, 1_000_000]

/** Asks for a deposit of KRW. */
export function DepositForm({ site, name }: { site: DnwSite; name: string }) {
  const t = useTexts(moneyTexts)
  const refuse = useRefusal()
  const kept = useKeptAmount('deposit')
  const [amount, setAmount] = useState<number | null>(Number(kept) || null)
  const { busy, run } = useMoneyLane('deposit')
  const { data: left = null } = useQuery({ ...limitsQuery(true), select: depositLeft })
  const fault = faultOf(amount, site, left, t)
  const isDemo = site.moneyMode === 'DEMO'
  const [account] = site.accounts
  const apply = async () => {
    if (busy) return
    if (!amount) return void showAlert(t('depositRequired'))
    if (fault) return
    const point = String(amount)
    const row = await run('POST /api/dnw/deposit/apply', { walletType: 'BINARY', point }, (refusal) => {
      void refuse(refusal, () => keepAmount('deposit', point))
    })
    if (!row) return
    setAmount(null)
    takeOver(row)
    void showAlert(t('applied'))
  }
  return (
    <>
      <AmountField
        label={t('depositAsk')}
        value={amount}
        onValue={setAmount}
        hint={t('depositHint', { min: formatKrw(site.deposit.min), unit: formatKrw(site.deposit.unit) })}
        fault={fault}
        steps={steps}
      />
      <dl className="pad kvs">
        <dt>{t('toWallet')}</dt>
        <dd>{t('toWalletBinary')}</dd>
        {left !== null && (
          <>
            <dt>{t('ownLimit')}</dt>
            <dd>{t('ownLimitLeft', { amount: formatKrw(String(left)) })}</dd>
          </>
        )}
      </dl>
      <div className="band" />
      <section className="pad" aria-labelledby="deposit-account">
        <div className="sec-t">
          <h2 id="deposit-account">{t('sendTo')}</h2>
          <small>{t('sendAfter')}</small>
        </div>
        {account && <HouseAccount account={account} isDemo={isDemo} />}
        <dl className="kvs">
          <dt>{t('sender')}</dt>
          <dd>
            {maskName(name)}
            <small>{t('senderWhy')}</small>
          </dd>
        </dl>
        {isDemo && <VirtualNote>{t('virtualSend')}</VirtualNote>}
      </section>
      <div className="band" />
      <section className="pad">
        <ol className="steps">
          <li className="now">
            {t('stepRequested')}
            <br />
            {t('now')}
          </li>
          <li>
            {t('stepReview')}
            <br />
            {t('afterArrival')}
          </li>
          <li>
            {t('stepCOMPLETED')}
            <br />
            {t('usableAtOnce')}
          </li>
        </ol>
        <p className="cap">{t('depositHold', { time: hoursOf(site.holds.depositSec, t) })}</p>
      </section>
      <div className="dock">
        <Button
          tone="primary"
          size={52}
          className="wide"
          aria-busy={busy !== null}
          disabled={fault !== null}
          onClick={() => void apply()}
        >
          {busy ? t(busy) : amount ? t('depositApply', { amount: formatKrw(String(amount)) }) : t('depositApplyNone')}
        </Button>
      </div>
    </>
  )
}
