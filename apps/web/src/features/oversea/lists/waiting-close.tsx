import { useTexts } from '@maru/client/i18n/texts'
import type { OverseaOption, OverseaPosition } from '@maru/contract'
import { Icon, Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '../../../books/oversea/queries.ts'
import { useFeed } from '../../../live/index.ts'
import { overseaListTexts } from './texts.ts'

/** Says that a close at the market of this position waits already: one more would wait beside it. */
export function WaitingClose({ position, option }: { position: OverseaPosition; option: OverseaOption }) {
  const t = useTexts(overseaListTexts)
  const isLive = useFeed(option.stock) === 'live'
  const count = (useQuery(ordersQuery(!isLive)).data ?? []).filter(
    (order) =>
      order.overseaOptionId === position.overseaOptionId && order.marketType === 'MARKET' && order.isReduceOnly,
  ).length
  if (isLive || count === 0) return null
  return (
    <Strip tone="warn">
      <Icon name="clock" />
      <span>{t('closeWaits', { count })}</span>
    </Strip>
  )
}
