import { useTexts } from '@maru/client/i18n/texts'
import type { FuturesOption, FuturesPosition } from '@maru/contract'
import { Icon, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '../../../books/futures/queries.ts'
import { useFeed } from '../../../live/index.ts'
import { futuresTexts } from '../texts.ts'

/** Says that a close at the market of this position waits already: one more would wait beside it. */
export function WaitingClose({ position, option }: { position: FuturesPosition; option: FuturesOption }) {
  const t = useTexts(futuresTexts)
  const isLive = useFeed(option.stock) === 'live'
  const count = (useQuery(ordersQuery(!isLive)).data ?? []).filter(
    (order) =>
      order.futuresOptionId === position.futuresOptionId && order.marketType === 'MARKET' && order.isReduceOnly,
  ).length
  if (isLive || count === 0) return null
  return (
    <Strip tone="warn">
      <Icon name="clock" />
      <span>{t('closeWaits', { count })}</span>
    </Strip>
  )
}
