import type { MyWallet, PayoutAccount } from '@maru/contract'
import { Button, formatKrw, Sheet } from '@maru/ui'
import { useState } from 'react'
import { submitCommand } from '../../api/command.ts'
import { isApiError } from '../../api/error.ts'
import { errorText } from '../../api/error-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { MoneyOutProof } from '../../protection/money-out-proof.tsx'
import type { SentCode } from '../../protection/use-sent-code.ts'
import { showAlert } from '../../shell/alert.tsx'
import { MoneyPath } from './money-path.tsx'
import { takeOver } from './use-request-news.ts'
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
  const apply = async (otp: string) => {
    const body = { walletType: 'BINARY', point: String(amount), accountId: account.id, otp } as const
    try {
      const row = await submitCommand('POST /api/dnw/withdraw/apply', body, undefined, code.key)
      onClose()
      onDone()
      takeOver(row)
      void showAlert(t('applied'))
    } catch (error) {
      if (isAboutCode(error)) throw error
      onClose()
      void showAlert(errorText(error))
    }
    code.renew()
  }
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

/** The request was not looked at yet: another code can be tried under its key. */
const isAboutCode = (error: unknown): boolean =>
  isApiError(error) &&
  (error.code.startsWith('OTP_') || error.code === 'STEP_UP_REQUIRED' || error.code === 'RATE_LIMITED')

function Receipt({ amount, fee, account, wallet }: Pick<StepsProps, 'amount' | 'fee' | 'account' | 'wallet'>) {
  const t = useTexts(withdrawTexts)
  const lines = [
    [t('available'), wallet.point],
    [t('withdrawable'), wallet.withdrawable],
  ] as const
  return (
    <>
      <MoneyPath account={account} />
      <table className="rcpt">
        <tbody>
          {lines.map(([name, before]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="b">{formatKrw(before)}</td>
              <td className="a">→</td>
              <td className="c">{formatKrw(String(Number(before) - amount))}</td>
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
