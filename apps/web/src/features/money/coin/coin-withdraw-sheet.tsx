import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DnwSite, MyWallet, PayoutAccount } from '@maru/contract'
import { Button, groupDigits, Sheet } from '@maru/ui'
import { useState } from 'react'
import { minus } from '../../../kit/decimals.ts'
import { MoneyOutProof } from '../../../protection/money-out-proof.tsx'
import type { SentCode } from '../../../protection/use-sent-code.ts'
import { useWithdraw } from '../use-withdraw.ts'
import { walletOf } from './wallet-of.ts'
import { coinWithdrawTexts } from './withdraw-texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** It was applied for. */
  readonly onDone: () => void
  readonly amount: string
  readonly coin: Coin
  readonly network: DnwSite['coins'][number]['networks'][number]
  readonly address: PayoutAccount
  /** Who receives the coins, where the travel rule asks for it. */
  readonly beneficiary: string | null
  readonly wallet: MyWallet
  readonly code: SentCode
}

/** What a withdrawal of coins does, before and after, then the code that sends it. */
export function CoinWithdrawSheet({ open, ...rest }: Props) {
  const t = useTexts(coinWithdrawTexts)
  return (
    <Sheet open={open} title={t('sheetTitle')} onClose={rest.onClose} className="money">
      <Steps {...rest} />
    </Sheet>
  )
}

function Steps({ amount, coin, network, address, beneficiary, wallet, ...ends }: Omit<Props, 'open'>) {
  const t = useTexts(coinWithdrawTexts)
  const [isAsked, setAsked] = useState(ends.code.asked !== null)
  const withdraw = useWithdraw(ends)
  const coins = (value: string) => `${groupDigits(value)} ${coin}`
  const apply = (otp: string) =>
    withdraw({
      walletType: walletOf(coin),
      point: amount,
      addressId: address.id,
      ...(beneficiary !== null && { beneficiary }),
      otp,
    })
  if (isAsked)
    return (
      <MoneyOutProof
        action={t('send', { amount: coins(amount) })}
        why={{ app: t('codeWhy'), phone: t('phoneWhy') }}
        code={ends.code}
        onCode={apply}
      />
    )
  return (
    <div className="sheet-f">
      <dl className="kvs">
        <dt>{t('to')}</dt>
        <dd className="num">{address.label}</dd>
        {beneficiary !== null && (
          <>
            <dt>{t('beneficiary')}</dt>
            <dd>{beneficiary}</dd>
          </>
        )}
        <dt>{t('available')}</dt>
        <dd className="num">
          {groupDigits(wallet.withdrawable)} → {coins(minus(wallet.withdrawable, amount))}
        </dd>
        <dt>{t('fee')}</dt>
        <dd className="num">{coins(network.fee)}</dd>
        <dt className="is-sum">{t('receives')}</dt>
        <dd className="is-sum num">{coins(minus(amount, network.fee))}</dd>
      </dl>
      <p className="cap-l">{t('final')}</p>
      <Button tone="primary" size={52} className="wide" onClick={() => setAsked(true)}>
        {t('next')}
      </Button>
    </div>
  )
}
