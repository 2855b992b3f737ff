import { call } from '@maru/client/api/client'
import type { DeskLimits } from '@maru/contract'
import { formatCount, formatDateTime, formatDay, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { limitWords, shareOf, windowWords } from './words.ts'

type Limit = DeskLimits['limits'][number]

/** What a member set for himself, how much of it is used, and the rests that he took. Staff change none of it. */
export function MemberLimits({ id }: { id: number }) {
  const siteId = useSiteId()
  const { data, error } = useQuery({
    queryKey: ['member-limits', siteId, id],
    queryFn: () => call('GET /api/console/member/:id/limit', { params: { id: String(id) } }),
  })
  if (error !== null) return <p className="dim">{errorText(error)}</p>
  if (!data) return <p className="dim">불러오는 중입니다</p>
  const until = (at: number | null) => (at === null ? '없음' : `${formatDateTime(at)}까지`)
  const facts = [
    ['오늘 이용', `${formatCount(data.usedMinutes)}분`],
    ['휴식', until(data.coolOffUntil)],
    ['자가 제한', until(data.selfExcludedUntil)],
    ['위험 고지', data.acknowledgedAt === null ? '읽지 않음' : formatDay(data.acknowledgedAt)],
  ] as const
  return (
    <dl>
      {data.limits.map((limit) => (
        <LimitRow key={`${limit.kind} ${limit.window} ${limit.currency}`} limit={limit} />
      ))}
      {data.limits.length === 0 && (
        <div className="mb-fact">
          <dt>정한 한도</dt>
          <dd>없음</dd>
        </div>
      )}
      {facts.map(([name, value]) => (
        <div key={name} className="mb-fact">
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function LimitRow({ limit: { kind, window, currency, amount, pendingAmount, pendingFrom, used } }: { limit: Limit }) {
  const shown = (value: string) => (currency === null ? `${formatCount(value)}분` : formatMoney(value, currency))
  const name = `${limitWords[kind]} ${windowWords[window]}`
  const share = amount === null ? 0 : shareOf(used, amount)
  return (
    <div className="mb-fact">
      <dt>{name}</dt>
      <dd className="num">
        {amount === null ? '한도 없음' : `${shown(used)} / ${shown(amount)}`}
        {amount !== null && <meter min={0} max={100} high={80} value={share} aria-label={`${name} 사용 ${share}%`} />}
        {pendingFrom !== null && (
          <small>
            {formatDateTime(pendingFrom)}부터 {pendingAmount === null ? '없음' : shown(pendingAmount)}
          </small>
        )}
      </dd>
    </div>
  )
}
