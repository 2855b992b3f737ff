import type { ApiError } from '@maru/client/api/error'
import { useTexts } from '@maru/client/i18n/texts'
import type { MyWallet, P2pMerchant } from '@maru/contract'
import { Button, formatKrw, formatPrice, formatUsdt, Sheet } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../api/error-text.ts'
import { isAboutCode } from '../../../protection/about-code.ts'
import { MoneyOutProof } from '../../../protection/money-out-proof.tsx'
import { useSentCode } from '../../../protection/use-sent-code.ts'
import { askConfirm, showAlert } from '../../../shell/alert.tsx'
import { keepAmount } from '../kept-amount.ts'
import { payoutAccountsQuery } from '../queries.ts'
import { useMoneyLane } from '../use-money-lane.ts'
import { type P2pSide, takeOver } from './queries.ts'
import { p2pTexts } from './texts.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
  readonly side: P2pSide
  readonly won: number
  readonly merchant: P2pMerchant
  readonly wallet: MyWallet | undefined
}

/** What an order does, before and after; a sale then asks for a code, as all money that leaves. */
export function OrderSheet({ open, onClose, ...rest }: Props) {
  const t = useTexts(p2pTexts)
  return (
    <Sheet open={open} title={t(`confirm${rest.side}`)} onClose={onClose} className="money p2p">
      <Steps {...rest} onClose={onClose} />
    </Sheet>
  )
}

function Steps({ onClose, side, won, merchant, wallet }: Omit<Props, 'open'>) {
  const t = useTexts(p2pTexts)
  const go = useNavigate()
  const code = useSentCode()
  const accounts = useQuery({ ...payoutAccountsQuery, enabled: side === 'SELL' })
  const account = accounts.data?.find(({ kind }) => kind === 'BANK')
  const { busy, run } = useMoneyLane('p2p')
  const [isAsked, setAsked] = useState(false)
  const isSale = side === 'SELL'
  const order = async (otp?: string) => {
    const body = { side, won: String(won), merchantId: merchant.id, walletType: 'FUTURES' } as const
    const sale = isSale && account ? { accountId: account.id, ...(otp === undefined ? {} : { otp }) } : {}
    let refusal: ApiError | undefined
    const hear = (refused: ApiError) => {
      refusal = refused
    }
    const placed = await run('POST /api/dnw/p2p', { ...body, ...sale }, hear, code.key)
    if (otp !== undefined && isAboutCode(refusal)) throw refusal
    if (placed) takeOver(placed)
    onClose()
    if (!refusal) return
    if (refusal.code !== 'KYC_REQUIRED') return void showAlert(errorText(refusal))
    if (!(await askConfirm(t('kyc'), t('toVerify'), t('keep'), 'yes'))) return
    keepAmount('p2p', String(won))
    void go('/more/security/verify?way=identity')
  }
  if (isAsked)
    return (
      <MoneyOutProof
        action={t('orderSELL')}
        why={{ app: t('codeWhy'), phone: t('phoneWhy') }}
        code={code}
        onCode={order}
      />
    )
  const isMissing = isSale && accounts.data !== undefined && !account
  return (
    <div className="sheet-f">
      <Receipt side={side} won={won} merchant={merchant} wallet={wallet} account={account?.label} />
      {isMissing && <p className="cap-l">{t('addAccountFirst')}</p>}
      <Button
        tone="primary"
        size={52}
        className="wide"
        disabled={busy !== null || (isSale && !account)}
        onClick={() => (isSale ? setAsked(true) : void order())}
      >
        {t(busy ?? `order${side}`)}
      </Button>
    </div>
  )
}

interface ReceiptProps extends Pick<Props, 'side' | 'won' | 'merchant' | 'wallet'> {
  readonly account: string | undefined
}

function Receipt({ side, won, merchant, wallet, account }: ReceiptProps) {
  const t = useTexts(p2pTexts)
  const rate = (side === 'BUY' ? merchant.buyRate : merchant.sellRate) ?? '0'
  const coins = won / Number(rate)
  const before = Number(wallet?.point ?? 0)
  const after = side === 'BUY' ? before + coins : before - coins
  return (
    <>
      <table className="rcpt">
        <tbody>
          <tr>
            <td>{t('wallet')}</td>
            <td className="b">{formatUsdt(String(before))}</td>
            <td className="a">→</td>
            <td className="c">{formatUsdt(String(Math.max(0, after)))}</td>
          </tr>
        </tbody>
      </table>
      <dl className="kvs">
        <dt>{merchant.name}</dt>
        <dd className="num">{formatUsdt(String(coins))} USDT</dd>
        <dt>{t('price')}</dt>
        <dd className="num">{formatPrice(rate, 2)}</dd>
        {account !== undefined && (
          <>
            <dt>{t('toAccount')}</dt>
            <dd className="num">{account}</dd>
          </>
        )}
        <dt className="is-sum">{t(side === 'BUY' ? 'pay' : 'receive')}</dt>
        <dd className="is-sum num">{formatKrw(won)}</dd>
      </dl>
      <p className="cap-l">{t(side === 'BUY' ? 'rateNote' : 'rateNoteSELL')}</p>
    </>
  )
}
