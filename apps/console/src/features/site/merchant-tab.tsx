import { call, download } from '@maru/client/api/client'
import type { DeskMerchant } from '@maru/contract'
import { Badge, Button, Empty, formatKrw } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { useMay } from '../../parts/may.tsx'
import { SaveCsv } from '../../parts/save-csv.tsx'
import { useHome } from '../../session/home.ts'
import { useSiteId } from '../../session/staff.ts'
import { errorText } from '../../session/words.ts'
import { BlockDialog } from './block-dialog.tsx'
import { SiteFrame, TabSkeleton } from './frame.tsx'
import { MerchantDialog } from './merchant-dialog.tsx'
import { t } from './texts.ts'

/** What is done with a merchant, or with a new one. */
type Doing =
  | { readonly act: 'set'; readonly row: DeskMerchant | null }
  | { readonly act: 'block'; readonly row: DeskMerchant }

/** Who sells coins to members and buys them: their terms, their coins, and who is blocked. */
export default function MerchantTab() {
  const siteId = useSiteId()
  const may = useMay('providers')
  const isDemo = useHome(({ home }) => home?.moneyMode === 'DEMO')
  const [doing, setDoing] = useState<Doing | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['site-merchants', siteId],
    queryFn: () => call('GET /api/console/merchant'),
    refetchInterval: deskPollMs,
  })
  const ends = { onDone: () => void refetch(), onClose: () => setDoing(null) }
  return (
    <SiteFrame
      title={t('merchants')}
      tools={
        <>
          <SaveCsv name={t('merchants')} read={(signal) => download('GET /api/console/merchant.csv', { signal })} />
          {may && (
            <Button size={36} tone="primary" onClick={() => setDoing({ act: 'set', row: null })}>
              {t('merchantAdd')}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <Empty title={t('merchantsFailed')}>{errorText(error)}</Empty>
      ) : !data ? (
        <TabSkeleton />
      ) : (
        <section className="panel">
          {data.length === 0 ? (
            <Empty title={t('noMerchants')}>{t('noMerchantsHint')}</Empty>
          ) : (
            <Merchants rows={data} onDo={setDoing} />
          )}
          <p className="said site-foot">
            {t('blockedHint')} {!isDemo && t('floatHint')}
          </p>
        </section>
      )}
      {doing?.act === 'set' && <MerchantDialog row={doing.row} isDemo={isDemo} {...ends} />}
      {doing?.act === 'block' && <BlockDialog row={doing.row} {...ends} />}
    </SiteFrame>
  )
}

const percent = (ppm: number | null): string => (ppm === null ? '–' : `${ppm / 10_000}%`)

function Merchants({ rows, onDo }: { rows: readonly DeskMerchant[]; onDo: (doing: Doing) => void }) {
  const mayBlock = useMay('stopTrading')
  const maySet = useMay('providers')
  return (
    <table className="t">
      <thead>
        <tr>
          <th scope="col">{t('merchant')}</th>
          <th scope="col" className="r">
            {t('memberBuys')}
          </th>
          <th scope="col" className="r">
            {t('memberSells')}
          </th>
          <th scope="col" className="r">
            {t('once')}
          </th>
          <th scope="col" className="r">
            USDT
          </th>
          <th scope="col">{t('status')}</th>
          <th scope="col">
            <span className="sr">{t('todo')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <b>{row.name}</b>
            </td>
            <td className="r num">+{percent(row.buyPpm)}</td>
            <td className="r num">−{percent(row.sellPpm)}</td>
            <td className="r num">
              {formatKrw(row.minWon)}–{formatKrw(row.maxWon)}
            </td>
            <td className="r num">{Number(row.float).toLocaleString('ko-KR', { maximumFractionDigits: 2 })}</td>
            <td>
              <Badge tone={row.blockedAt === null ? 'ok' : 'warn'}>
                {row.blockedAt === null ? t('open') : t('blocked')}
              </Badge>
            </td>
            <td className="r site-acts">
              {maySet && (
                <button type="button" className="lk" onClick={() => onDo({ act: 'set', row })}>
                  {t('terms')}
                </button>
              )}
              {(row.blockedAt === null ? mayBlock : maySet) && (
                <button type="button" className="lk" onClick={() => onDo({ act: 'block', row })}>
                  {row.blockedAt === null ? t('block') : t('reopen')}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
