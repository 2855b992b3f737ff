import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet, PayoutAccount } from '@maru/contract'
import { Button, formatKrw, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walletQuery } from '../../books/rounds/queries.ts'
import { MoneyOutProof } from '../../protection/money-out-proof.tsx'
import type { SentCode } from '../../protection/use-sent-code.ts'
import { MoneyPath } from './money-path.tsx'
import { useWithdraw } from './use-withdraw.ts'
import { withdrawTexts } from './withdraw-texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  /** It was applied for. */
  readonly onDone: () => void
  readonly amount: number
  readonly fee: number
  readonly account: PayoutAccount
  readonly wallet: MyWallet
  readonly code: SentCode
}

/** What a withdrawal does, before and after, then the code that sends it. */
export function WithdrawSheet({ open, onClose, ...rest }: Props) {
  const t = useTexts(withdrawTexts)
  return (
    <Sheet open={open} title={t('sheetTitle')} onClose={onClose} className="money">
      <Steps {...rest} onClose={onClose} />
    </Sheet>
  )
}

type StepsProps = Omit<Props, 'open'>

function Steps({ onClose, onDone, amount, fee, account, wallet, code }: StepsProps) {
  const t = useTexts(withdrawTexts)
  const [isAsked, setAsked] = useState(code.asked !== null)
  const withdraw = useWithdraw({ code, onClose, onDone })
  const apply = (otp: string) => withdraw({ walletType: 'BINARY', point: String(amount), accountId: account.id, otp })
  if (isAsked)
    return (
      <MoneyOutProof
        action={t('send', { amount: formatKrw(String(amount)) })}
        why={{ app: t('codeWhy'), phone: t('phoneWhy') }}
        code={code}
        onCode={apply}
      />
    )
  return (
    <div className="sheet-f">
      <Receipt amount={amount} fee={fee} account={account} wallet={wallet} />
      <Button tone="primary" size={52} className="wide" onClick={() => setAsked(true)}>
        {t('next')}
      </Button>
    </div>
  )
}

function Receipt({ amount, fee, account, wallet }: Pick<StepsProps, 'amount' | 'fee' | 'account' | 'wallet'>) {
  const t = useTexts(withdrawTexts)
  const bonus = useQuery(walletQuery(true)).data?.find(({ type }) => type === 'BONUS')
  const held = bonus ? Number(bonus.point) + Number(bonus.gameWaitPoint) : 0
  const after = (before: string) => String(Number(before) - amount)
  const lines = [
    [t('available'), wallet.point, after(wallet.point)],
    [t('withdrawable'), wallet.withdrawable, after(wallet.withdrawable)],
    // The withdrawal takes the bonus with it once it is done.
    ...(held > 0 ? [[t('bonusAfter'), String(held), '0'] as const] : []),
  ] as const
  return (
    <>
      <MoneyPath account={account} />
      <table className="rcpt">
        <tbody>
          {lines.map(([name, before, left]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="b">{formatKrw(before)}</td>
              <td className="a">→</td>
              <td className="c">{formatKrw(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="kvs">
        <dt>{t('amount')}</dt>
        <dd className="num">{formatKrw(String(amount))}</dd>
        <dt>{t('fee')}</dt>
        <dd className="num">{formatKrw(String(fee))}</dd>
        <dt className="is-sum">{t('receives')}</dt>
        <dd className="is-sum num">{formatKrw(String(amount - fee))}</dd>
      </dl>
    </>
  )
}
