import { textOf } from '@maru/client/i18n/texts'
import type { ReplyOf } from '@maru/contract/client'
import { queryKeys } from '../../api/query-client.ts'
import { showAlert } from '../../shell/alert.tsx'
import { createLanes } from '../../trading/lanes.ts'
import { convertTexts } from './convert/convert-texts.ts'
import type { End } from './convert/ends.ts'
import { amountOf } from './convert/figures.ts'
import { takeOver as takeOverOrder } from './p2p/queries.ts'
import { requestsKey } from './queries.ts'
import { moneyTexts } from './texts.ts'
import { transferTexts } from './transfer/transfer-texts.ts'
import { takeOver } from './use-request-news.ts'

/** One request of a kind is under way at a time, also over a reload. */
export type MoneyLane = 'deposit' | 'withdraw' | 'transfer' | 'convert' | 'p2p'

export type MoneyCall =
  | 'POST /api/dnw/deposit/apply'
  | 'POST /api/dnw/withdraw/apply'
  | 'POST /api/dnw/transfer'
  | 'POST /api/dnw/convert'
  | 'POST /api/dnw/buy/apply'
  | 'POST /api/dnw/sell/apply'
  | 'POST /api/dnw/p2p'

export const { run, resumeCommands, follow } = createLanes<MoneyLane, never, MoneyCall>({
  name: 'money',
  doubtful: [requestsKey, queryKeys.wallet],
  onRecovered: sayDone,
})

/** Says what became of a request whose page was closed before its reply came. */
function sayDone(reply: ReplyOf<MoneyCall>): void {
  if ('side' in reply) {
    takeOverOrder(reply)
    return
  }
  if ('in' in reply) {
    takeOver(reply.in)
    void showAlert(textOf(convertTexts, 'done', { amount: amountOfRow(reply.in) }))
    return
  }
  takeOver(reply)
  const { type, counterparty: name } = reply
  const amount = amountOfRow(reply)
  const text =
    type !== 'TO' && type !== 'TI'
      ? textOf(moneyTexts, 'applied')
      : name === null
        ? textOf(transferTexts, 'moved', { amount })
        : textOf(transferTexts, 'sent', { name, amount })
  void showAlert(text)
}

const amountOfRow = ({ point, walletType }: { point: string; walletType: string }) => amountOf(point, walletType as End)
