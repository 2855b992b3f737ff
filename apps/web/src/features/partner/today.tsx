import { useTexts } from '@maru/client/i18n/texts'
import { formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { dailyQuery } from './queries.ts'
import { partnerTexts } from './texts.ts'

/** What the day has brought so far. */
export function Today({ day }: { day: string }) {
  const t = useTexts(partnerTexts)
  const days = useQuery(dailyQuery(day.slice(0, 7))).data
  if (days === undefined) return null
  const { fee, roll } = days.find((one) => one.day === day) ?? { fee: '0', roll: '0' }
  if (fee === null || roll === null) return <p>{t('todayFew')}</p>
  return <p className="num">{t('today', { amount: formatKrw(BigInt(fee) + BigInt(roll)) })}</p>
}
