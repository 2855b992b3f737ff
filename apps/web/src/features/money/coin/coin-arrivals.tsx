import { useTexts } from '@maru/client/i18n/texts'
import type { Coin, DnwRow } from '@maru/contract'
import { Empty, formatDateTime } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clock } from '../../../live/index.ts'
import { readRequests, requestsKey } from '../queries.ts'
import { RequestRow } from '../request-row.tsx'
import { RequestSheet } from '../request-sheet.tsx'
import { coinTexts } from './coin-texts.ts'
import { ComingCoins } from './coming-coins.tsx'

const mostRows = 5

/** The newest coins that arrived; a message about another one asks for them again. */
export function CoinArrivals({ coin }: { coin: Coin }) {
  const t = useTexts(coinTexts)
  const [shown, setShown] = useState<DnwRow | null>(null)
  const { data: rows } = useQuery({
    queryKey: [...requestsKey, 'list', 'arrivals'],
    queryFn: async () => (await readRequests({ typeStrs: 'D', statusStrs: 'COMPLETED' }, 0, 50)).content,
    select: (all) => all.filter((row) => row.currency === coin && row.reason !== 'DEMO_GRANT').slice(0, mostRows),
  })
  return (
    <section aria-labelledby="arrivals" aria-live="polite">
      <div className="pad">
        <div className="sec-t">
          <h2 id="arrivals">{t('arrivals')}</h2>
        </div>
      </div>
      <ComingCoins coin={coin} />
      {rows?.length === 0 && <Empty title={t('noArrivals')}>{t('noArrivalsHint')}</Empty>}
      {rows?.map((row) => (
        <div key={row.id}>
          <RequestRow row={row} isDated onOpen={() => setShown(row)} />
          {row.holdUntil !== null && row.holdUntil > clock.now() && (
            <p className="pad cap-l num">{t('hold', { time: formatDateTime(row.holdUntil) })}</p>
          )}
        </div>
      ))}
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </section>
  )
}
