import { Tabs } from '@maru/ui'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { featuresOf, useSite } from '../../site/store.ts'
import { FuturesHistory } from '../futures/lists/futures-history.tsx'
import { BetHistory } from './bet-history.tsx'
import { walletTexts } from './texts.ts'
import './wallet.css'

type Line = 'rounds' | 'futures'
const keptKey = 'maru:history-of'

/** /wallet/history: what became of the member's bets and futures. Without a site there is nothing to choose from yet. */
export default function HistoryPage() {
  const t = useTexts(walletTexts)
  const site = useSite(({ site }) => site)
  const { binary, futures } = site ? featuresOf(site) : { binary: false, futures: false }
  const [chosen, setChosen] = useState<Line>(() =>
    sessionStorage.getItem(keptKey) === 'futures' ? 'futures' : 'rounds',
  )
  const line = binary && futures ? chosen : futures ? 'futures' : 'rounds'
  const choose = (next: Line) => {
    sessionStorage.setItem(keptKey, next)
    setChosen(next)
  }
  return (
    <main className="history">
      {binary && futures && (
        <Tabs<Line>
          label={t('historyOf')}
          panelId="history"
          value={line}
          onChange={choose}
          choices={[
            { value: 'rounds', label: t('rounds') },
            { value: 'futures', label: t('FUTURESUse') },
          ]}
        />
      )}
      <div id="history" {...(binary && futures && { role: 'tabpanel', 'aria-labelledby': `history-${line}` })}>
        {line === 'rounds' ? <BetHistory /> : <FuturesHistory />}
      </div>
    </main>
  )
}
