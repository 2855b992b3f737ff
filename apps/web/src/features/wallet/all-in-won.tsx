import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { formatKrw, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { ratesQuery } from './rates.ts'
import { SumSkeleton } from './sum-skeleton.tsx'
import { type Other, wonTotal } from './won-total.ts'

interface Props {
  readonly won: bigint
  readonly others: readonly Other[]
  readonly hidden: boolean
}

/** All wallets in won at the rates of now, with the rate that most of it hangs on; without a rate, what is in won and what else is held. */
export default function AllInWon({ won, others, hidden }: Props) {
  const t = useTexts(texts)
  const held = others.filter(({ amount }) => Number(amount) > 0)
  const { data: rates, isPending } = useQuery({ ...ratesQuery, enabled: held.length > 0 })
  if (held.length > 0 && isPending) return <SumSkeleton />
  const total = wonTotal(won, held, rates ?? {})
  const mid = rates?.['USDT_KRW']?.mid
  return (
    <>
      <div className="v num">{hidden ? hiddenAmount : formatKrw(total ?? won)}</div>
      <div className="all num">
        {total === null && (
          <>
            <span>{t('unknown')}</span>
            {held.map(({ type, currency, amount }) => (
              <span key={type}>+ {hidden ? hiddenAmount : formatMoney(amount, currency)}</span>
            ))}
          </>
        )}
        {total !== null && mid !== undefined && (
          <span>{t('rate', { mid: Number(mid).toLocaleString('ko-KR', { maximumFractionDigits: 2 }) })}</span>
        )}
      </div>
    </>
  )
}

const texts = defineTexts(
  'all-in-won',
  { rate: '1 USDT = {mid}원', unknown: '지금은 환율을 확인할 수 없어 원화만 더했습니다' },
  { rate: '1 USDT = {mid} KRW', unknown: 'No rate is known now: KRW alone is summed' },
)
