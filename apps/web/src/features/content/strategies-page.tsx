import './content.css'
import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import type { StrategyCategory, StrategyRow } from '@maru/contract'
import { Badge, formatDateTime, Icon, Tabs } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Loaded } from '../../lists/loaded.tsx'
import { RowSkeletons } from '../../lists/row-skeletons.tsx'
import { MarketToday } from './market-today.tsx'
import { strategyTexts } from './strategy-texts.ts'

const views = ['ALL', 'MARKET', 'ROUND', 'FUTURES', 'OVERSEA'] as const

/** Investment info: what the house writes on markets and how to trade, by category, the newest first. */
export default function StrategiesPage() {
  const t = useTexts(strategyTexts)
  const [view, setView] = useState<'ALL' | StrategyCategory>('ALL')
  const strategies = useQuery({
    queryKey: ['public', 'strategies', view],
    queryFn: async (): Promise<StrategyRow[]> => {
      const found = await call('GET /api/content/strategy/list', { query: view === 'ALL' ? {} : { category: view } })
      return Array.isArray(found) ? found : []
    },
    meta: { public: true },
  })
  const rows = strategies.data ?? []
  // What is newest of all stands out; within a category all are alike.
  const [lead, others] = view === 'ALL' ? [rows[0], rows.slice(1)] : [undefined, rows]
  return (
    <main id="main" className="ntc">
      <Tabs
        label={t('which')}
        choices={views.map((value) => ({ value, label: t(value) }))}
        value={view}
        onChange={setView}
        panelId="strategies"
      />
      <div id="strategies" role="tabpanel" aria-labelledby={`strategies-${view}`}>
        {view === 'ALL' && <MarketToday />}
        <Loaded
          query={strategies}
          isEmpty={rows.length === 0}
          empty={[t('none'), t('noneHint')]}
          skeleton={<RowSkeletons />}
        >
          {lead && <Lead row={lead} />}
          <ul>
            {others.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        </Loaded>
      </div>
      <div className="ntc-foot">
        <p className="ntc-w">{t('risk')}</p>
        <Link to="/more/economic" className="ntc-go">
          {t('calendar')}
        </Link>
      </div>
    </main>
  )
}

/** When a text came, and how long it takes to read. */
function When({ row: { startAt, minutes } }: { row: StrategyRow }) {
  const t = useTexts(strategyTexts)
  return (
    <small className="num">
      {formatDateTime(startAt).slice(0, 16)} · {t('minutes', { count: minutes })}
    </small>
  )
}

/** The newest text, with how it begins. */
function Lead({ row }: { row: StrategyRow }) {
  const t = useTexts(strategyTexts)
  return (
    <section aria-labelledby="strategy-lead">
      <h2 id="strategy-lead" className="ntc-h">
        {t('newest')}
      </h2>
      <Link to={`/support/invest_info/${row.id}`} className="ntc-lead">
        <Badge tone="ok">{t(row.category)}</Badge>
        <b>{row.title}</b>
        <p>{row.excerpt}</p>
        <When row={row} />
      </Link>
      <div className="band" />
    </section>
  )
}

function Row({ row }: { row: StrategyRow }) {
  const t = useTexts(strategyTexts)
  return (
    <li>
      <Link to={`/support/invest_info/${row.id}`} className="ntc-r">
        <span>
          <Badge>{t(row.category)}</Badge>
          <b className="ntc-t">{row.title}</b>
          <When row={row} />
        </span>
        <Icon name="right" small />
      </Link>
    </li>
  )
}
