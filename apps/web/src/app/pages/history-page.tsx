import { FuturesHistory } from '../../features/futures/lists/futures-history.tsx'
import { OverseaHistory } from '../../features/oversea/lists/oversea-history.tsx'
import { BetHistory } from '../../features/rounds/bet-history.tsx'
import { HistoryPage } from '../../features/wallet/history-page.tsx'

const lists = { rounds: BetHistory, futures: FuturesHistory, oversea: OverseaHistory }

/** The history, with the lists of each book. */
export default function History() {
  return <HistoryPage lists={lists} />
}
