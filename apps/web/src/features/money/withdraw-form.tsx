import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import type { DnwSite, MyWallet, PayoutAccount } from '@maru/contract'
import { Button, formatKrw, formatKrwShort, minusSign } from '@maru/ui'
import { Suspense, useState } from 'react'
import { useSentCode } from '../../protection/use-sent-code.ts'
import { showAlert } from '../../shell/alert.tsx'
import { type AmountFault, AmountField } from './amount-field.tsx'
import { HeldList } from './held-list.tsx'
import { wholeHold } from './hold-of.ts'
import { useKeptAmount } from './kept-amount.ts'
import { MoneyPath } from './money-path.tsx'
import { PayoutAccountRow } from './payout-account-row.tsx'
import { useMoneyLane } from './use-money-lane.ts'
import { WithdrawSheet } from './withdraw-sheet.tsx'
import { withdrawTexts } from './withdraw-texts.ts'

/** Few see it, and it is of no use before the form. */
const HoldNotice = lazyPart(() => import('./hold-notice.tsx'))

const steps = [100_000, 500_000, 1_000_000]

interface Props {
  readonly site: DnwSite
  readonly accounts: readonly PayoutAccount[]
  readonly wallet: MyWallet
}

/** Asks for a withdrawal of KRW to the member's own bank account. */
export function WithdrawForm({ site, accounts, wallet }: Props) {
  const t = useTexts(withdrawTexts)
  const kept = useKeptAmount('withdraw-BINARY')
  const [amount, setAmount] = useState<number | null>(Number(kept) || null)
  const code = useSentCode()
  const { busy } = useMoneyLane('withdraw')
  const [isConfirming, setConfirming] = useState(false)
  const account = accounts.find(({ kind }) => kind === 'BANK') ?? null
  const { min, unit, fee } = site.withdraw
  const hold = wholeHold(wallet)
  const most = Number(wallet.withdrawable)
  const all = Math.floor(most / Number(unit)) * Number(unit)
  const fault = faultOf(amount, { most: all, min: Number(min), unit: Number(unit) }, t)
  const receives = amount ? Math.max(0, amount - Number(fee)) : 0
  const ask = () => {
    if (!amount) return void showAlert(t('required'))
    if (account) setConfirming(true)
  }
  return (
    <>
      <AmountField
        label={t('ask')}
        value={amount}
        onValue={setAmount}
        hint={t('hint', { min: formatKrw(min), unit: formatKrw(unit) })}
        fault={fault}
        steps={steps}
        all={all}
      />
      {hold && (
        <Suspense>
          <HoldNotice hold={hold} />
        </Suspense>
      )}
      <section className="pad">
        {account && <MoneyPath account={account} />}
        <PayoutAccountRow account={account} />
        <dl className="kvs">
          <dt>{t('fee')}</dt>
          <dd className="num">
            {minusSign}
            {formatKrw(fee)}
          </dd>
          <dt>{t('when')}</dt>
          <dd>{t('within')}</dd>
          <dt className="is-sum">{t('receives')}</dt>
          <dd className="is-sum num">{formatKrw(String(receives))}</dd>
        </dl>
      </section>
      <div className="band" />
      <HeldList wallet={wallet} />
      <div className="dock">
        <Button
          tone="primary"
          size={52}
          className="wide"
          disabled={fault !== null || account === null || hold !== null || busy !== null}
          onClick={ask}
        >
          {t(busy ?? (hold ? 'held' : account === null ? 'accountFirst' : 'review'))}
        </Button>
      </div>
      {account && amount !== null && (
        <WithdrawSheet
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onDone={() => setAmount(null)}
          amount={amount}
          fee={Number(fee)}
          account={account}
          wallet={wallet}
          code={code}
        />
      )}
    </>
  )
}

type Translate = (key: keyof typeof withdrawTexts.ko, params?: Readonly<Record<string, string>>) => string
interface Bounds {
  readonly most: number
  readonly min: number
  readonly unit: number
}

function faultOf(amount: number | null, { most, min, unit }: Bounds, t: Translate): AmountFault | null {
  if (!amount) return null
  if (amount > most) return { text: t('exceeds'), ...(most >= min && { fix: most }) }
  if (amount < min) return { text: t('below', { min: formatKrw(String(min)) }), ...(most >= min && { fix: min }) }
  if (amount % unit === 0) return null
  return { text: t('unitMismatch', { unit: formatKrwShort(String(unit)) }), fix: Math.floor(amount / unit) * unit }
}
