import { call } from '@maru/client/api/client'
import type { DeskLimits } from '@maru/contract'
import { formatCount, formatDateTime, formatDay, formatMoney } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { Ceilings } from './ceilings.tsx'
import { t } from './texts.ts'
import { limitWords, shareOf, windowWords } from './words.ts'

type Limit = DeskLimits['limits'][number]

/** What a member set for himself, how much of it is used, and the rests that he took; staff change none of it. Below it what staff allow him at most. */
export function MemberLimits({ id }: { id: number }) {
  const siteId = useSiteId()
  const { data, error, refetch } = useQuery({
    queryKey: ['member-limits', siteId, id],
    queryFn: () => call('GET /api/console/member/:id/limit', { params: { id: String(id) } }),
  })
  if (error !== null) return <p className="dim">{errorText(error)}</p>
  if (!data) return <p className="dim">{t('loading')}</p>
  const until = (at: number | null) => (at === null ? t('none') : t('until', { at: formatDateTime(at) }))
  const facts = [
    [t('usedToday'), t('usedMinutes', { usedMinutes: formatCount(data.usedMinutes) })],
    [t('coolOff'), until(data.coolOffUntil)],
    [t('selfExclusion'), until(data.selfExcludedUntil)],
    [t('riskWarning'), data.acknowledgedAt === null ? t('unread') : formatDay(data.acknowledgedAt)],
  ] as const
  return (
    <dl>
      {data.limits.map((limit) => (
        <LimitRow key={`${limit.kind} ${limit.window} ${limit.currency}`} limit={limit} />
      ))}
      {data.limits.length === 0 && (
        <div className="mb-fact">
          <dt>{t('ownLimits')}</dt>
          <dd>{t('none')}</dd>
        </div>
      )}
      <Ceilings id={id} ceilings={data.ceilings} onChanged={() => void refetch()} />
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
  const shown = (value: string) =>
    currency === null ? t('minutes', { minutes: formatCount(value) }) : formatMoney(value, currency)
  const name = `${limitWords[kind]} ${windowWords[window]}`
  const share = amount === null ? 0 : shareOf(used, amount)
  return (
    <div className="mb-fact">
      <dt>{name}</dt>
      <dd className="num">
        {amount === null ? t('noLimit') : `${shown(used)} / ${shown(amount)}`}
        {amount !== null && (
          <meter min={0} max={100} high={80} value={share} aria-label={t('usedShare', { name, share })} />
        )}
        {pendingFrom !== null && (
          <small>
            {t('pendingFrom', { pendingFrom: formatDateTime(pendingFrom) })}{' '}
            {pendingAmount === null ? t('none') : shown(pendingAmount)}
          </small>
        )}
      </dd>
    </div>
  )
}
