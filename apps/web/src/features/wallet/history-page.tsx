import { useTexts } from '@maru/client/i18n/texts'
import { Tabs } from '@maru/ui'
import { type ComponentType, useState } from 'react'
import { featuresOf, useSite } from '../../site/store.ts'
import { walletTexts } from './texts.ts'
import './wallet.css'

const lines = ['rounds', 'futures', 'oversea'] as const
type Line = (typeof lines)[number]
const features = { rounds: 'binary', futures: 'futures', oversea: 'oversea' } as const
const titles = { rounds: 'rounds', futures: 'FUTURESUse', oversea: 'OVERSEAUse' } as const
const keptKey = 'maru:history-of'

/** /wallet/history: what became of the member's bets and futures. Without a site there is nothing to choose from yet. */
export function HistoryPage({ lists }: { lists: Readonly<Record<Line, ComponentType>> }) {
  const t = useTexts(walletTexts)
  const site = useSite(({ site }) => site)
  const on = site && featuresOf(site)
  const open = lines.filter((line) => on?.[features[line]])
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(keptKey))
  const line = open.find((one) => one === chosen) ?? open[0] ?? 'rounds'
  const List = lists[line]
  const isTabbed = open.length > 1
  const choose = (next: Line) => {
    sessionStorage.setItem(keptKey, next)
    setChosen(next)
  }
  return (
    <main className="history">
      {isTabbed && (
        <Tabs<Line>
          label={t('historyOf')}
          panelId="history"
          value={line}
          onChange={choose}
          choices={open.map((value) => ({ value, label: t(titles[value]) }))}
        />
      )}
      <div id="history" {...(isTabbed && { role: 'tabpanel', 'aria-labelledby': `history-${line}` })}>
        <List />
      </div>
    </main>
  )
}
