import type { MyWallet, PayoutAccount } from '@maru/contract'
import { Button, formatKrw, Sheet } from '@maru/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { newKey, submitCommand } from '../../api/command.ts'
import { isApiError } from '../../api/error.ts'
import { errorText } from '../../api/error-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { SecondFactorForm } from '../../protection/second-factor-form.tsx'
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

function Steps({ onClose, onDone, amount, fee, account, wallet }: StepsProps) {
  const t = useTexts(withdrawTexts)
  const [step, setStep] = useState<'receipt' | 'code' | 'enrol'>('receipt')
  const [key] = useState(newKey)
  const apply = async (otp: string) => {
    const body = { walletType: 'BINARY', point: String(amount), accountId: account.id, otp } as const
    try {
      const row = await submitCommand('POST /api/dnw/withdraw/apply', body, undefined, key)
      onClose()
      onDone()
      takeOver(row)
      void showAlert(t('applied'))
    } catch (error) {
      if (isApiError(error) && error.code === 'STEP_UP_REQUIRED') return setStep('enrol')
      if (isApiError(error) && error.code.startsWith('OTP_')) throw error
      onClose()
      void showAlert(errorText(error))
    }
  }
  if (step === 'enrol')
    return (
      <div className="sheet-f">
        <p className="note">{t('enrolWhy')}</p>
        <Link to="/more/security/totp" className="btn btn-l btn-primary wide">
          {t('enrol')}
        </Link>
      </div>
    )
  if (step === 'code')
    return (
      <SecondFactorForm action={t('send', { amount: formatKrw(String(amount)) })} onCode={apply}>
        <p className="note">{t('codeWhy')}</p>
      </SecondFactorForm>
    )
  return (
    <div className="sheet-f">
      <Receipt amount={amount} fee={fee} account={account} wallet={wallet} />
      <Button tone="primary" size={52} className="wide" onClick={() => setStep('code')}>
        {t('next')}
      </Button>
    </div>
  )
}

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
