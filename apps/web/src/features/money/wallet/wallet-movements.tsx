import '../../../lists/lists.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { DnwRow, WalletType } from '@maru/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { DayList, RowSkeletons } from '../../../lists/index.ts'
import { readRequests, requestsKey, requestsQuery } from '../queries.ts'
import { RequestCard } from '../request-card.tsx'
import { RequestRow } from '../request-row.tsx'
import { RequestSheet } from '../request-sheet.tsx'
import { useRequestNews } from '../use-request-news.ts'
import { oneWalletTexts } from './wallet-texts.ts'

/** Requests for a wallet that are under way, and all that ever came into it and left it. */
export function WalletMovements({ type }: { type: WalletType }) {
  const t = useTexts(oneWalletTexts)
  const [shown, setShown] = useState<DnwRow | null>(null)
  useRequestNews(useCallback((row: DnwRow) => setShown((before) => (before?.id === row.id ? row : before)), []))
  const rows = useInfiniteQuery(requestsQuery({ walletType: type }))
  const open = { walletType: type, typeStrs: 'D,W', statusStrs: 'REQUESTED,REVIEW,APPROVED' }
  const underWay = useQuery({
    queryKey: [...requestsKey, 'list', 'open', open],
    queryFn: async () => (await readRequests(open, 0)).content,
  }).data
  return (
    <>
      {underWay && underWay.length > 0 && (
        <>
          <section className="pad" aria-labelledby="under-way">
            <div className="sec-t">
              <h2 id="under-way">{t('underWay', { count: String(underWay.length) })}</h2>
            </div>
            {underWay.map((row) => (
              <RequestCard key={row.id} row={row} />
            ))}
          </section>
          <div className="band" />
        </>
      )}
      <section aria-labelledby="movements">
        <div className="pad">
          <div className="sec-t">
            <h2 id="movements">{t('movements')}</h2>
            <Link to="/wallet/dnw_history" className="link">
              {t('all')}
            </Link>
          </div>
        </div>
        <DayList<DnwRow>
          query={rows}
          rowHeight={63}
          empty={[t('none'), t('noneHint')]}
          skeleton={<RowSkeletons />}
          render={(row) => <RequestRow row={row} onOpen={() => setShown(row)} />}
        />
      </section>
      <RequestSheet row={shown} onClose={() => setShown(null)} />
    </>
  )
}
