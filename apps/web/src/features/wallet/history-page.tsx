import { BetHistory } from './bet-history.tsx'

/** /wallet/history: what became of the member's bets. */
export default function HistoryPage() {
  return (
    <main className="history">
      <BetHistory />
    </main>
  )
}
