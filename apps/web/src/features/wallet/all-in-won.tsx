import { defineTexts, useTexts } from '@maru/client/i18n/texts'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { hiddenAmount } from '../../kit/won/use-hidden.ts'
import { ratesQuery } from './rates.ts'
import { type Other, wonTotal } from './won-total.ts'

interface Props {
  readonly won: bigint
  readonly others: readonly Other[]
  readonly hidden: boolean
}

/** What all wallets together are worth in won at the rates of now, and the rate that most of it hangs on. */
export default function AllInWon({ won, others, hidden }: Props) {
  const t = useTexts(texts)
  const { data: rates } = useQuery(ratesQuery)
  if (rates === undefined) return null
  const total = wonTotal(won, others, rates)
  if (total === null) return t('unknown')
  const mid = rates['USDT_KRW']?.mid
  return (
    <>
      <b>{t('all', { total: hidden ? hiddenAmount : formatKrw(String(total)) })}</b>
      {mid !== undefined && (
        <span>{t('rate', { mid: Number(mid).toLocaleString('ko-KR', { maximumFractionDigits: 2 }) })}</span>
      )}
    </>
  )
}

const texts = defineTexts(
  'all-in-won',
  {
    all: '모두 약 {total}',
    rate: '1 USDT = {mid}원',
    unknown: '지금은 환율을 알 수 없어 원화로 합산하지 않습니다',
  },
  {
    all: 'About {total} in all',
    rate: '1 USDT = {mid} KRW',
    unknown: 'No rate is known now, so nothing is summed in KRW',
  },
)
