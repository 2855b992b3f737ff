import { call } from '@maru/client/api/client'
import { formatDateTime, formatMoney, formatSigned, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import {
  betStatusWords,
  bookWords,
  positionStatusWords,
  requestStatusWords,
  requestTypeWords,
  sideWords,
  tradeTypeWords,
} from '../../parts/desk-words.ts'
import { useSiteId } from '../../session/staff.ts'
import { t } from './texts.ts'

const most = 6

interface Happening {
  readonly at: number
  readonly key: string
  readonly text: string
  /** What a member often asks about: void rounds, refused requests, liquidations. */
  readonly isMarked: boolean
}

/** What befell a member last, of all his lines: what he asks about is mostly among it. */
export function MemberRecent({ id }: { id: number }) {
  const siteId = useSiteId()
  const { data, isError } = useQuery({
    queryKey: ['member', 'recent', siteId, id],
    queryFn: ({ signal }) => happenings(String(id), signal),
  })
  return (
    <>
      <h3>{t('recent')}</h3>
      {data === undefined && !isError && <Skeleton width="100%" height={60} />}
      <ul className="log">
        {isError && <li>{t('recentFailed')}</li>}
        {data?.map(({ key, at, text, isMarked }) => (
          <li key={key} className={isMarked ? 'sp-hit' : undefined}>
            <time className="num">{formatDateTime(at).slice(5, 16)}</time>
            <span>{text}</span>
          </li>
        ))}
        {data?.length === 0 && <li>{t('nothingRecent')}</li>}
      </ul>
    </>
  )
}

async function happenings(id: string, signal: AbortSignal): Promise<Happening[]> {
  const asked = { params: { id }, query: { page: '0', size: String(most) }, signal }
  const [requests, bets, positions] = await Promise.all([
    call('GET /api/console/member/:id/dnw', asked),
    call('GET /api/console/member/:id/bet', asked),
    call('GET /api/console/member/:id/position', asked),
  ])
  const all = [
    ...requests.content.map((row) => ({
      at: row.processedAt ?? row.createdAt,
      key: `dnw:${row.id}`,
      text: `${requestTypeWords[row.type]} ${formatMoney(row.point, row.currency)} · ${requestStatusWords[row.status]}`,
      isMarked: row.status === 'REJECTED',
    })),
    ...bets.content.map((row) => ({
      at: row.settledAt ?? row.createdAt,
      key: `bet:${row.id}`,
      text: [
        row.koName,
        tradeTypeWords[row.tradeType],
        t('roundNo', { number: row.roundNo }),
        betStatusWords[row.status],
        ...(row.status === 1 || row.status === 2 ? [signed(row.profit, 'KRW')] : []),
      ].join(' '),
      isMarked: row.status === 3,
    })),
    ...positions.content.map((row) => ({
      at: row.closedAt ?? row.createdAt,
      key: `position:${row.id}`,
      text: [
        row.koName,
        bookWords[row.book],
        sideWords[row.side],
        positionStatusWords[row.status],
        ...(row.closedAt === null ? [] : [signed(row.realizedPnl, row.currency)]),
      ].join(' '),
      isMarked: row.status === 'LIQUIDATED',
    })),
  ]
  return all.toSorted((one, other) => other.at - one.at).slice(0, most)
}

const signed = (amount: string, currency: string) => formatSigned(amount, (value) => formatMoney(value, currency))
